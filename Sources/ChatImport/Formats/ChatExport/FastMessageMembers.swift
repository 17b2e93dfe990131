import CJSONScan

/// The first members of a message, as long as they are those that most messages have: who wrote it, when, what, and perhaps
/// what it answers.
///
/// They are strings that stand for themselves, so one look at the bytes finds them, and nothing is made of them yet.
struct FastMessageMembers {
  /// The members, as they are called in the file, in the order in which most programs write them.
  enum Name: Int, CaseIterable {
    case id, from, at, text, replyTo
  }
  /// Where the message begins.
  private let start: Int
  private let members: json_members

  /// The members at the beginning of the object that starts at `start`.
  @inline(__always)
  init(_ bytes: InputBytes, from start: Int, to limit: Int) {
    self.start = start
    members = bytes.plainMembers(from: start, limit: limit, Self.names)
  }

  /// What stands behind them: a comma in front of another member, or the end of the message. Nil where there are none.
  var end: Int? { members.behind == 0 ? nil : start &+ Int(members.behind) }

  /// Whether there are no others.
  var areAll: Bool { members.are_all }

  /// The string of a member, nil where it is lacking.
  @inline(__always)
  subscript(name: Name) -> InputBytes.PlainRun? {
    let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: name.rawValue)
    guard members.found & bit != 0 else { return nil }
    let place =
      switch name {
      case .id: members.places.0
      case .from: members.places.1
      case .at: members.places.2
      case .text: members.places.3
      case .replyTo: members.places.4
      }
    return InputBytes.PlainRun(
      start: start &+ Int(place.start), end: start &+ Int(place.end), isASCII: members.ascii & bit != 0)
  }

  private static let names = Name.allCases.map { json_name("\"\($0)\"") }
}

extension json_name {
  /// A name of at most 16 bytes, with its quotes.
  fileprivate init(_ name: String) {
    self.init()
    length = name.utf8.count
    for (place, byte) in name.utf8.enumerated() {
      let shift = UInt64(8 * (place % 8))
      if place < 8 {
        head |= UInt64(byte) << shift
        head_bits |= 0xFF << shift
      } else {
        tail |= UInt64(byte) << shift
        tail_bits |= 0xFF << shift
      }
    }
  }
}
