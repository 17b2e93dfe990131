/// The first members of a message, as long as they are those that most messages have: who wrote it, when, what, and perhaps
/// what it answers.
///
/// They are strings that stand for themselves, so one look at the bytes finds them, and nothing is made of them yet.
struct PlainMembers {
  /// The members, as they are called in the file.
  enum Name: Int, CaseIterable {
    case id, from, at, text, replyTo
  }
  /// Where the message begins: all places are counted from there.
  private let start: Int
  private var starts = [5 of UInt32](repeating: 0)
  private var ends = [5 of UInt32](repeating: 0)
  /// Which members there are, and which of them have nothing but printable characters of ASCII: a bit for each.
  private var found: UInt8 = 0
  private var inASCII: UInt8 = 0
  private var behind: UInt32 = 0
  /// Whether there are no others.
  private(set) var areAll = false

  /// What stands behind them: a comma in front of another member, or the end of the message. Nil where there are none.
  var end: Int? { behind == 0 ? nil : start &+ Int(behind) }

  /// The members at the beginning of the object that starts at `start`.
  init(_ bytes: InputBytes, from start: Int, to limit: Int) {
    self.start = start
    guard start < limit, bytes[start] == UInt8(ascii: "{") else { return }
    // A longer message is read by its members.
    let limit = min(limit, start &+ Int(Int32.max))
    var place = start
    repeat {
      place = bytes.placeBehindSpace(from: place &+ 1, limit: limit)
      guard let name = Name(bytes, at: place) else { return }
      let colon = bytes.word(at: place &+ name.length)
      // `:"`, as most programs write it, or `: "`.
      guard colon & 0xFFFF == 0x223A || colon & 0xFF_FFFF == 0x22_203A else { return }
      let run = bytes.plainRun(from: place &+ name.length &+ (colon & 0xFF00 == 0x2200 ? 2 : 3), limit: limit)
      guard run.end < limit, bytes[run.end] == UInt8(ascii: "\"") else { return }
      place = bytes.placeBehindSpace(from: run.end &+ 1, limit: limit)
      guard place < limit else { return }
      areAll = bytes[place] == UInt8(ascii: "}")
      guard areAll || bytes[place] == UInt8(ascii: ",") else { return }
      starts[name.rawValue] = UInt32(truncatingIfNeeded: run.start &- start)
      ends[name.rawValue] = UInt32(truncatingIfNeeded: run.end &- start)
      found |= name.bit
      inASCII = run.isASCII ? inASCII | name.bit : inASCII & ~name.bit
      behind = UInt32(truncatingIfNeeded: place &- start)
    } while !areAll
  }

  /// The string of a member, nil where it is lacking.
  @inline(__always)
  subscript(name: Name) -> InputBytes.PlainRun? {
    guard found & name.bit != 0 else { return nil }
    return InputBytes.PlainRun(
      start: start &+ Int(starts[name.rawValue]), end: start &+ Int(ends[name.rawValue]),
      isASCII: inASCII & name.bit != 0)
  }
}

extension PlainMembers.Name {
  /// The name that stands at `place`.
  @inline(__always)
  fileprivate init?(_ bytes: InputBytes, at place: Int) {
    let word = bytes.word(at: place)
    // With their quotes, the first byte lowest.
    switch (word & 0xFFFF_FFFF, word & 0xFFFF_FFFF_FFFF, word) {
    case (0x22_6469_22, _, _): self = .id
    case (0x22_7461_22, _, _): self = .at
    case (_, 0x22_6D6F_7266_22, _): self = .from
    case (_, 0x22_7478_6574_22, _): self = .text
    case (_, _, 0x6F54_796C_7065_7222):
      guard bytes.word(at: place &+ 8) & 0xFF == 0x22 else { return nil }
      self = .replyTo
    default: return nil
    }
  }

  @inline(__always)
  fileprivate var bit: UInt8 { 1 &<< UInt8(truncatingIfNeeded: rawValue) }

  /// With the quotes.
  @inline(__always)
  fileprivate var length: Int {
    switch self {
    case .id, .at: 4
    case .from, .text: 6
    case .replyTo: 9
    }
  }
}
