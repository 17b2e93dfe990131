import CJSONScan
import ImportKit

/// The first members of a message, as long as they are the usual ones: its id, sender, time, text and perhaps
/// the message it answers.
///
/// They are strings without escapes, so one look at the bytes finds them, and nothing is made of them yet.
struct FastMessageMembers {
  /// The members by their names in the file, in the order in which most programs write them.
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

  /// The offset after them: a comma before another member, or the message's end. Nil if there are none.
  var end: Int? { members.behind == 0 ? nil : start &+ Int(members.behind) }

  /// True if the message has no other members.
  var areAll: Bool { members.are_all }

  /// The string of a member, or nil if it is missing.
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
