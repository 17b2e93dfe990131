import ChatModel

/// The paths of values in JSON documents, by number.
///
/// Objects of one kind nearly always have their members in one order, so a path is found by comparing the name with the one that
/// followed last time. If that fails, and for members that a format asks for, a table of short names is searched; a dictionary has the
/// long names and decides about new ones.
struct JSONPathTable {
  /// The number of the path of a whole document.
  static let root: Int32 = 0

  private struct Entry {
    var parent: Int32
    /// The number of steps from the root.
    var depth = 0
    /// The member's name, `[]`, `*`, `(json)` or `**`.
    var step: String
    /// True if the step is a name.
    var isName = false
    /// The name as numbers, for comparisons; nil for steps that are no names, and for long names.
    var name: JSONMemberName?
    /// The first member of the last object read at this path; -1 if none was.
    var firstMember: Int32 = -1
    /// The member that followed this one last time; -1 if none did.
    var follower: Int32 = -1
    /// The path of the elements of the list at this path; -1 if there is none yet.
    var element: Int32 = -1
    var childCount = 0
    /// The last object with this member, to notice a name that occurs twice.
    var lastObject = -1
  }

  private struct Step: Hashable {
    var parent: Int32
    var name: String
  }

  private var entries = [Entry(parent: -1, step: "")]
  private var numbers: [Step: Int32] = [:]
  /// The paths with short names.
  private(set) var index = JSONPathIndex()
  private var objectCount = 0
  /// The number of nodes of the last document read, to reserve as many for the next one.
  var lastNodeCount = 8

  /// The most members of an object that have paths of their own; others count as `*`.
  private static let childLimit = 200
  /// The most paths of a file: as many as an account has rows. Each has at most one `**` below it.
  private static let pathLimit = Account.rowLimit
  /// The most steps of a path.
  private static let depthLimit = 64
  /// The name of a step that is an id.
  static let anyName = "*"
  /// The last step of paths that continue no further.
  private static let anyPath = "**"

  /// The table left in place of one that is lent.
  static let lent = JSONPathTable()

  /// The number of paths.
  var count: Int { entries.count }

  /// Returns the path of the member whose name is `range` of `bytes`, in the object at `parent`.
  ///
  /// `previous` is the path of the member before it, or -1. `unescaped` is the name if the bytes have escapes.
  mutating func member(
    at range: Range<Int>, of bytes: InputBytes, unescaped: String?, in parent: Int32, after previous: Int32
  ) -> Int32 {
    if let unescaped { return number(of: unescaped, JSONMemberName(unescaped), in: parent) }
    guard range.count <= JSONMemberName.limit else {
      let isID = range.count <= 40 && range.allSatisfy { bytes[$0].isHexadecimalOrDash }
      return number(of: isID ? Self.anyName : bytes.repairedString(in: range), nil, in: parent)
    }
    let name = JSONMemberName(bytes, at: range)
    let expected = previous < 0 ? entries[Int(parent)].firstMember : entries[Int(previous)].follower
    if expected >= 0, entries[Int(expected)].name == name { return expected }
    var found = index.number(of: name, in: parent)
    if found < 0 { found = number(of: bytes.repairedString(in: range), name, in: parent) }
    if previous < 0 {
      entries[Int(parent)].firstMember = found
    } else {
      entries[Int(previous)].follower = found
    }
    return found
  }

  /// Returns the path of the elements of the list at `parent`.
  mutating func element(of parent: Int32) -> Int32 {
    let known = entries[Int(parent)].element
    if known >= 0 { return known }
    let number = number(of: "[]", nil, in: parent)
    entries[Int(parent)].element = number
    return number
  }

  /// Returns the path of the JSON inside the text at `parent`.
  mutating func embedded(in parent: Int32) -> Int32 { number(of: "(json)", nil, in: parent) }

  /// Returns the path of the member `name` of the object at `parent`, for values that are read individually.
  mutating func member(_ name: String, in parent: Int32) -> Int32 {
    number(of: name, JSONMemberName(name), in: parent)
  }

  /// Returns the path of the member `name` of objects at `parent`; -1 if none has had a path of its own so far.
  func known(_ name: String, in parent: Int32) -> Int32 {
    guard let short = JSONMemberName(name) else { return numbers[Step(parent: parent, name: name)] ?? -1 }
    return index.number(of: short, in: parent)
  }

  /// The member's name; nil for a path that several names share.
  func name(of path: Int32) -> String? {
    let step = entries[Int(path)].step
    return step == Self.anyName || step == Self.anyPath ? nil : step
  }

  /// True for a path of only one name.
  @inline(__always)
  func isName(_ path: Int32) -> Bool { entries[Int(path)].isName }

  /// Returns a number for an object, which is larger than any earlier one's.
  mutating func beginObject() -> Int {
    objectCount += 1
    return objectCount
  }

  /// Notes a member of an object. Returns true if the object may have had one of this name before.
  mutating func isRepeated(_ path: Int32, in object: Int) -> Bool {
    defer { entries[Int(path)].lastObject = object }
    return entries[Int(path)].lastObject == object
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

  // MARK: Numbering

  private mutating func number(of name: String, _ key: JSONMemberName?, in parent: Int32) -> Int32 {
    if entries[Int(parent)].step == Self.anyPath { return parent }
    if let known = numbers[Step(parent: parent, name: name)] { return known }
    let depth = entries[Int(parent)].depth + 1
    if depth == Self.depthLimit || entries.count >= Self.pathLimit, name != Self.anyPath {
      return number(of: Self.anyPath, nil, in: parent)
    }
    let isName = !(name == "[]" || name == "(json)" || name == Self.anyName || name == Self.anyPath)
    if isName, entries[Int(parent)].childCount >= Self.childLimit || !name.isMemberName {
      return number(of: Self.anyName, nil, in: parent)
    }
    let number = Int32(clamping: entries.count)
    entries.append(Entry(parent: parent, depth: depth, step: name, isName: isName, name: isName ? key : nil))
    entries[Int(parent)].childCount += 1
    numbers[Step(parent: parent, name: name)] = number
    if isName, let key { index.add(number, key, in: parent) }
    return number
  }
}

extension UInt8 {
  /// True for hexadecimal digits and the dash, which make up ids.
  fileprivate var isHexadecimalOrDash: Bool {
    self &- 0x30 <= 9 || (self | 0x20) &- 0x61 <= 5 || self == 0x2D
  }
}

extension String {
  /// True for a member name given by a program; false for an id, a date, a file's name or a person's.
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
  ///
  /// Small letters alone are a word, for example `file_access`.
  private var isIdentifierLike: Bool {
    let bytes = Array(utf8)
    func all(_ isMatch: (UInt8) -> Bool) -> Bool { bytes.allSatisfy(isMatch) }
    func isHex(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 <= 5 }
    if bytes.count >= 40, !contains(" ") { return true }
    if bytes.count >= 12, all(isHex) { return true }
    if (32...40).contains(bytes.count), all({ isHex($0) || $0 == 0x2D }) { return true }
    if (8...14).contains(bytes.count), all({ $0 &- 0x30 <= 9 || $0 &- 0x41 <= 25 }) { return true }
    if all({ $0 == 0x5F || $0 &- 0x61 <= 25 }) { return false }
    let prefixes = [
      "msg", "call", "toolu", "req", "fc", "rs", "resp", "item", "thread", "run", "asst", "file", "srvtoolu",
    ]
    return prefixes.contains { prefix in
      hasPrefix(prefix) && bytes.count >= prefix.utf8.count + 7
        && (bytes[prefix.utf8.count] == 0x2D || bytes[prefix.utf8.count] == 0x5F) && !contains(" ")
    }
  }
}
