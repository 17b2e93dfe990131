/// The names in front of a file's messages, counted before the messages are read.
///
/// A name ends at the first colon with a space behind it. Notices of Android have no name but may have such a colon, and a contact
/// may be called `Lager: Halle 3`; the other lines of the file tell them apart.
struct WhatsAppSenders {
  private struct Count {
    var lines = 0
    /// Lines of the sender's own words: the app marks its own with U+200E on iOS.
    var plainLines = 0
    /// What stands before the next colon, as long as it is the same in all lines.
    var continuation: String?
  }

  /// More names than people in any chat; names of hostile files beyond are not counted.
  private static let limit = 50_000
  /// The most characters of a name. Groups may have names of 100.
  private static let nameLimit = 120

  private var counts: [String: Count] = [:]
  /// Names with a colon and a space in them, longest first.
  private var longNames: [String] = []
  private var notices: Set<String> = []

  /// Counts a line whose name would be `name`. `rest` is what stands behind its colon.
  mutating func add(_ name: String, rest: @autoclosure () -> Substring, isPlain: Bool) {
    guard counts.count < Self.limit || counts[name] != nil else { return }
    var count = counts[name] ?? Count()
    if count.lines == 0 {
      count.continuation = Self.name(in: rest())
    } else if let continuation = count.continuation, !rest().hasPrefix(continuation + ": ") {
      count.continuation = nil
    }
    count.lines += 1
    if isPlain { count.plainLines += 1 }
    counts[name] = count
  }

  /// Decides which names are people's. `title` is the chat's, which is the other person's name unless it is a group.
  mutating func finish(title: String) {
    for name in counts.keys.sorted() {
      guard let count = counts[name], let continuation = count.continuation else { continue }
      let long = "\(name): \(continuation)"
      if count.lines >= 3 || long == title { longNames.append(long) }
    }
    longNames.sort { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    for name in counts.keys.sorted() where Self.isNotice(name) || isNoticeAboutLongName(name) {
      notices.insert(name)
    }
  }

  /// Splits a line behind its head into name and text; nil if it is a notice without a name.
  func split(_ line: Substring) -> (name: Substring, text: Substring)? {
    for name in longNames where line.hasPrefix(name) {
      let rest = line.dropFirst(name.count)
      if let text = Self.text(behindName: rest) { return (line.prefix(name.count), text) }
    }
    guard let colon = Self.colon(in: line) else { return withoutSpace(line) }
    let name = line[..<colon]
    guard !notices.contains(String(name)) else { return nil }
    return (name, line[line.index(after: colon)...].droppingSpace)
  }

  /// Indicates whether `name` ever says something of its own. A group's name is in front of notices only.
  func speaks(_ name: String) -> Bool { (counts[name]?.plainLines ?? 0) > 0 }

  /// `Name:text`, which some versions write, and `Name:` alone, if others lines have the name.
  private func withoutSpace(_ line: Substring) -> (name: Substring, text: Substring)? {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = line[..<colon]
    let rest = line[line.utf8.index(after: colon)...]
    guard !name.isEmpty, counts[String(name)] != nil || rest.isEmpty else { return nil }
    return (name, rest)
  }

  private static func text(behindName rest: Substring) -> Substring? {
    guard rest.utf8.first == UInt8(ascii: ":") else { return nil }
    let text = rest.dropFirst()
    return text.isEmpty || text.first == " " ? text.droppingSpace : nil
  }

  /// The colon that ends the name at the beginning of `line`: the first with a space behind it.
  static func colon(in line: Substring) -> Substring.Index? {
    let bytes = line.utf8
    var start = bytes.startIndex
    while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
      let next = bytes.index(after: colon)
      if next < bytes.endIndex, bytes[next] == UInt8(ascii: " ") {
        return colon == bytes.startIndex ? nil : colon
      }
      start = next
    }
    return nil
  }

  private static func name(in rest: Substring) -> String? {
    guard let colon = colon(in: rest) else { return nil }
    let name = rest[..<colon]
    return name.count <= nameLimit && !name.contains("\n") ? String(name) : nil
  }

  /// Indicates whether `name` is the beginning of a notice: longer than a name, or with a quotation that is not closed in it, as in
  /// `Ann created group “Book Club`.
  private static func isNotice(_ name: String) -> Bool {
    guard name.count <= nameLimit else { return true }
    var (open, straight) = (0, 0)
    for scalar in name.unicodeScalars {
      switch scalar {
      case "“", "„", "«", "「", "『", "‹": open += scalar == "“" && open > 0 ? -1 : 1
      case "”", "»", "」", "』", "›": open -= 1
      case "\"": straight += 1
      default: break
      }
    }
    return open > 0 || straight % 2 == 1
  }

  /// Indicates whether `name` is the beginning of a notice about somebody with a colon in their name: `Ann added Lager`.
  private func isNoticeAboutLongName(_ name: String) -> Bool {
    guard !longNames.isEmpty, counts[name]?.lines == 1 else { return false }
    return longNames.contains { long in
      guard let colon = Self.colon(in: long[...]) else { return false }
      let start = long[..<colon]
      return name.count > start.count && name.hasSuffix(" \(start)")
    }
  }
}

extension Substring {
  /// The text without one space at its beginning.
  fileprivate var droppingSpace: Substring {
    utf8.first == UInt8(ascii: " ") ? self[utf8.index(after: startIndex)...] : self
  }
}
