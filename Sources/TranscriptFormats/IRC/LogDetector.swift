import ImportKit

/// Detects by the first lines of a file whether it is an IRC log, and whether of a channel.
struct LogDetector {
  /// Lines with a time that somebody said or did, or that are about the channel.
  private var strong = 0
  private var recognised = 0
  /// Messages that other logs may have as well.
  private var unmarked = 0
  private var filled = 0
  /// Up to three different nicks, by the bytes of their names.
  private var nicks: Set<[UInt8]> = []
  /// True if a zone has to be assumed for some times.
  private(set) var needsZone = false
  /// True if somebody joined, left or was given a mode: a channel, not a private chat.
  private var hasChannelEvents = false

  private static let headLimit = 8 * 1024
  private static let lineLimit = 64 * 1024
  /// After so many lines nothing new is learnt if all look right.
  private static let strongLimit = 8

  /// Reads the whole lines among the first bytes, no further than it takes to be certain.
  init(_ bytes: InputBytes) {
    // LINE's lines look like WeeChat's without dates.
    if DayTranscriptDetector(bytes).isChat { return }
    var offset = LogLines.start(of: bytes)
    while offset < min(bytes.count, Self.headLimit), strong < Self.strongLimit || !isLog || !isChannel {
      // No further than a long line: a file of another kind may be one line of many GB.
      let limit = min(bytes.count, offset + Self.lineLimit)
      guard let end = bytes.firstIndex(of: 0x0A, in: offset..<limit) ?? (limit == bytes.count ? limit : nil)
      else {
        filled += 1
        break
      }
      if end > offset { add(LogLine(bytes, from: offset, to: end), bytes) }
      offset = end + 1
    }
  }

  /// True if most lines are log lines, and at least one could be nothing else.
  var isLog: Bool { strong > 0 && recognised * 2 >= filled }

  /// True if a file next to logs is a log too: most of its lines are messages without a sign, and none is certain.
  var mayBeLog: Bool { isLog || unmarked * 10 >= filled * 9 && unmarked > 0 }

  /// True if there is nothing to read, as in the log of a silent day.
  var isEmpty: Bool { filled == 0 }

  var isChannel: Bool { hasChannelEvents || nicks.count > 2 }

  private mutating func add(_ line: LogLine, _ bytes: InputBytes) {
    if line.shape == .blank { return }
    filled += 1
    var isTimed = true
    switch line.time {
    case .none: isTimed = false
    case .instant: break
    default: needsZone = true
    }
    switch line.shape {
    case .blank, .unknown: return
    case .marker:
      strong += 1
      needsZone = true
    case .message(let nick, _), .action(let nick, _):
      if isTimed { strong += 1 }
      if nicks.count < 3 { nicks.insert(bytes.array(in: nick)) }
    case .unmarkedMessage: unmarked += 1
    case .event(let event):
      if isTimed { strong += 1 }
      if event.kind != .info, event.kind != .nick, event.kind != .quit { hasChannelEvents = true }
    }
    recognised += 1
  }
}
