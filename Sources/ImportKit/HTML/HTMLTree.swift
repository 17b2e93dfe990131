/// Elements of an HTML document, with their contents, in the order of the document.
///
/// Nodes are in one array and their texts in another: an element's descendants are the nodes after it up to its end, so that walking
/// through them needs no recursion and building them no memory of their own.
package final class HTMLTree {
  package struct Node {
    /// The number of the element's name; -1 for text.
    package var name: Int32
    /// The number of the element's classes.
    package var classes: Int32 = 0
    package var line: Int32 = 0
    /// The index after the last descendant.
    package var end: Int32 = 0
    /// In ``attributes`` for elements, in ``bytes`` for texts.
    package var range: Range<Int>
    /// The number of bytes before the node.
    package var start = 0
    /// True for a text that was read.
    var isRead = false
  }
  package struct Attribute {
    package var name: Int
    package var range: Range<Int>
  }

  /// The nodes with their texts and names. In one struct, so that building them is one access to the tree with one exclusivity check
  /// instead of one for each array.
  package struct Content {
    package private(set) var nodes: [Node] = []
    package private(set) var attributes: [Attribute] = []
    package private(set) var bytes: [UInt8] = []
    /// True if the node added last is a text and no element ended since.
    private var continuesText = false
    package private(set) var names: [String] = ["", "class"]
    package private(set) var numbers = ["": 0, "class": 1]
    /// The words of each value that attributes `class` have.
    package private(set) var classes: [[String]] = [[]]
    private var classTexts = [""]
    private var classNumbers: [String: Int] = [:]
    /// For each value of `class` the one that last followed it. Exports repeat a few elements, so most values are found here without
    /// looking them up.
    private var followers = [0]
    private var lastClasses = 0
    /// Names with their numbers, each at an index computed from its address in libxml2.
    package var recentNames = [(address: UInt, number: Int)](repeating: (0, 0), count: 256)

    /// The most distinct names, and values of `class`.
    private static let nameLimit = 10_000
    private static let classAttribute = 1

    /// True if there are more bytes or nodes than these.
    func isLarger(than byteLimit: Int, nodes nodeLimit: Int) -> Bool {
      bytes.count > byteLimit || nodes.count > nodeLimit
    }

    package mutating func clear() {
      nodes.removeAll(keepingCapacity: true)
      attributes.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
    }

    package mutating func number(ofName name: String) -> Int {
      if let number = numbers[name] { return number }
      guard names.count < Self.nameLimit else { return 0 }
      numbers[name] = names.count
      names.append(name)
      return names.count - 1
    }

    package mutating func begin(_ name: Int, line: Int) -> Int {
      nodes.append(
        Node(
          name: Int32(clamping: name), line: Int32(clamping: line),
          range: attributes.count..<attributes.count,
          start: bytes.count))
      return nodes.count - 1
    }

    package mutating func end(_ node: Int) {
      nodes[node].end = Int32(clamping: nodes.count)
      continuesText = false
    }

    /// Removes the last element begun.
    package mutating func removeLast() {
      guard let last = nodes.popLast() else { return }
      if let first = last.range.first { bytes.removeSubrange(attributes[first].range.lowerBound...) }
      attributes.removeSubrange(last.range)
    }

    /// Removes everything before the element `first`, which is still open, and renumbers the rest.
    mutating func removeNodes(before first: Int) {
      guard first > 0, nodes.indices.contains(first) else { return }
      let (byte, attribute) = (nodes[first].start, nodes[first].range.lowerBound)
      nodes.removeSubrange(..<first)
      attributes.removeSubrange(..<attribute)
      bytes.removeSubrange(..<byte)
      for index in nodes.indices {
        let range = nodes[index].range
        let offset = nodes[index].name < 0 ? byte : attribute
        nodes[index].range = range.lowerBound - offset..<range.upperBound - offset
        nodes[index].start = max(0, nodes[index].start - byte)
        nodes[index].end = max(0, nodes[index].end - Int32(clamping: first))
      }
      for index in attributes.indices {
        let range = attributes[index].range
        attributes[index].range = range.lowerBound - byte..<range.upperBound - byte
      }
    }

    package mutating func append(_ text: some Collection<UInt8>) { bytes.append(contentsOf: text) }

    /// Adds an attribute to the last element begun.
    mutating func addAttribute(_ name: Int, _ range: Range<Int>) {
      guard let last = nodes.indices.last else { return }
      attributes.append(Attribute(name: name, range: range))
      nodes[last].range = nodes[last].range.lowerBound..<attributes.count
      if name == Self.classAttribute {
        nodes[last].classes = Int32(clamping: number(ofClasses: range))
      }
    }

    /// Adds text, or continues the preceding one.
    package mutating func addText(_ range: Range<Int>) {
      defer { continuesText = true }
      if continuesText, let last = nodes.indices.last, nodes[last].name < 0,
        nodes[last].range.upperBound == range.lowerBound
      {
        nodes[last].range = nodes[last].range.lowerBound..<range.upperBound
      } else {
        nodes.append(Node(name: -1, end: Int32(clamping: nodes.count + 1), range: range))
      }
    }

    package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    mutating func markRead(_ node: Int) { nodes[node].isRead = true }

    private mutating func number(ofClasses range: Range<Int>) -> Int {
      var number = followers[lastClasses]
      if !isEqual(classTexts[number], range) {
        number = self.number(ofClasses: string(range))
        followers[lastClasses] = number
      }
      lastClasses = number
      return number
    }

    private func isEqual(_ text: String, _ range: Range<Int>) -> Bool {
      let text = text.utf8Span.span
      guard text.count == range.count else { return false }
      for index in text.indices where text[index] != bytes[range.lowerBound + index] { return false }
      return true
    }

    private mutating func number(ofClasses text: String) -> Int {
      if let number = classNumbers[text] { return number }
      guard classes.count < Self.nameLimit else { return 0 }
      classNumbers[text] = classes.count
      classTexts.append(text)
      followers.append(0)
      classes.append(text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }.map(String.init))
      return classes.count - 1
    }
  }

  package var content = Content()
  /// For each word searched for, the values of `class` that have it, as in ``values(with:)``.
  private var knownValues: [String: [Bool]] = [:]

  /// The nodes whose `title` was read.
  private var readTitles: Set<Int> = []

  package var nodes: [Node] { content.nodes }
  package var attributes: [Attribute] { content.attributes }
  package var bytes: [UInt8] { content.bytes }
  package var names: [String] { content.names }
  /// The words of each value that attributes `class` have.
  package var classes: [[String]] { content.classes }

  /// The number of a name; nil if no element or attribute has it.
  package func number(named name: String) -> Int? { content.numbers[name] }

  package func string(_ range: Range<Int>) -> String { content.string(range) }

  /// The text at an index, which counts as read.
  package func text(at index: Int) -> String {
    content.markRead(index)
    return string(nodes[index].range)
  }

  /// The bytes of the text at an index, which counts as read.
  func textBytes(at index: Int) -> ArraySlice<UInt8> {
    content.markRead(index)
    return bytes[nodes[index].range]
  }

  /// Notes that the `title` of the element at `index` was read.
  func markTitleRead(_ index: Int) { readTitles.insert(index) }

  /// Removes the elements before the node `first`, or all if it is nil.
  func removeNodes(before first: Int?) {
    readTitles.removeAll(keepingCapacity: true)
    if let first { content.removeNodes(before: first) } else { content.clear() }
  }

  /// Counts the unread texts in the element at `index`, and unread titles, which browsers show in tooltips. Scripts and styles have none.
  func countUnread(in index: Int, _ tally: inout MarkupTally) {
    let (nodes, title) = (nodes, number(named: "title"))
    var open: [Int] = []
    for next in index..<max(Int(nodes[index].end), index + 1) {
      while let last = open.last, Int(nodes[last].end) <= next { open.removeLast() }
      guard nodes[next].name < 0 else {
        open.append(next)
        if let title, !readTitles.contains(next) { countAttribute(title, of: nodes[next], &tally) }
        continue
      }
      guard !nodes[next].isRead, let parent = open.last else { continue }
      let (name, classes) = (Int(nodes[parent].name), Int(nodes[parent].classes))
      guard !["script", "style"].contains(names[name]) else { continue }
      let line = Int(nodes[parent].line)
      tally.add(
        MarkupTally.Part(element: UInt(name), attribute: 0, context: UInt(classes)),
        bytes[nodes[next].range], line: line > 0 ? line : nil
      ) { ([names[name]] + self.classes[classes]).joined(separator: ".") }
    }
  }

  /// Counts the attribute with the number `name` of an element.
  private func countAttribute(_ name: Int, of node: Node, _ tally: inout MarkupTally) {
    let (attributes, classes) = (attributes, Int(node.classes))
    guard let attribute = node.range.first(where: { attributes[$0].name == name }) else { return }
    let part = MarkupTally.Part(element: UInt(node.name), attribute: UInt(name), context: UInt(classes))
    tally.add(part, bytes[attributes[attribute].range], line: node.line > 0 ? Int(node.line) : nil) {
      ([names[Int(node.name)]] + self.classes[classes]).joined(separator: ".") + "@" + names[name]
    }
  }

  /// Returns for each value of `class`, by its number, true if it has the word `name`. Documents have few values and many elements, so
  /// finding elements by class compares no texts.
  package func values(with name: String) -> [Bool] {
    let known = knownValues[name] ?? []
    guard known.count < classes.count else { return known }
    let values = known + classes[known.count...].map { $0.contains(name) }
    knownValues[name] = values
    return values
  }
}

/// An element of a tree, with its attributes and contents.
package struct HTMLElement {
  package let tree: HTMLTree
  package let index: Int

  package init(_ tree: HTMLTree, _ index: Int) { (self.tree, self.index) = (tree, index) }

  private var node: HTMLTree.Node { tree.nodes[index] }

  /// The index after the last descendant.
  package var end: Int { max(Int(node.end), index + 1) }

  /// The name in small letters.
  package var name: String { tree.names[Int(max(0, node.name))] }

  /// The line of the file in which it begins; 0 if unknown.
  package var line: Int { Int(node.line) }

  /// The value of an attribute, or nil.
  package subscript(attribute: String) -> String? {
    if attribute == "title" { tree.markTitleRead(index) }
    let (attributes, names) = (tree.attributes, tree.names)
    for index in node.range where names[attributes[index].name] == attribute {
      return tree.string(attributes[index].range)
    }
    return nil
  }

  /// The words of its `class`.
  package var classes: [String] { tree.classes[Int(node.classes)] }

  /// True if its `class` has the word `name`.
  package func isA(_ name: String) -> Bool { classes.contains(name) }

  /// The child elements.
  package var children: [HTMLElement] {
    var children: [HTMLElement] = []
    _ = firstChild {
      children.append($0)
      return false
    }
    return children
  }

  /// The first child element for which `condition` is true.
  package func firstChild(where condition: (HTMLElement) -> Bool) -> HTMLElement? {
    let (nodes, end) = (tree.nodes, end)
    var next = index + 1
    while next < end {
      if nodes[next].name >= 0 {
        let element = HTMLElement(tree, next)
        if condition(element) { return element }
      }
      next = max(Int(nodes[next].end), next + 1)
    }
    return nil
  }

  /// The first child element of the class `name`.
  package func child(_ name: String) -> HTMLElement? {
    let (nodes, end, values) = (tree.nodes, end, tree.values(with: name))
    var next = index + 1
    while next < end {
      if values[Int(nodes[next].classes)] { return HTMLElement(tree, next) }
      next = max(Int(nodes[next].end), next + 1)
    }
    return nil
  }

  /// The first descendant of the class `name`.
  package func first(_ name: String) -> HTMLElement? {
    let (nodes, values) = (tree.nodes, tree.values(with: name))
    // Texts have the value 0, which has no words.
    return (index + 1..<end).first { values[Int(nodes[$0].classes)] }.map { HTMLElement(tree, $0) }
  }

  /// The first descendant of one of the classes `names`.
  package func first(ofAny names: [String]) -> HTMLElement? {
    names.compactMap { first($0) }.min { $0.index < $1.index }
  }

  /// All descendants of the class `name`, in the order of the document.
  package func all(_ name: String) -> [HTMLElement] {
    let (nodes, values) = (tree.nodes, tree.values(with: name))
    return (index + 1..<end).filter { values[Int(nodes[$0].classes)] }.map { HTMLElement(tree, $0) }
  }

  /// The first descendant named `name`.
  package func first(named name: String) -> HTMLElement? {
    guard let name = tree.number(named: name) else { return nil }
    let nodes = tree.nodes
    return (index + 1..<end).first { Int(nodes[$0].name) == name }.map { HTMLElement(tree, $0) }
  }

  /// The first descendant for which `condition` is true.
  package func firstDescendant(where condition: (HTMLElement) -> Bool) -> HTMLElement? {
    let nodes = tree.nodes
    for next in index + 1..<end where nodes[next].name >= 0 {
      let element = HTMLElement(tree, next)
      if condition(element) { return element }
    }
    return nil
  }

  /// All descendants for which `condition` is true.
  package func descendants(where condition: (HTMLElement) -> Bool) -> [HTMLElement] {
    let nodes = tree.nodes
    var found: [HTMLElement] = []
    for next in index + 1..<end where nodes[next].name >= 0 {
      let element = HTMLElement(tree, next)
      if condition(element) { found.append(element) }
    }
    return found
  }
}
