/// Elements of an HTML document, with their contents, in the order of the document.
///
/// Nodes are in one array and their texts in another: an element's descendants are the nodes after it up to its end, so that walking
/// through them needs no recursion and building them no memory of their own. A tree never changes; what was read of it is noted apart.
package final class HTMLTree {
  package struct Node {
    /// The number of the element's name; -1 for text.
    package var name: Int32
    /// The number of the element's classes.
    var classes: Int32 = 0
    var line: Int32 = 0
    /// The index after the last descendant.
    package var end: Int32 = 0
    /// In ``attributes`` for elements, in ``bytes`` for texts.
    package var range: Range<Int>
    /// The number of bytes before the node.
    var start = 0
  }
  struct Attribute {
    var name: Int
    var range: Range<Int>
  }

  package let nodes: [Node]
  let attributes: [Attribute]
  let bytes: [UInt8]
  let names: HTMLNames
  private let words: HTMLClassWords
  /// For each node, the parts of it that were read.
  private var uses: [Use]

  private struct Use: OptionSet {
    let rawValue: UInt8
    static let text = Use(rawValue: 1)
    static let title = Use(rawValue: 2)
  }

  init(
    _ nodes: [Node], _ attributes: [Attribute], _ bytes: [UInt8], _ names: HTMLNames, _ words: HTMLClassWords
  ) {
    (self.nodes, self.attributes, self.bytes) = (nodes, attributes, bytes)
    (self.names, self.words) = (names, words)
    uses = Array(repeating: [], count: nodes.count)
  }

  /// Returns for each value of `class`, by its number, true if it has the word `word`.
  func values(with word: String) -> [Bool] { words.values(with: word, of: names.classes) }

  package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The text at an index, which counts as read.
  package func text(at index: Int) -> String {
    noteText(at: index)
    return string(nodes[index].range)
  }

  /// Notes that the text at `index` was read.
  func noteText(at index: Int) { uses[index].insert(.text) }

  /// Notes that the `title` of the element at `index` was read.
  func noteTitle(at index: Int) { uses[index].insert(.title) }

  /// Counts the unread texts in the element at `index`, and unread titles, which browsers show in tooltips. Scripts and styles have none.
  func countUnread(in index: Int, _ tally: inout MarkupTally) {
    let bytes = bytes
    var open: [Int] = []
    for next in index..<max(Int(nodes[index].end), index + 1) {
      while let last = open.last, Int(nodes[last].end) <= next { open.removeLast() }
      guard nodes[next].name < 0 else {
        open.append(next)
        if !uses[next].contains(.title) { countTitle(of: nodes[next], &tally) }
        continue
      }
      guard !uses[next].contains(.text), let parent = open.last else { continue }
      let node = nodes[parent]
      guard !names.rules[Int(node.name)].isProgram else { continue }
      let part = MarkupTally.Part(
        element: UInt(node.name), attribute: 0, context: UInt(node.classes))
      let line = node.line > 0 ? Int(node.line) : nil
      tally.add(part, bytes.span.extracting(nodes[next].range), line: line) { path(of: node) }
    }
  }

  private func countTitle(of node: Node, _ tally: inout MarkupTally) {
    let bytes = bytes
    for index in node.range where attributes[index].name == HTMLNames.titleAttribute {
      let part = MarkupTally.Part(
        element: UInt(node.name), attribute: UInt(HTMLNames.titleAttribute), context: UInt(node.classes))
      let line = node.line > 0 ? Int(node.line) : nil
      tally.add(part, bytes.span.extracting(attributes[index].range), line: line) {
        path(of: node) + "@" + names.names[HTMLNames.titleAttribute]
      }
      return
    }
  }

  /// The name and the classes of an element, joined by stops.
  private func path(of node: Node) -> String {
    ([names.names[Int(node.name)]] + names.classes[Int(node.classes)]).joined(separator: ".")
  }
}

extension HTMLTree {
  /// A tree in the making.
  struct Draft {
    private(set) var nodes: [Node] = []
    private var attributes: [Attribute] = []
    private var bytes: [UInt8] = []
    /// True if the node added last is a text and no element ended since.
    private var continuesText = false
    var names: HTMLNames
    private let words: HTMLClassWords

    init(_ vocabulary: HTMLVocabulary) { (names, words) = (vocabulary.names, vocabulary.words) }

    /// True if there are more bytes or nodes than these.
    func isLarger(than byteLimit: Int, nodes nodeLimit: Int) -> Bool {
      bytes.count > byteLimit || nodes.count > nodeLimit
    }

    mutating func begin(_ name: Int, line: Int) -> Int {
      nodes.append(
        Node(
          name: Int32(clamping: name), line: Int32(clamping: line),
          range: attributes.count..<attributes.count,
          start: bytes.count))
      return nodes.count - 1
    }

    mutating func end(_ node: Int) {
      nodes[node].end = Int32(clamping: nodes.count)
      continuesText = false
    }

    /// Removes the last element begun.
    mutating func removeLast() {
      guard let last = nodes.popLast() else { return }
      if let first = last.range.first { bytes.removeSubrange(attributes[first].range.lowerBound...) }
      attributes.removeSubrange(last.range)
    }

    /// Adds an attribute to the last element begun.
    mutating func addAttribute(_ name: Int, _ value: Span<UInt8>) {
      guard let last = nodes.indices.last else { return }
      let start = bytes.count
      append(value)
      attributes.append(Attribute(name: name, range: start..<bytes.count))
      nodes[last].range = nodes[last].range.lowerBound..<attributes.count
      if name == HTMLNames.classAttribute {
        nodes[last].classes = Int32(clamping: names.number(ofClasses: value))
      }
    }

    /// Adds text, or continues the preceding one.
    mutating func addText(_ text: Span<UInt8>) {
      let start = bytes.count
      append(text)
      if continuesText, let last = nodes.indices.last, nodes[last].name < 0,
        nodes[last].range.upperBound == start
      {
        nodes[last].range = nodes[last].range.lowerBound..<bytes.count
      } else {
        nodes.append(Node(name: -1, end: Int32(clamping: nodes.count + 1), range: start..<bytes.count))
      }
      continuesText = true
    }

    private mutating func append(_ text: Span<UInt8>) {
      unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Returns the tree so far. What remains is the element `open`, which has not ended, or nothing.
    mutating func takeTree(keeping open: Int?) -> HTMLTree {
      let tree = HTMLTree(nodes, attributes, bytes, names, words)
      let first = open ?? nodes.count
      let attribute = open.map { nodes[$0].range.lowerBound } ?? attributes.count
      let byte = open.map { nodes[$0].start } ?? bytes.count
      (nodes, attributes, bytes) = ([], [], [])
      bytes.append(contentsOf: tree.bytes[byte...])
      attributes.append(
        contentsOf: tree.attributes[attribute...].lazy.map { found in
          Attribute(name: found.name, range: found.range.lowerBound - byte..<found.range.upperBound - byte)
        })
      for var node in tree.nodes[first...] {
        let offset = node.name < 0 ? byte : attribute
        node.range = node.range.lowerBound - offset..<node.range.upperBound - offset
        node.start = max(0, node.start - byte)
        node.end = max(0, node.end - Int32(clamping: first))
        nodes.append(node)
      }
      return tree
    }
  }
}

/// The beginning of an element, as far as its name and classes go.
package struct HTMLTag {
  let names: HTMLNames
  let node: HTMLTree.Node

  /// The name in small letters.
  package var name: String { names.names[Int(node.name)] }

  /// True if its `class` has the word `name`.
  package func isA(_ name: String) -> Bool { names.classes[Int(node.classes)].contains(name) }
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
  package var name: String { tree.names.names[Int(max(0, node.name))] }

  /// The rules for elements of this name.
  var rules: HTMLRules { tree.names.rules[Int(max(0, node.name))] }

  /// The line of the file in which it begins; 0 if unknown.
  package var line: Int { Int(node.line) }

  /// The value of an attribute, or nil.
  package subscript(attribute: String) -> String? {
    if attribute == "title" { tree.noteTitle(at: index) }
    for index in node.range where tree.names.names[tree.attributes[index].name] == attribute {
      return tree.string(tree.attributes[index].range)
    }
    return nil
  }

  /// The words of its `class`.
  package var classes: [String] { tree.names.classes[Int(node.classes)] }

  /// True if its `class` has the word `name`.
  package func isA(_ name: String) -> Bool { tree.values(with: name)[Int(node.classes)] }

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
    let end = end
    var next = index + 1
    while next < end {
      if tree.nodes[next].name >= 0 {
        let element = HTMLElement(tree, next)
        if condition(element) { return element }
      }
      next = max(Int(tree.nodes[next].end), next + 1)
    }
    return nil
  }

  /// The first child element of the class `name`.
  package func child(_ name: String) -> HTMLElement? {
    let (end, values) = (end, tree.values(with: name))
    var next = index + 1
    while next < end {
      // Texts have the value 0, which has no words.
      if values[Int(tree.nodes[next].classes)] { return HTMLElement(tree, next) }
      next = max(Int(tree.nodes[next].end), next + 1)
    }
    return nil
  }

  /// The first descendant of the class `name`.
  package func first(_ name: String) -> HTMLElement? {
    let values = tree.values(with: name)
    return (index + 1..<end).first { values[Int(tree.nodes[$0].classes)] }.map { HTMLElement(tree, $0) }
  }

  /// The first descendant of one of the classes `names`.
  package func first(ofAny names: [String]) -> HTMLElement? {
    names.compactMap { first($0) }.min { $0.index < $1.index }
  }

  /// All descendants of the class `name`, in the order of the document.
  package func all(_ name: String) -> [HTMLElement] {
    let values = tree.values(with: name)
    return (index + 1..<end).filter { values[Int(tree.nodes[$0].classes)] }.map { HTMLElement(tree, $0) }
  }

  /// The first descendant named `name`.
  package func first(named name: String) -> HTMLElement? {
    guard let name = tree.names.numbers[name] else { return nil }
    return (index + 1..<end).first { Int(tree.nodes[$0].name) == name }.map { HTMLElement(tree, $0) }
  }

  /// The first descendant for which `condition` is true.
  package func firstDescendant(where condition: (HTMLElement) -> Bool) -> HTMLElement? {
    for next in index + 1..<end where tree.nodes[next].name >= 0 {
      let element = HTMLElement(tree, next)
      if condition(element) { return element }
    }
    return nil
  }

  /// All descendants for which `condition` is true.
  package func descendants(where condition: (HTMLElement) -> Bool) -> [HTMLElement] {
    var found: [HTMLElement] = []
    for next in index + 1..<end where tree.nodes[next].name >= 0 {
      let element = HTMLElement(tree, next)
      if condition(element) { found.append(element) }
    }
    return found
  }
}
