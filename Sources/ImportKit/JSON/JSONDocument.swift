import ChatModel

/// A JSON document in memory: its values as nodes in one array, in the order of the text.
///
/// The descendants of an object or list are the nodes after it up to its end, so that reading a document takes one allocation instead of
/// one for each object. Texts stay in the file's bytes until they are requested. Each value records whether it was requested; when the
/// document is released, the others go to the account (``JSONPaths``).
package final class JSONDocument {
  /// The way in which a value was used.
  package enum Use: Equatable {
    case unread, read
    /// Shown on a card as facts of unknown meaning.
    case card
    case leftOut(Omission.Rule)
  }

  package struct Node {
    package enum Kind: UInt8 {
      case null, no, yes, integer, real
      /// A text without escapes, in the bytes of the file.
      case plainText
      /// A text in ``JSONDocument/texts``.
      case text
      case array, object
      /// A value of another document, in ``JSONDocument/links``.
      case link
    }
    package var kind: Kind
    /// For texts: true if all bytes are printable ASCII. For objects: true if names may occur twice, or have no paths of their own.
    package var isASCII = false
    /// The number of the path in ``JSONDocument/paths``.
    package var path: Int32
    /// The index of the member's name in ``JSONDocument/texts``, if its path does not have the name; else -1.
    package var name: Int32
    /// The index after the last descendant.
    package var end: Int32 = 0
    /// The offset of the value, or of a text's first character, in the bytes.
    package var offset: Int
    /// A whole number, the bits of another, the length of a text in bytes, or an index.
    package var payload: Int64 = 0
  }

  package let bytes: InputBytes
  package let paths: JSONPaths
  /// True if offsets are those in the file.
  let isInFile: Bool
  package let nodes: [Node]
  package let texts: [String]
  package let links: [JSONValue]
  /// The use of each node; empty if nothing is counted.
  package private(set) var uses: [Use]
  /// True for a record of JSON Lines, whose `type` is part of its paths.
  private let hasKind: Bool
  private let pathIndex: JSONPathIndex

  fileprivate init(_ builder: consuming Builder, _ reader: JSONReader, _ paths: JSONPaths, hasKind: Bool) {
    (bytes, self.paths, self.hasKind, pathIndex) = (reader.bytes, paths, hasKind, paths.index)
    isInFile = !reader.isDerived
    (nodes, texts, links) = (builder.nodes, builder.texts, builder.links)
    uses = paths.isCounted ? Array(repeating: .unread, count: nodes.count) : []
  }

  /// A document of one object or list made from other values.
  fileprivate init(_ builder: consuming Builder) {
    (bytes, paths, hasKind, isInFile) = (InputBytes([]), JSONPaths(), false, false)
    pathIndex = JSONPathIndex()
    (nodes, texts, links) = (builder.nodes, builder.texts, builder.links)
    uses = []
  }

  deinit {
    guard paths.isCounted else { return }
    var kind = ""
    if hasKind, let type = JSONValue(self, 0).child(named: "type"), nodes[type].isText { kind = text(type) }
    // The code of a phone's database, as in `"type":"1"`, names no kind.
    if kind.utf8.allSatisfy({ $0 &- 0x30 < 10 }) { kind = "" }
    paths.count(self, kind: kind)
  }

  /// Notes that the value at `index` was requested.
  func markRead(_ index: Int) {
    if !uses.isEmpty { uses[index] = .read }
  }

  /// Notes that the value at `index` is left out, although it may have been requested.
  func markLeftOut(_ rule: Omission.Rule, at index: Int) {
    if !uses.isEmpty { uses[index] = .leftOut(rule) }
  }

  /// Notes a use of the value at `index` and its descendants. Values that were read stay read if the rest is left out.
  package func mark(_ use: Use, below index: Int) {
    for next in index..<Int(nodes[index].end) {
      if nodes[next].kind == .link {
        let link = links[Int(nodes[next].payload)]
        link.document?.mark(use, below: link.index)
      } else if !uses.isEmpty, uses[next] == .unread || use == .read || use == .card {
        uses[next] = use
      }
    }
  }

  /// Returns the index of the member of this name in the object at `index`; of two, the last one's. Nil if there is none, or the value is
  /// no object.
  func child(named name: String, of index: Int) -> Int? {
    guard nodes[index].kind == .object else { return nil }
    // For an object, this means that names may occur twice, or have no paths of their own.
    let mayRepeat = nodes[index].isASCII
    let parent = nodes[index].path
    let path =
      JSONMemberName(name).map { pathIndex.number(of: $0, in: parent) } ?? paths.known(name, in: parent)
    guard path >= 0 || mayRepeat else { return nil }
    let end = Int(nodes[index].end)
    var (next, found) = (index + 1, Int?.none)
    while next < end {
      if nodes[next].name >= 0 ? texts[Int(nodes[next].name)] == name : nodes[next].path == path {
        guard mayRepeat else { return next }
        found = next
      }
      next = Int(nodes[next].end)
    }
    return found
  }

  /// The text at `index`, which must be one.
  package func text(_ index: Int) -> String {
    let node = nodes[index]
    guard node.kind == .plainText else { return texts[Int(node.payload)] }
    return bytes.string(ofValid: node.offset..<node.offset + Int(node.payload), isASCII: node.isASCII)
  }

  /// The name of the member at `index`.
  package func name(_ index: Int) -> String {
    let node = nodes[index]
    return node.name >= 0 ? texts[Int(node.name)] : paths.name(of: node.path) ?? ""
  }
}

extension JSONDocument.Node {
  /// True for a text.
  package var isText: Bool { kind == .plainText || kind == .text }
}

extension JSONDocument {
  /// The nodes of a document being read.
  struct Builder {
    fileprivate var nodes: [Node] = []
    fileprivate var texts: [String] = []
    fileprivate var links: [JSONValue] = []
    private var paths: JSONPathTable

    /// Takes the numbers of paths, which ``returnPaths(to:)`` gives back.
    ///
    /// Values owned by the builder alone are read and changed without the exclusivity checks of a class's variable.
    init(_ paths: JSONPaths) {
      self.paths = paths.takeTable()
      nodes.reserveCapacity(self.paths.lastNodeCount)
    }

    /// Returns the numbers of paths.
    fileprivate mutating func returnPaths(to paths: JSONPaths) {
      self.paths.lastNodeCount = nodes.count
      paths.putBack(&self.paths)
    }

    /// Appends the next value with its descendants. Its members whose names are in `without` are left out.
    mutating func append(
      _ reader: inout JSONReader, path: Int32, name: Int32 = -1, without: Set<String>
    ) throws(JSONError) {
      let kind = try reader.peek()
      let index = nodes.count
      nodes.append(Node(kind: .null, path: path, name: name, offset: reader.position))
      switch kind {
      case .null: try reader.readNull()
      case .boolean: nodes[index].kind = try reader.readBool() ? .yes : .no
      case .number:
        switch try reader.readNumber() {
        case .integer(let number): (nodes[index].kind, nodes[index].payload) = (.integer, number)
        case .real(let number):
          (nodes[index].kind, nodes[index].payload) = (.real, Int64(bitPattern: number.bitPattern))
        }
      case .string: try appendText(&reader, index)
      case .array:
        nodes[index].kind = .array
        try reader.beginArray()
        var element: Int32 = -1
        while try reader.nextElement() {
          if element < 0 { element = paths.element(of: path) }
          try append(&reader, path: element, without: [])
        }
      case .object: try appendMembers(&reader, index, path, without)
      }
      nodes[index].end = Int32(clamping: nodes.count)
    }

    private mutating func appendText(_ reader: inout JSONReader, _ index: Int) throws(JSONError) {
      if let run = reader.readPlainRun() {
        (nodes[index].kind, nodes[index].isASCII) = (.plainText, run.isASCII)
        (nodes[index].offset, nodes[index].payload) = (run.start, Int64(run.end - run.start))
      } else {
        (nodes[index].kind, nodes[index].payload) = (.text, Int64(texts.count))
        texts.append(try reader.readString())
      }
    }

    private mutating func appendMembers(
      _ reader: inout JSONReader, _ index: Int, _ path: Int32, _ without: Set<String>
    ) throws(JSONError) {
      nodes[index].kind = .object
      try reader.beginObject()
      let object = paths.beginObject()
      var previous: Int32 = -1
      while try reader.nextName() {
        if !without.isEmpty, without.contains(reader.name) {
          try reader.skipStructure()
          continue
        }
        let member = paths.member(
          at: reader.nameRange, of: reader.bytes, unescaped: reader.unescapedName, in: path, after: previous)
        previous = member
        var name: Int32 = -1
        if !paths.isName(member) {
          name = Int32(clamping: texts.count)
          texts.append(reader.name)
          nodes[index].isASCII = true
        } else if paths.isRepeated(member, in: object) {
          nodes[index].isASCII = true
        }
        try append(&reader, path: member, name: name, without: [])
      }
    }

    fileprivate mutating func append(_ kind: Node.Kind, name: String? = nil, _ value: JSONValue? = nil) {
      var node = Node(kind: kind, path: JSONPaths.root, name: -1, offset: 0)
      if let name {
        node.name = Int32(clamping: texts.count)
        texts.append(name)
      }
      if let value {
        node.payload = Int64(links.count)
        links.append(value)
      }
      nodes.append(node)
      nodes[nodes.count - 1].end = Int32(clamping: nodes.count)
    }

    fileprivate mutating func append(text: String) {
      append(.text)
      nodes[nodes.count - 1].payload = Int64(texts.count)
      texts.append(text)
    }

    fileprivate mutating func close() { nodes[0].end = Int32(clamping: nodes.count) }
  }
}

extension JSONReader {
  /// Reads the next value. Its members whose names are in `without` are left out.
  ///
  /// `paths` counts unread values; nil for a first look at a file that is read again. `at` is the path of the value in the file.
  /// `hasKind` is true for a record of JSON Lines.
  package mutating func readValue(
    without: Set<String> = [], paths: JSONPaths? = nil, at path: Int32 = JSONPaths.root, hasKind: Bool = false
  ) throws(JSONError) -> JSONValue {
    let paths = paths ?? JSONPaths()
    var builder = JSONDocument.Builder(paths)
    do throws(JSONError) {
      try builder.append(&self, path: path, without: without)
    } catch {
      builder.returnPaths(to: paths)
      throw error
    }
    builder.returnPaths(to: paths)
    return JSONValue(JSONDocument(builder, self, paths, hasKind: hasKind), 0)
  }
}

extension JSONValue {
  /// An object with these members.
  package static func object(_ members: [Member]) -> JSONValue {
    var builder = JSONDocument.Builder(JSONPaths())
    builder.append(.object)
    builder.nodes[0].isASCII = true
    for member in members { builder.append(.link, name: member.name, member.value) }
    builder.close()
    return JSONValue(JSONDocument(builder), 0)
  }

  /// A list of these elements.
  package static func array(_ elements: [JSONValue]) -> JSONValue {
    var builder = JSONDocument.Builder(JSONPaths())
    builder.append(.array)
    for element in elements { builder.append(.link, element) }
    builder.close()
    return JSONValue(JSONDocument(builder), 0)
  }

  /// A text.
  package static func string(_ text: String) -> JSONValue {
    var builder = JSONDocument.Builder(JSONPaths())
    builder.append(text: text)
    return JSONValue(JSONDocument(builder), 0)
  }

  /// Returns the JSON inside the text, or nil if the text is not JSON. Its unread values count as unread parts of this text.
  package func parsedText(isLenient: Bool = false) -> JSONValue? {
    guard let text, let document else { return nil }
    var reader = JSONReader(InputBytes(Array(text.utf8)), isLenient: isLenient)
    reader.isDerived = true
    let path = document.paths.embedded(in: document.nodes[index].path)
    guard let value = try? reader.readValue(paths: document.paths, at: path) else { return nil }
    guard (try? reader.endDocument()) != nil else {
      value.markAllRead()
      return nil
    }
    return value
  }
}
