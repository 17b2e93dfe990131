import ChatModel
import ImportKit

/// The nicks of bots that carry messages from other networks into a channel, as `<bot> <ann> hello` or `<bot> [net] <ann> hello`.
///
/// A nick is a bridge if nearly all its lines are of that form. The speaker is then the inner name.
struct BridgedNicks: Sendable {
  /// The bytes of a file that are read: a bot that speaks at all soon does.
  private static let sampleSize = 128 * 1024
  private static let leastLines = 3

  private struct Tally: Sendable {
    var lines = 0
    var bridged = 0
  }
  /// By the bytes of the nick.
  private var tallies: [[UInt8]: Tally] = [:]
  /// More nicks than this are not counted.
  private static let nickLimit = 50_000
  private var nicks: Set<[UInt8]> = []

  init() {}

  /// Counts the lines of a file.
  mutating func count(_ bytes: InputBytes) {
    var offset = LogLines.start(of: bytes)
    while offset < min(bytes.count, Self.sampleSize) {
      let end = LogLines.end(of: bytes, from: offset)
      if end - offset < 4096, case .message(let nick, let text) = LogLine(bytes, from: offset, to: end).shape
      {
        let key = bytes.array(in: nick)
        if tallies.count < Self.nickLimit || tallies[key] != nil {
          tallies[key, default: Tally()].lines += 1
          if BridgedText(bytes, text) != nil { tallies[key, default: Tally()].bridged += 1 }
        }
      }
      offset = end + 1
    }
  }

  /// Finds out which nicks are bridges; called once, after the last file.
  mutating func finish() {
    for (nick, tally) in tallies
    where tally.bridged >= Self.leastLines && tally.bridged * 10 >= tally.lines * 9 { nicks.insert(nick) }
    tallies = [:]
  }

  /// Returns the speaker and the words in a line of this nick; nil if it is not a bridge, or speaks for itself.
  @inline(__always)
  func spoken(by nick: Range<Int>, _ text: Range<Int>, in bytes: InputBytes) -> BridgedText? {
    if nicks.isEmpty { return nil }
    return nicks.contains(bytes.array(in: nick)) ? BridgedText(bytes, text) : nil
  }
}

/// A text preceded by the name of its speaker on another network.
struct BridgedText {
  /// The name, without colour codes and the invisible characters that keep people from being pinged.
  let name: String
  /// The network, if it is named.
  let network: String?
  /// The words.
  let text: Range<Int>

  /// A network's name and a person's are no longer.
  private static let nameLimit = 96

  /// Parses `<ann> hello` and `[net] <ann> hello`. Returns nil for anything else.
  init?(_ bytes: InputBytes, _ range: Range<Int>) {
    var offset = Self.behindCodes(range.lowerBound, bytes, range)
    var network: String?
    if offset < range.upperBound, bytes[offset] == UInt8(ascii: "[") {
      guard let inside = Self.inside("]", from: offset + 1, bytes, range) else { return nil }
      network = Self.name(bytes, inside)
      offset = inside.upperBound + 1
      while offset < range.upperBound, bytes[offset] == 0x20 || bytes[offset] < 0x20 {
        offset = bytes[offset] == 0x20 ? offset + 1 : Self.behindCodes(offset, bytes, range)
      }
    }
    guard offset < range.upperBound, bytes[offset] == UInt8(ascii: "<"),
      let inside = Self.inside(">", from: offset + 1, bytes, range)
    else { return nil }
    name = Self.name(bytes, inside)
    self.network = network.flatMap { $0.isEmpty ? nil : $0 }
    offset = Self.behindCodes(inside.upperBound + 1, bytes, range)
    guard !name.isEmpty, offset == range.upperBound || bytes[offset] == 0x20 else { return nil }
    text = min(offset + 1, range.upperBound)..<range.upperBound
  }

  private static func behindCodes(_ start: Int, _ bytes: InputBytes, _ range: Range<Int>) -> Int {
    var offset = start
    while offset < range.upperBound, bytes[offset] < 0x20, bytes[offset] != 0x09 {
      offset = MIRCFormatting.offset(behindCodeAt: offset, in: bytes, limit: range.upperBound)
    }
    return offset
  }

  /// Returns the range up to a closing bracket on the line.
  private static func inside(
    _ close: Unicode.Scalar, from start: Int, _ bytes: InputBytes, _ range: Range<Int>
  ) -> Range<Int>? {
    let limit = min(range.upperBound, start + nameLimit)
    guard start < limit,
      let end = bytes.firstIndex(of: UInt8(truncatingIfNeeded: close.value), in: start..<limit)
    else { return nil }
    return start..<end
  }

  private static func name(_ bytes: InputBytes, _ range: Range<Int>) -> String {
    let text = StyledLogText(bytes, range, isAction: false).content.string
    let shown = text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    var name = String(String.UnicodeScalarView(shown))
    while name.hasPrefix(" ") { name.removeFirst() }
    while name.hasSuffix(" ") { name.removeLast() }
    return name
  }
}
