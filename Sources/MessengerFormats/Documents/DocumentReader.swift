import ChatModel
import ImportKit

/// Reads the members of a document as the types that its format declares.
///
/// A member of another type is left out with a warning that says where it is and what to write instead, so
/// that one odd value costs no message. A `null` member counts as absent.
struct DocumentReader {
  /// A step of the path inside the document.
  private enum ReadingStep {
    case member(StaticString)
    case list(StaticString, Int)
  }

  /// The longest plausible duration, in seconds: a hundred years.
  static let longestDuration = 3.2e9

  var json: JSONReader
  /// The file, as the user named it.
  let file: String
  /// The current line, if known, in formats with one message a line.
  var line: Int?
  /// The diagnostics since the caller last moved them away.
  var diagnostics: [Diagnostic] = []
  /// The outermost list and the index of its current element, where the path of diagnostics begins.
  private var root: (list: StaticString, index: Int)?
  private var trail: [ReadingStep] = []
  /// False while parts whose values were counted before are read again.
  var isCounted = true
  private var unknownMembers = UnknownMembers()
  /// The rules by which the format leaves parts out.
  private let omissions: FormatOmissions
  private var account: ImportAccount?
  /// The paths of unread members; nil until there are some.
  private var paths: JSONPaths?
  /// The path of the outermost list's elements; nil until something in one is counted.
  private var elementPath: Int32?

  init(_ json: JSONReader, file: String, omissions: FormatOmissions) {
    (self.json, self.file, self.omissions) = (json, file, omissions)
  }

  // MARK: Walking

  /// Sets the beginning of the path of diagnostics: the element `index` of the outermost `list`, if known. A reading has one such
  /// list.
  mutating func enter(_ list: StaticString, _ index: Int?) {
    root = index.map { (list, $0) }
    // A path remains only if reading broke off.
    if !trail.isEmpty { trail.removeAll(keepingCapacity: true) }
  }

  /// Enters the next object, the value of `member` or, with no name, an element of a list.
  ///
  /// Returns false if something else comes, which is skipped with a warning.
  mutating func beginObject(_ member: StaticString = "") throws(JSONError) -> Bool {
    guard try expect(.object, member, "an object", "write it in { }") else { return false }
    try json.beginObject()
    trail.append(.member(member))
    return true
  }

  /// Goes to the next member that the format has, or leaves the object; others are counted and skipped.
  mutating func nextMember<Member>(
    in table: JSONMemberTable<Member>, of object: StaticString
  ) throws(JSONError) -> Member? {
    while try nextName() {
      if let member = member(in: table) { return member }
      try skipUnknown(of: object)
    }
    return nil
  }

  /// Goes to the next member, whatever its name, or leaves the object.
  mutating func nextName() throws(JSONError) -> Bool {
    guard try !json.nextName() else { return true }
    trail.removeLast()
    return false
  }

  /// The current member, if it is in `table`.
  func member<Member>(in table: JSONMemberTable<Member>) -> Member? {
    json.unescapedName.map(table.member(named:)) ?? table.member(at: json.nameRange, of: json.bytes)
  }

  /// Skips the current member's value, and counts it as not read.
  mutating func skipUnknown(of object: StaticString) throws(JSONError) {
    countUnknown(json.name, of: object, at: json.nameRange.lowerBound)
    try skipCounted()
  }

  /// Skips the current member's value, which goes to the account: as left out by a rule of the format, or as unknown.
  mutating func skipCounted() throws(JSONError) {
    guard isCounted else { return try json.skipValue() }
    _ = try countedValue()
  }

  /// Reads the current member's value. Unread parts of it go to the account.
  mutating func countedValue() throws(JSONError) -> JSONValue {
    guard isCounted else { return try json.readValue() }
    let paths = self.paths ?? makePaths()
    let path = paths.member(
      at: json.nameRange, of: json.bytes, unescaped: json.unescapedName, in: objectPath(paths))
    return try json.readValue(paths: paths, at: path)
  }

  private mutating func makePaths() -> JSONPaths {
    let account = self.account ?? ImportAccount()
    let paths = JSONPaths(account, file: file)
    (self.account, self.paths) = (account, paths)
    return paths
  }

  /// Returns the path of the object that is being read.
  private mutating func objectPath(_ paths: JSONPaths) -> Int32 {
    var path = JSONPaths.root
    if let root {
      path = elementPath ?? paths.element(of: paths.member("\(root.list)"))
      elementPath = path
    }
    for step in trail {
      switch step {
      case .member(let name): if name.utf8CodeUnitCount > 0 { path = paths.member("\(name)", in: path) }
      case .list(let name, _):
        if name.utf8CodeUnitCount > 0 { path = paths.member("\(name)", in: path) }
        path = paths.element(of: path)
      }
    }
    return path
  }

  /// Counts a member, whose name is at `offset`, as not read.
  mutating func countUnknown(_ name: String, of object: StaticString, at offset: Int) {
    if isCounted { unknownMembers.count(name, of: object, at: offset) }
  }

  /// Enters the next list, the value of `member`. Returns false if something else comes, with a warning.
  mutating func beginList(_ member: StaticString) throws(JSONError) -> Bool {
    guard try expect(.array, member, "a list", "write it in [ ]") else { return false }
    try json.beginArray()
    trail.append(.list(member, -1))
    return true
  }

  /// Goes to the next element of the list, or leaves it.
  mutating func nextElement() throws(JSONError) -> Bool {
    guard case .list(let name, let index) = trail.removeLast() else { preconditionFailure("no list is open") }
    guard try json.nextElement() else { return false }
    trail.append(.list(name, index + 1))
    return true
  }

  /// Reads a value found in place of a message, reports the loss, and returns a message that shows it.
  mutating func notAMessage(remedy: String = "") throws(JSONError) -> Message {
    let found = try json.peek()
    report(.loss, "not-a-message", "\(found.words) found where a message is expected\(remedy)")
    let text = found == .string ? try json.readString() : nil
    if found != .string { try json.skipValue() }
    return Message(id: "", content: .part(Unsupported(kind: found.words, text: text)))
  }

  // MARK: Values

  /// Reads the next value as text.
  mutating func text(_ member: StaticString) throws(JSONError) -> String? {
    if json.current == UInt8(ascii: "\"") { return try json.readString() }
    guard try expect(.string, member, "text", "write it in double quotes") else { return nil }
    return try json.readString()
  }

  /// Reads the next value as an id: text, or a whole number taken as text.
  mutating func identifier(_ member: StaticString) throws(JSONError) -> String? {
    if json.current == UInt8(ascii: "\"") { return try json.readString() }
    guard try json.peek() == .number else { return try text(member) }
    let start = json.position
    if try json.scanNumber() { return json.bytes.string(in: start..<json.position) }
    warn(
      "wrong-type", member, "is a number with a fraction where an id is expected; write it in double quotes")
    return nil
  }

  /// Reads the next value as a number, if it is in `range`.
  mutating func number(_ member: StaticString, in range: ClosedRange<Double>) throws(JSONError) -> Double? {
    guard try expect(.number, member, "a number", "write it without quotes") else { return nil }
    let value = try json.readNumber().double
    guard range.contains(value) else {
      warn("out-of-range", member, "is out of range; it is left out")
      return nil
    }
    return value
  }

  /// Reads the next value as a count: a whole number, not negative.
  mutating func count(_ member: StaticString) throws(JSONError) -> Int? {
    guard try expect(.number, member, "a whole number", "write it without quotes") else { return nil }
    switch try json.readNumber() {
    case .integer(let value) where value >= 0: return Int(value)
    case .real(let value) where value >= 0 && value < 1e15: return Int(value)
    default:
      warn("out-of-range", member, "is not a whole number from 0 up; it is left out")
      return nil
    }
  }

  /// Reads the next value as a truth value.
  mutating func flag(_ member: StaticString) throws(JSONError) -> Bool? {
    guard try expect(.boolean, member, "true or false", "write it without quotes") else { return nil }
    return try json.readBool()
  }

  /// Reads the next value as a time.
  mutating func timestamp(_ member: StaticString) throws(JSONError) -> Timestamp? {
    let remedy: StaticString =
      "write an instant such as 2026-05-01T09:12:03Z, or local time such as 2026-05-01T09:12:03"
    let timestamp: Timestamp?
    if try json.peek() == .number {
      let time = try json.readNumber().double
      timestamp = Timestamp(epoch: time)
      if timestamp == nil { warn("wrong-value", member, "is not a time; \(remedy)") }
      return timestamp
    }
    if let range = json.readPlainRange() {
      timestamp = json.bytes.withBytes(in: range) { Timestamp($0) }
    } else if try expect(.string, member, "a time", remedy) {
      timestamp = Timestamp(try json.readString())
    } else {
      return nil
    }
    if timestamp == nil { warn("wrong-value", member, "is not a time; \(remedy)") }
    return timestamp
  }

  // MARK: Diagnostics

  /// Leaves a diagnostic about `member` of the current object.
  mutating func warn(
    _ code: String, _ member: StaticString, _ rest: String, _ severity: Diagnostic.Severity = .warning
  ) {
    let name = member.utf8CodeUnitCount == 0 ? "it" : "`\(member)`"
    report(severity, code, "\(name) \(rest)", member)
  }

  /// Leaves a diagnostic with a sentence of its own.
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: String, _ sentence: String, _ member: StaticString = ""
  ) {
    diagnostics.append(
      Diagnostic(
        severity, code, sentence,
        at: Origin(file: file, line: line, offset: json.position, path: path(to: member))))
  }

  /// Moves the diagnostics so far to `log`.
  mutating func moveDiagnostics(to log: inout DiagnosticLog) {
    guard !(diagnostics.isEmpty && json.repairs.isEmpty) else { return }
    for diagnostic in diagnostics { log.append(diagnostic) }
    for repair in json.repairs { log.append(repair.diagnostic(in: file)) }
    diagnostics.removeAll(keepingCapacity: true)
    json.repairs.removeAll(keepingCapacity: true)
  }

  /// Moves the counts of unknown members to `log`, at the end of a reading.
  mutating func moveUnknownMembers(to log: inout DiagnosticLog) {
    for diagnostic in unknownMembers.diagnostics(in: file) { log.append(diagnostic) }
    unknownMembers = UnknownMembers()
    // When released, the paths report to the account.
    (paths, elementPath) = (nil, nil)
    if let account {
      log.account.merge(account.account.explained(by: omissions))
      self.account = nil
    }
  }

  private func path(to member: StaticString) -> String? {
    var path = ""
    func append(_ name: StaticString) {
      guard name.utf8CodeUnitCount > 0 else { return }
      path += path.isEmpty ? "\(name)" : ".\(name)"
    }
    func append(_ list: StaticString, _ index: Int) {
      append(list)
      path += "[\(index)]"
    }
    if let root { append(root.list, root.index) }
    for step in trail {
      switch step {
      case .member(let name): append(name)
      case .list(let name, let index): append(name, index)
      }
    }
    append(member)
    return path.isEmpty ? nil : path
  }

  /// True if a value of `kind` comes next. Otherwise it is skipped, with a warning unless it is null.
  private mutating func expect(
    _ kind: JSONReader.Kind, _ member: StaticString, _ wanted: StaticString, _ remedy: StaticString
  ) throws(JSONError) -> Bool {
    let found = try json.peek()
    if found == kind { return true }
    if found != .null {
      warn("wrong-type", member, "is \(found.words) where \(wanted) is expected; \(remedy)")
    }
    try json.skipValue()
    return false
  }
}

extension JSONReader.Kind {
  /// The words for a value of this kind in a sentence.
  var words: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}

/// Members that are not read, counted by name.
struct UnknownMembers {
  private struct Count {
    var object: String
    var name: String
    var count: Int
    var firstOffset: Int
  }
  /// At most this many different names are counted apart: hostile input could make every one different.
  private static let nameLimit = 100
  private var counts: [Count] = []
  private var indexes: [String: Int] = [:]
  private var others = 0

  mutating func count(_ name: String, of object: StaticString, at offset: Int) {
    let key = "\(object) \(name)"
    if let index = indexes[key] {
      counts[index].count += 1
    } else if counts.count < Self.nameLimit {
      indexes[key] = counts.count
      counts.append(Count(object: "\(object)", name: name, count: 1, firstOffset: offset))
    } else {
      others += 1
    }
  }

  func diagnostics(in file: String) -> [Diagnostic] {
    var diagnostics = counts.map { unknown in
      let times = unknown.count == 1 ? "once" : "\(unknown.count) times"
      return Diagnostic(
        .note, "unknown-member",
        "member `\(unknown.name.prefix(60))` (\(unknown.object)) is unknown and was ignored (\(times))",
        at: Origin(file: file, offset: unknown.firstOffset))
    }
    if others > 0 {
      diagnostics.append(
        Diagnostic(
          .note, "unknown-member", "\(others) more unknown members were ignored",
          at: Origin(file: file)))
    }
    return diagnostics
  }
}
