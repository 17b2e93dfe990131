import ImportKit

/// A detection by the first lines of a file: it tells whether the file is an IRC log, and of a channel.
struct LogDetector {
  /// Lines with a time that somebody said or did, or that tell of the channel.
  private var strong = 0
  private var recognised = 0
  /// Messages that other logs may have as well.
  private var unmarked = 0
  private var filled = 0
  /// Up to three different nicks, by the bytes of their names.
  private var nicks: Set<[UInt8]> = []
  /// Indicates whether times are there that a zone has to be assumed for.
  private(set) var needsZone = false
  /// Indicates whether somebody joined, left or was given a mode: a channel, not a talk of two.
  private var hasChannelEvents = false

  private static let headLimit = 8 * 1024
  private static let lineLimit = 64 * 1024
  /// After as many lines nothing new is learnt if all looks as it should.
  private static let strongLimit = 8

  /// Looks at the whole lines among the first bytes, no further than it takes to be certain.
  init(_ bytes: InputBytes) {
    // LINE's lines are those of WeeChat without dates.
    if DayTranscriptDetector(bytes).isChat { return }
    var offset = LogLines.start(of: bytes)
    while offset < min(bytes.count, Self.headLimit), strong < Self.strongLimit || !isLog || !isChannel {
      // No further than a long line goes: a file of other kind may be one line of many GB.
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

  /// Indicates whether most lines are those of a log, and at least one could be nothing else.
  var isLog: Bool { strong > 0 && recognised * 2 >= filled }

  /// Indicates whether a file beside logs is one too: most of its lines are messages without a sign, and none is certain.
  var mayBeLog: Bool { isLog || unmarked * 10 >= filled * 9 && unmarked > 0 }

  /// Indicates whether there is nothing to read: the log of a silent day.
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
