import CJSONScan
import ImportKit

/// The first members of a message, as long as they are those that most messages have: who wrote it, when, what, and perhaps
/// what it answers.
///
/// They are strings that stand for themselves, so one look at the bytes finds them, and nothing is made of them yet.
struct FastMessageMembers {
  /// The members, as they are called in the file, in the order in which most programs write them.
  enum Name: Int, CaseIterable {
    case id, from, at, text, replyTo
  }
  /// The offset of the message.
  private let start: Int
  private let members: json_members

  /// The members at the beginning of the object that starts at `start`.
  @inline(__always)
  init(_ bytes: InputBytes, from start: Int, to limit: Int) {
    self.start = start
    members = bytes.plainMembers(from: start, limit: limit, Self.names)
  }

  /// The offset behind them, of a comma before another member or of the message's end. Nil if there are none.
  var end: Int? { members.behind == 0 ? nil : start &+ Int(members.behind) }

  /// Indicates whether there are no others.
  var areAll: Bool { members.are_all }

  /// The string of a member, nil where it is lacking.
  @inline(__always)
  subscript(name: Name) -> InputBytes.PlainRun? {
    let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: name.rawValue)
    guard members.found & bit != 0 else { return nil }
    let range =
      switch name {
      case .id: members.ranges.0
      case .from: members.ranges.1
      case .at: members.ranges.2
      case .text: members.ranges.3
      case .replyTo: members.ranges.4
      }
    return InputBytes.PlainRun(
      start: start &+ Int(range.start), end: start &+ Int(range.end), isASCII: members.ascii & bit != 0)
  }

  private static let names = Name.allCases.map { json_name("\"\($0)\"") }
}

extension json_name {
  /// A name of at most 16 bytes, with its quotes.
  fileprivate init(_ name: String) {
    self.init()
    length = name.utf8.count
    for (index, byte) in name.utf8.enumerated() {
      let shift = UInt64(8 * (index % 8))
      if index < 8 {
        head |= UInt64(byte) << shift
        head_bits |= 0xFF << shift
      } else {
        tail |= UInt64(byte) << shift
        tail_bits |= 0xFF << shift
      }
    }
  }
}
