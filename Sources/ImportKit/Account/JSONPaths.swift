import ChatModel

/// The paths of values in the JSON documents of one file, and how many values at each were never read.
///
/// Paths are numbered as they occur: names joined by dots, `[]` for the elements of a list, `*` for names that are ids, `(json)` for JSON
/// inside a text, and `**` for everything deeper than the limit on steps or after the limit on paths.
package final class JSONPaths {
  /// The number of the path of a whole document.
  package static let root = JSONPathTable.root

  /// The unread values at a path in documents of one kind.
  private struct Tally {
    var records = 0
    var texts = 0
    private var lastDocument = -1
    /// The offset of the first one in the file, whichever was counted first; -1 if none has one.
    ///
    /// Values are counted when a format lets go of them, and one that keeps them in a dictionary does so in any order.
    var example = -1

    mutating func add(isText: Bool, document: Int, offset: Int) {
      if lastDocument != document { records += 1 }
      lastDocument = document
      if isText { texts += 1 }
      if offset >= 0, example < 0 || offset < example { example = offset }
    }
  }

  private let account: ImportAccount?
  private let file: String
  private var table = JSONPathTable()
  /// The tallies of values with one use, by path.
  private struct UseTallies {
    var use: JSONDocument.Use
    var paths: [Tally] = []
  }
  /// The tallies of documents of one kind. There are few uses, so searching them takes less time than hashing.
  private struct KindTallies {
    var kind: String
    var uses: [UseTallies] = []

    /// Returns the index of the tallies for a use.
    mutating func index(of use: JSONDocument.Use) -> Int {
      if let known = uses.firstIndex(where: { $0.use == use }) { return known }
      uses.append(UseTallies(use: use))
      return uses.count - 1
    }
  }
  private var tallies: [KindTallies] = []
  private var kindIndexes: [String: Int] = [:]
  private var documentCount = 0
  /// True once the outermost object or list was read whole, or all of it but one long member.
  var hasDocument = false

  /// The most kinds of records.
  private static let kindLimit = 64
  /// The name for all kinds beyond the limit.
  private static let anyName = JSONPathTable.anyName

  /// Creates the paths of `file`. Without an account, nothing is counted.
  package init(_ account: ImportAccount? = nil, file: String = "") {
    self.account = account
    self.file = file
  }

  deinit { report() }

  /// True if unread values are counted.
  package var isCounted: Bool { account != nil }

  // MARK: Numbering

  /// Lends the numbers of paths to a reader of a document, until ``putBack(_:)``.
  func takeTable() -> JSONPathTable {
    var taken = JSONPathTable.lent
    swap(&taken, &table)
    return taken
  }

  /// Takes back the numbers of paths.
  func putBack(_ lent: inout JSONPathTable) { swap(&lent, &table) }

  /// Returns the path of the member whose name is `range` of `bytes`, in the object at `parent`.
  package func member(at range: Range<Int>, of bytes: InputBytes, unescaped: String?, in parent: Int32)
    -> Int32
  {
    table.member(at: range, of: bytes, unescaped: unescaped, in: parent, after: -1)
  }

  /// Returns the path of the elements of the list at `parent`.
  package func element(of parent: Int32) -> Int32 { table.element(of: parent) }

  /// Returns the path of the JSON inside the text at `parent`.
  package func embedded(in parent: Int32) -> Int32 { table.embedded(in: parent) }

  /// Returns the path of the member `name` of the document, or of the object at `parent`, for values that are read one by one.
  package func member(_ name: String, in parent: Int32 = root) -> Int32 { table.member(name, in: parent) }

  /// The member's name; nil for a path that several names share.
  package func name(of path: Int32) -> String? { table.name(of: path) }

  /// The paths with short names so far.
  var index: JSONPathIndex { table.index }

  /// Returns the path of the member `name` of objects at `parent`; -1 if none had a path of its own so far.
  package func known(_ name: String, in parent: Int32) -> Int32 { table.known(name, in: parent) }

  // MARK: Counting

  /// Counts the values of a document that were not read.
  ///
  /// `kind` is the type of a record of JSON Lines, or empty.
  package func count(_ document: JSONDocument, kind: String) {
    documentCount += 1
    let kind = index(ofKind: kind)
    let (nodes, uses, bytes) = (document.nodes, document.uses, document.bytes)
    for index in nodes.indices where uses[index] != .read {
      let node = nodes[index]
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
      let use = tallies[kind].index(of: uses[index])
      Self.add(
        to: &tallies[kind].uses[use].paths, Int(node.path), table.count, isText, documentCount,
        document.isInFile ? node.offset : -1)
    }
  }

  private func index(ofKind kind: String) -> Int {
    if let index = kindIndexes[kind] { return index }
    // Hostile input may have a new kind in each line, or people's words as a kind.
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
    // A file of one record has no kinds, whatever its type.
    let hasKinds = documentCount > 1
    for kind in tallies {
      let prefix = hasKinds && !kind.kind.isEmpty ? "<\(kind.kind)>" : ""
      for tallies in kind.uses { report(tallies, after: prefix, to: account) }
    }
  }

  private func report(_ tallies: UseTallies, after prefix: String, to account: ImportAccount) {
    for (path, tally) in tallies.paths.enumerated() where tally.records > 0 {
      var row = Account.Row(
        path: table.text(of: Int32(clamping: path), after: prefix), records: tally.records,
        texts: tally.texts,
        example: Origin(file: file, offset: tally.example < 0 ? nil : tally.example))
      switch tallies.use {
      case .unread, .read: row.state = .unknown
      case .card: row.state = .card
      case .leftOut(let rule): row.leaveOut(rule)
      }
      account.add(row)
    }
  }
}

extension String {
  /// True for a kind of records named by a program, such as `response.output_item`; false for words.
  fileprivate var isKindName: Bool {
    utf8.count <= 40
      && utf8.allSatisfy { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || [0x5F, 0x2D, 0x2E, 0x3A, 0x2F].contains(byte)
      }
  }
}
