import ChatModel
import ImportKit

/// The names in front of a file's messages, counted before the messages are read.
///
/// A name ends at the first colon followed by a space. Notices of Android have no name but may have such a colon, and a contact
/// may be called `Lager: Halle 3`; the other lines of the file distinguish them.
struct WhatsAppSenders {
  private struct SenderCount {
    var lines = 0
    /// Lines of the sender's own words: the app marks its own with U+200E on iOS.
    var plainLines = 0
    /// The text before the next colon, with the number of lines.
    var continuations: [String: Int] = [:]

    /// The most frequent continuation.
    var continuation: (words: String, lines: Int)? {
      continuations.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
    }
  }

  /// More names than people in any chat; further names in hostile files are not counted.
  private static let limit = 50_000
  /// The most characters of a name. Groups may have names of 100.
  private static let nameLimit = 120

  private var counts: [SenderCount] = []
  private var indexes: [String: Int] = [:]
  /// The names met first, which are found by their bytes.
  private var recent: [(bytes: [UInt8], index: Int)] = []
  private static let recentLimit = 12
  /// Names with a colon and a space in them, longest first.
  private var longNames: [String] = []
  private var notices: Set<String> = []
  /// Names in front of a colon without a blank, with the numbers of lines.
  private var tight: [String: Int] = [:]
  /// True if some of these lines may be notices, which have no name in front of them on Android.
  private var mayBeNotices = false
  /// The ones that are people's.
  private var tightNames: Set<String> = []
  /// Words that precede a colon in so many lines are a name.
  private static let enoughTight = 3
  /// The most bytes of such a name.
  private static let tightLimit = 90

  /// True if there is a name with a colon and a space in it.
  var hasLongNames: Bool { !longNames.isEmpty }

  /// Counts a line, whose name would be in `name`, and whose text begins after a colon and a space.
  mutating func add(_ name: Range<Int>, line end: Int, of bytes: InputBytes, isPlain: Bool) {
    guard let index = index(of: name, bytes) else { return }
    // A second colon is looked for in the first lines, and as long as one has been found.
    if counts[index].lines < 3 || !counts[index].continuations.isEmpty {
      let rest = bytes.repairedString(in: name.upperBound + 2..<max(end, name.upperBound + 2))
      // The app's own words, such as `<attached: `, are not part of a name.
      if isPlain, !rest.utf8.starts(with: "<".utf8), let words = Self.name(in: rest[...]),
        counts[index].continuations.count < 8 || counts[index].continuations[words] != nil
      {
        counts[index].continuations[words, default: 0] += 1
      }
    }
    counts[index].lines += 1
    if isPlain { counts[index].plainLines += 1 }
  }

  /// Counts a line that has no colon with a blank after it: some texts have none after names, `阿强:早`.
  /// `isBracketed` is true for lines of iOS, where each has a name in front.
  mutating func addTight(_ line: Range<Int>, of bytes: InputBytes, isBracketed: Bool) {
    // The app's own words, and addresses.
    guard let colon = Self.tightColon(in: line, of: bytes),
      !bytes.has([0xE2, 0x80, 0x8E], at: line.lowerBound), !bytes.has("//", at: colon.upperBound)
    else { return }
    let name = bytes.repairedString(in: line.lowerBound..<colon.lowerBound)
    guard tight.count < Self.limit || tight[name] != nil, !Self.isNotice(name) else { return }
    tight[name, default: 0] += 1
    if !isBracketed { mayBeNotices = true }
  }

  /// The most lines of a name by the part before a colon in it: notices about somebody called
  /// `Ana:Work` begin like words of Ana.
  private var linesByBeginning: [String: Int] {
    var lines: [String: Int] = [:]
    for (name, index) in indexes {
      guard let colon = name.firstColon else { continue }
      let beginning = String(name[..<colon])
      lines[beginning] = max(lines[beginning] ?? 0, counts[index].lines)
    }
    return lines
  }

  /// The first colon of a line, which may be of full width, if the part before it is no longer than a
  /// name.
  private static func tightColon(in line: Range<Int>, of bytes: InputBytes) -> Range<Int>? {
    for offset in line.prefix(tightLimit + 1) {
      if bytes[offset] == UInt8(ascii: ":") { return offset > line.lowerBound ? offset..<offset + 1 : nil }
      if bytes[offset] == 0xEF, bytes.has("：", at: offset) {
        return offset > line.lowerBound ? offset..<offset + 3 : nil
      }
    }
    return nil
  }

  /// Returns the warning that words in front of a colon may be names, or nil if none are in
  /// doubt.
  func doubt(in file: String) -> Diagnostic? {
    let names = tight.filter { name, _ in
      !tightNames.contains(name) && name.split(separator: " ").count <= 3 && name.contains(where: \.isLetter)
        && !name.contains(where: \.isNumber) && name.lowercased() != "http" && name.lowercased() != "https"
    }
    guard let name = names.keys.min() else { return nil }
    let count = names.values.reduce(0, +)
    return Diagnostic(
      .warning, "colon-without-blank",
      "\(count == 1 ? "a line has" : "\(count) lines have") words such as '\(name):' without a space after the colon; too few to tell "
        + "whether they are names, they are shown as notices", at: Origin(file: file))
  }

  /// The index of a name's count, which is added if missing.
  private mutating func index(of name: Range<Int>, _ bytes: InputBytes) -> Int? {
    for known in recent where known.bytes.count == name.count && bytes.has(known.bytes, at: name.lowerBound) {
      return known.index
    }
    let text = bytes.repairedString(in: name)
    if let index = indexes[text] { return index }
    guard counts.count < Self.limit else { return nil }
    let index = counts.count
    counts.append(SenderCount())
    indexes[text] = index
    if recent.count < Self.recentLimit { recent.append((Array(bytes.array(in: name)), index)) }
    return index
  }

  /// Decides which names are people's. `title` is the chat's, which is the other person's name unless it is a group.
  /// `hasMarks` is true if the app marks its own words, so that all others have a name in front.
  mutating func finish(title: String, hasMarks: Bool) {
    let longer = tight.isEmpty ? [:] : linesByBeginning
    // Sorted, so that reaching the limit drops the same names in every run.
    for (name, lines) in tight.sorted(by: { $0.key < $1.key }) {
      guard longer[name, default: 0] < (mayBeNotices ? 1 : max(2, lines / 3)),
        lines >= (hasMarks ? 1 : Self.enoughTight) || name == title || indexes[name] != nil
      else {
        continue
      }
      tightNames.insert(name)
      if indexes[name] == nil, counts.count < Self.limit {
        indexes[name] = counts.count
        counts.append(SenderCount())
      }
      if let index = indexes[name] {
        counts[index].lines += lines
        counts[index].plainLines += lines
      }
    }
    for name in indexes.keys.sorted() {
      guard let count = self[name], let (words, lines) = count.continuation else { continue }
      let long = "\(name): \(words)"
      if lines >= 3 && lines * 5 >= count.lines * 3 || long == title { longNames.append(long) }
    }
    longNames.sort { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    for name in indexes.keys.sorted() where Self.isNotice(name) || isNoticeAboutLongName(name) {
      notices.insert(name)
    }
  }

  /// Splits a line after its head into name and text; nil if it is a notice without a name.
  func split(_ line: Substring) -> (name: Substring, text: Substring)? {
    for name in longNames where line.hasPrefix(name) {
      let rest = line.dropFirst(name.count)
      if let text = Self.text(behindName: rest) { return (line.prefix(name.count), text) }
      // A notice about them.
      if rest.utf8.first == 0x20 { return nil }
    }
    let named = tightNames.isEmpty ? nil : tightName(of: line)
    guard let colon = TranscriptHead.colon(in: line) else { return named ?? withoutSpace(line) }
    let name = line[..<colon]
    if let named, named.name.utf8.count < name.utf8.count { return named }
    guard !notices.contains(String(name)) else { return nil }
    return (name, line[line.index(after: colon)...].droppingSpace)
  }

  /// True if `name` ever says something of its own. A group's name is in front of notices only.
  func speaks(_ name: String) -> Bool { (self[name]?.plainLines ?? 0) > 0 }

  /// The names that say something of their own.
  var speakers: [String] { indexes.filter { counts[$0.value].plainLines > 0 }.map(\.key) }

  /// Returns the longest name of a sender that `text` contains, or nil.
  func name(in text: String) -> String? {
    speakers.filter { $0.count >= 2 && text.contains($0) }.max { ($0.count, $0) < ($1.count, $1) }
  }

  private subscript(name: String) -> SenderCount? { indexes[name].map { counts[$0] } }

  /// `Name:text` and `Name：text` if the name occurs like this in other lines.
  private func tightName(of line: Substring) -> (name: Substring, text: Substring)? {
    guard let colon = line.firstColon, tightNames.contains(String(line[..<colon])) else { return nil }
    return (line[..<colon], line[line.unicodeScalars.index(after: colon)...].droppingSpace)
  }

  /// `Name:text`, which some versions write, and `Name:` alone, if other lines have the name.
  private func withoutSpace(_ line: Substring) -> (name: Substring, text: Substring)? {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = line[..<colon]
    let rest = line[line.utf8.index(after: colon)...]
    guard !name.isEmpty, indexes[String(name)] != nil || rest.isEmpty else { return nil }
    return (name, rest)
  }

  private static func text(behindName rest: Substring) -> Substring? {
    guard rest.utf8.first == UInt8(ascii: ":") else { return nil }
    let text = rest.droppingBytes(1)
    return text.isEmpty || text.utf8.first == 0x20 ? text.droppingSpace : nil
  }

  private static func name(in rest: Substring) -> String? {
    guard let colon = TranscriptHead.colon(in: rest) else { return nil }
    let name = rest[..<colon]
    return name.count <= nameLimit && !name.contains("\n") ? String(name) : nil
  }

  /// True if `name` is the beginning of a notice: longer than a name, or with an unclosed quotation, as in
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

  /// True if `name` is the beginning of a notice about somebody with a colon in their name: `Ann added Lager`.
  private func isNoticeAboutLongName(_ name: String) -> Bool {
    guard !longNames.isEmpty else { return false }
    return longNames.contains { long in
      guard let colon = TranscriptHead.colon(in: long[...]) else { return false }
      let start = long[..<colon]
      return name.count > start.count && name.hasSuffix(" \(start)")
    }
  }
}

extension StringProtocol {
  /// The first colon, of either width, with a mark on it or without.
  fileprivate var firstColon: Index? { unicodeScalars.firstIndex { $0 == ":" || $0 == "：" } }
}

extension Substring {
  /// The text without one space at its beginning.
  fileprivate var droppingSpace: Substring {
    utf8.first == UInt8(ascii: " ") ? self[utf8.index(after: startIndex)...] : self
  }
}
