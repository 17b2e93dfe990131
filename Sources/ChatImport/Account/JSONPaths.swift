import ChatModel

/// The paths of values in the JSON documents of one file, and how many values at each were never read.
///
/// Paths are numbered as they are met: names joined by dots, `[]` for the elements of a list, `*` for names that are ids, `(json)`
/// for JSON inside a text, and `**` for all that lies deeper than the limit on steps or is met after the limit on paths.
///
/// Objects of one kind have their members in the same order nearly always, so a path is found by comparing the name with the one
/// that followed last time; a dictionary answers only where that fails.
final class JSONPaths {
  /// The number of the path of a whole document.
  static let root: Int32 = 0

  private struct Entry {
    var parent: Int32
    /// The number of steps to here.
    var depth = 0
    /// The member's name, `[]`, `*`, `(json)` or `**`.
    var step: String
    /// The name as numbers, for comparisons; nil for steps that are no names, and for long names.
    var name: JSONMemberName?
    /// The first member of the object at this path that was read last; -1 if none was.
    var firstMember: Int32 = -1
    /// The member that followed this one last time; -1 if none did.
    var follower: Int32 = -1
    /// The path of the elements of the list at this path; -1 if there is none yet.
    var element: Int32 = -1
    var childCount = 0
    /// The object that had this member last, to notice a name that occurs twice.
    var lastObject = -1
  }

  private struct Step: Hashable {
    var parent: Int32
    var name: String
  }

  /// The unread values at a path in documents of one kind.
  private struct Tally {
    var records = 0
    var texts = 0
    private var lastDocument = -1
    /// The offset of the first one; -1 if it has none in the file.
    var example = -1

    mutating func add(isText: Bool, document: Int, offset: Int) {
      if lastDocument != document { records += 1 }
      lastDocument = document
      if isText { texts += 1 }
      if example < 0 { example = offset }
    }
  }

  private let account: ImportAccount?
  private let file: String
  private var entries = [Entry(parent: -1, step: "")]
  private var numbers: [Step: Int32] = [:]
  /// The tallies of values of one use, by path.
  private struct UseTallies {
    var use: JSONDocument.Use
    var paths: [Tally] = []
  }
  /// The tallies of documents of one kind. There are few uses, so looking through them takes less than hashing.
  private struct KindTallies {
    var kind: String
    var uses: [UseTallies] = []

    /// Returns the index of the tallies of a use.
    mutating func index(of use: JSONDocument.Use) -> Int {
      if let known = uses.firstIndex(where: { $0.use == use }) { return known }
      uses.append(UseTallies(use: use))
      return uses.count - 1
    }
  }
  private var tallies: [KindTallies] = []
  private var kindIndexes: [String: Int] = [:]
  private var documentCount = 0
  private var objectCount = 0
  /// True once the outermost object or list was read as a whole, or all of it but one long member.
  var hasDocument = false
  /// The number of nodes of the document that was read last: the room to reserve for the next one.
  var lastNodeCount = 8

  /// The most members of an object that have paths of their own; others count as `*`.
  private static let childLimit = 200
  /// The most paths of a file: as many as an account has rows. Each has one `**` below it at most.
  private static let pathLimit = Account.rowLimit
  /// The most steps of a path.
  private static let depthLimit = 64
  /// The most kinds of records.
  private static let kindLimit = 64
  /// The name of a step that is an id, and of kinds that are told apart no more.
  private static let anyName = "*"
  /// The last step of paths that go no further.
  private static let anyPath = "**"

  /// Creates the paths of `file`. Without an account, nothing is counted.
  init(_ account: ImportAccount? = nil, file: String = "") {
    self.account = account
    self.file = file
  }

  deinit { report() }

  /// True if values that nobody reads are counted.
  var isCounted: Bool { account != nil }

  // MARK: Numbering

  /// Returns the path of the member whose name is `range` of `bytes`, in the object at `parent`.
  ///
  /// `previous` is the path of the member before it, or -1. `unescaped` is the name if the bytes have escapes.
  func member(
    at range: Range<Int>, of bytes: InputBytes, unescaped: String?, in parent: Int32, after previous: Int32
  ) -> Int32 {
    let expected = previous < 0 ? entries[Int(parent)].firstMember : entries[Int(previous)].follower
    if unescaped == nil, range.count <= JSONMemberName.limit {
      let name = JSONMemberName(bytes, at: range)
      if expected >= 0, entries[Int(expected)].name == name { return expected }
      let found = number(of: bytes.repairedString(in: range), name, in: parent)
      expect(found, in: parent, after: previous)
      return found
    }
    let found = number(of: unescaped ?? bytes.repairedString(in: range), nil, in: parent)
    expect(found, in: parent, after: previous)
    return found
  }

  /// Returns the path of the elements of the list at `parent`.
  func element(of parent: Int32) -> Int32 {
    let known = entries[Int(parent)].element
    if known >= 0 { return known }
    let number = number(of: "[]", nil, in: parent)
    entries[Int(parent)].element = number
    return number
  }

  /// Returns the path of the JSON inside the text at `parent`.
  func embedded(in parent: Int32) -> Int32 { number(of: "(json)", nil, in: parent) }

  /// Returns the path of the member `name` of the document, or of the object at `parent`, for values that are read one by one.
  func member(_ name: String, in parent: Int32 = root) -> Int32 { number(of: name, nil, in: parent) }

  /// The member's name; nil for a path that several names share.
  func name(of path: Int32) -> String? {
    let step = entries[Int(path)].step
    return step == Self.anyName || step == Self.anyPath ? nil : step
  }

  /// Returns the path of the member `name` of objects at `parent`; -1 if none had a path of its own so far.
  func known(_ name: String, in parent: Int32) -> Int32 { numbers[Step(parent: parent, name: name)] ?? -1 }

  /// Returns a number for an object, which is larger than that of any earlier one.
  func beginObject() -> Int {
    objectCount += 1
    return objectCount
  }

  /// Notes a member of an object. Returns true if the object may have had one of this name before.
  func isRepeated(_ path: Int32, in object: Int) -> Bool {
    defer { entries[Int(path)].lastObject = object }
    return entries[Int(path)].lastObject == object
  }

  private func expect(_ path: Int32, in parent: Int32, after previous: Int32) {
    if previous < 0 {
      entries[Int(parent)].firstMember = path
    } else {
      entries[Int(previous)].follower = path
    }
  }

  private func number(of name: String, _ key: JSONMemberName?, in parent: Int32) -> Int32 {
    if entries[Int(parent)].step == Self.anyPath { return parent }
    if let known = numbers[Step(parent: parent, name: name)] { return known }
    let depth = entries[Int(parent)].depth + 1
    if depth == Self.depthLimit || entries.count >= Self.pathLimit, name != Self.anyPath {
      return number(of: Self.anyPath, nil, in: parent)
    }
    let isStep = name == "[]" || name == "(json)" || name == Self.anyName || name == Self.anyPath
    if !isStep, entries[Int(parent)].childCount >= Self.childLimit || !name.isMemberName {
      return number(of: Self.anyName, nil, in: parent)
    }
    let number = Int32(clamping: entries.count)
    entries.append(Entry(parent: parent, depth: depth, step: name, name: key))
    entries[Int(parent)].childCount += 1
    numbers[Step(parent: parent, name: name)] = number
    return number
  }

  // MARK: Counting

  /// Counts the values of a document that were not read.
  ///
  /// `kind` is the type of a record of JSON Lines, or empty.
  func count(_ document: JSONDocument, kind: String) {
    documentCount += 1
    let kind = index(ofKind: kind)
    let (nodes, bytes) = (document.nodes, document.bytes)
    for node in nodes {
      if case .read = node.use { continue }
      let isText: Bool
      switch node.kind {
      case .null, .object, .array, .link: continue
      case .no, .yes, .integer, .real: isText = false
      case .plainText:
        guard node.payload > 0 else { continue }
        isText =
          !node.isASCII
          || bytes.firstIndex(of: 0x20, in: node.offset..<node.offset + Int(node.payload)) != nil
      case .text:
        let text = document.texts[Int(node.payload)]
        guard !text.isEmpty else { continue }
        isText = text.utf8.contains { $0 == 0x20 || $0 >= 0x80 }
      }
      let use = tallies[kind].index(of: node.use)
      Self.add(
        to: &tallies[kind].uses[use].paths, Int(node.path), entries.count, isText, documentCount,
        document.isInFile ? node.offset : -1)
    }
  }

  private func index(ofKind kind: String) -> Int {
    if let index = kindIndexes[kind] { return index }
    // Hostile input may have a new kind in each line, or words of people for one.
    let isTold = kind.isEmpty || tallies.count < Self.kindLimit && kind.isKindName
    guard isTold || kind == Self.anyName else { return index(ofKind: Self.anyName) }
    kindIndexes[kind] = tallies.count
    tallies.append(KindTallies(kind: kind))
    return tallies.count - 1
  }

  private static func add(
    to tallies: inout [Tally], _ path: Int, _ count: Int, _ isText: Bool, _ document: Int, _ offset: Int
  ) {
    if path >= tallies.count {
      tallies += repeatElement(Tally(), count: max(count, path + 1) - tallies.count)
    }
    tallies[path].add(isText: isText, document: document, offset: offset)
  }

  private func report() {
    guard let account else { return }
    // A file of one record has no kinds, whatever its type is called.
    let hasKinds = documentCount > 1
    for kind in tallies {
      let prefix = hasKinds && !kind.kind.isEmpty ? "<\(kind.kind)>" : ""
      for tallies in kind.uses { report(tallies, after: prefix, to: account) }
    }
  }

  private func report(_ tallies: UseTallies, after prefix: String, to account: ImportAccount) {
    for (path, tally) in tallies.paths.enumerated() where tally.records > 0 {
      var row = Account.Row(
        path: text(of: Int32(clamping: path), after: prefix), records: tally.records, texts: tally.texts,
        example: Origin(file: file, offset: tally.example < 0 ? nil : tally.example))
      switch tallies.use {
      case .unread, .read: row.state = .unknown
      case .card: row.state = .card
      case .leftOut(let rule): row.leaveOut(rule)
      }
      account.add(row)
    }
  }

  /// Returns the path in words: `messages[].text`.
  func text(of path: Int32, after prefix: String = "") -> String {
    var steps: [String] = []
    var next = path
    while next > Self.root {
      steps.append(entries[Int(next)].step)
      next = entries[Int(next)].parent
    }
    var text = prefix
    for step in steps.reversed() {
      if !text.isEmpty, step != "[]", step != "(json)" { text += "." }
      text += step
    }
    return text
  }
}

extension String {
  /// True for a name that a program gave to a kind of records, such as `response.output_item`, and false for words.
  fileprivate var isKindName: Bool {
    utf8.count <= 40
      && utf8.allSatisfy { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || [0x5F, 0x2D, 0x2E, 0x3A, 0x2F].contains(byte)
      }
  }

  /// True for a name that a program gave to a member, and false for an id, a date, a file's name or a person's.
  fileprivate var isMemberName: Bool {
    let scalars = unicodeScalars
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII ? (scalar.value | 0x20) &- 0x61 < 26 : scalar.properties.isAlphabetic
    }
    guard let first = scalars.first, isLetter(first) || first == "_" || first == "$", scalars.count <= 41,
      scalars.allSatisfy({
        isLetter($0) || ("0"..."9").contains($0) || $0 == "_" || $0 == "$" || $0 == " " || $0 == "-"
      })
    else { return false }
    return !isIdentifierLike
  }

  /// True for words of digits and letters that look like an id: hexadecimal, long, in capitals, or after a prefix such as `msg_`.
  private var isIdentifierLike: Bool {
    let bytes = Array(utf8)
    func all(_ isMatch: (UInt8) -> Bool) -> Bool { bytes.allSatisfy(isMatch) }
    func isHex(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 <= 5 }
    if bytes.count >= 40, !contains(" ") { return true }
    if bytes.count >= 12, all(isHex) { return true }
    if (32...40).contains(bytes.count), all({ isHex($0) || $0 == 0x2D }) { return true }
    if (8...14).contains(bytes.count), all({ $0 &- 0x30 <= 9 || $0 &- 0x41 <= 25 }) { return true }
    let prefixes = [
      "msg", "call", "toolu", "req", "fc", "rs", "resp", "item", "thread", "run", "asst", "file", "srvtoolu",
    ]
    return prefixes.contains { prefix in
      hasPrefix(prefix) && bytes.count >= prefix.utf8.count + 7
        && (bytes[prefix.utf8.count] == 0x2D || bytes[prefix.utf8.count] == 0x5F) && !contains(" ")
    }
  }
}
