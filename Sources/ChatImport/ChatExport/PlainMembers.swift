/// The first members of a message, as long as they are those that most messages have: who wrote it, when, what, and perhaps
/// what it answers.
///
/// They are strings that stand for themselves, so one look at the bytes finds them, and nothing is made of them yet.
struct PlainMembers {
  /// The members, as they are called in the file.
  enum Name: Int, CaseIterable {
    case id, from, at, text, replyTo
  }
  private var runs = [5 of InputBytes.PlainRun](
    repeating: InputBytes.PlainRun(start: 0, end: 0, isASCII: true))
  private var found: UInt8 = 0
  /// What stands behind them: a comma in front of another member, or the end of the message. Nil where there are none.
  private(set) var end: Int?
  /// Whether there are no others.
  private(set) var areAll = false

  /// The members at the beginning of the object that starts at `start`.
  init(_ bytes: InputBytes, from start: Int, to limit: Int) {
    guard start < limit, bytes[start] == UInt8(ascii: "{") else { return }
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
      runs[name.rawValue] = run
      found |= 1 << UInt8(name.rawValue)
      end = place
    } while !areAll
  }

  /// The string of a member, nil where it is lacking.
  @inline(__always)
  subscript(name: Name) -> InputBytes.PlainRun? {
    found & 1 << UInt8(name.rawValue) != 0 ? runs[name.rawValue] : nil
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
