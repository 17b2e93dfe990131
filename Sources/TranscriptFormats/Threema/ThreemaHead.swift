import ImportKit

/// The head of a message: `[30.1.2024, 09:22] ` on Android, `>>> 31. Januar 2024 um 09:22:10 MEZ: ` on iOS.
struct ThreemaHead {
  /// The way in which a text writes its heads.
  enum Style: Equatable {
    /// In brackets; all heads have this shape.
    case brackets(UInt64)
    /// With arrows that say who wrote the message.
    case arrows

    /// True for the texts of iOS, which have seconds.
    var isPhone: Bool { self == .arrows }

    /// Returns nil for a text that is no chat of Threema's: of the first lines, at least two must be heads, and the first one is. A
    /// comma or a word between date and time, without seconds, is Threema's alone: WhatsApp has seconds in brackets, and other programs
    /// write neither.
    init?(of bytes: InputBytes) {
      let start = LogLines.start(of: bytes)
      guard bytes.count > start else { return nil }
      if bytes[start] == UInt8(ascii: ">") || bytes[start] == UInt8(ascii: "<") {
        let heads = LogSample(bytes, from: start).filter { ThreemaHead(arrows: bytes, $0) != nil }
        guard let first = heads.first, first.lowerBound == start else { return nil }
        self = .arrows
        return
      }
      var (shape, names) = (UInt64?.none, 0)
      for line in LogSample(bytes, from: start) {
        guard let head = TranscriptHead(bytes, line), shape == nil || head.shape == shape else {
          if shape == nil { return nil }
          continue
        }
        guard head.isAmbiguous, Self.hasJoint(bytes, line.lowerBound..<head.end) else { return nil }
        shape = head.shape
        if let colon = TranscriptHead.colon(in: head.end..<line.upperBound, of: bytes),
          bytes[head.end] != 0x3C,
          colon - head.end <= 200
        {
          names += 1
        }
      }
      guard let shape, names >= 2 else { return nil }
      self = .brackets(shape)
    }

    /// True if a comma or a word other than a half of the day is in a head.
    private static func hasJoint(_ bytes: InputBytes, _ head: Range<Int>) -> Bool {
      let text = bytes.repairedString(in: head)
      return text.contains(",") || text.contains("،") || text.contains(" à ") || text.contains(" kl")
        || text.contains(" um ")
    }
  }

  /// True if a text begins with `[2024-01-30, `, as texts of Signal's by other programs do too; Threema writes so in few languages.
  static func hasYearFirst(_ bytes: InputBytes) -> Bool {
    let start = LogLines.start(of: bytes) + 1
    guard start + 4 < bytes.count else { return false }
    return (start..<start + 4).allSatisfy { bytes[$0] &- 0x30 <= 9 } && bytes[start + 4] == UInt8(ascii: "-")
  }

  /// The date, of a head in brackets.
  var date: NumericDate?
  /// Milliseconds since midnight, or of a head with arrows since 1970 on the wall clock.
  var clock: Int64
  /// The zone of a head with arrows; nil if it has none.
  var zone: WrittenZone?
  /// True if the owner wrote the message; nil if the head does not say.
  var isOwn: Bool?
  /// The offset after the head.
  var end: Int

  /// Reads the head of a line in a style, or returns nil if it has none.
  init?(_ bytes: InputBytes, _ line: Range<Int>, _ style: Style) {
    switch style {
    case .arrows:
      guard let head = ThreemaHead(arrows: bytes, line) else { return nil }
      self = head
    case .brackets(let shape):
      guard let head = TranscriptHead(bytes, line), head.shape == shape else { return nil }
      (date, clock, end) = (head.date, Int64(head.clock), head.end)
    }
  }

  /// The most bytes of a date and time.
  private static let limit = 160

  fileprivate init?(arrows bytes: InputBytes, _ line: Range<Int>) {
    guard line.count > 16 else { return nil }
    let isOwn = bytes.has(">>> ", at: line.lowerBound)
    guard isOwn || bytes.has("<<< ", at: line.lowerBound) else { return nil }
    // The time has colons too, so the first one before a space ends the head.
    let start = line.lowerBound + 4
    let end = min(line.upperBound, start + Self.limit)
    var next = start
    while let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: next..<end) {
      next = colon + 1
      guard next == line.upperBound || bytes[next] == 0x20 else { continue }
      let (words, zone) = WrittenZone.split(Array(bytes.repairedString(in: start..<colon).unicodeScalars))
      guard let milliseconds = WrittenTime.milliseconds(String(String.UnicodeScalarView(words))) else {
        return nil
      }
      (date, clock, self.zone, self.isOwn) = (nil, milliseconds, zone, isOwn)
      self.end = min(line.upperBound, colon + 2)
      return
    }
    return nil
  }
}
