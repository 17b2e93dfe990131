/// The messages of a conversation in order, of a site or of a plan.
protocol RowSource {
  /// The messages that are in memory: from the first one not yet dropped.
  var window: ArraySlice<RowRecord> { get }

  /// Has at least `count` messages in the window, or all that remain. Returns false if none remain beyond the window.
  mutating func fill(_ count: Int) -> Bool

  /// Drops the first messages of the window.
  mutating func drop(_ count: Int)

  /// Returns the content and layout of a message, whether it is still in the window or not.
  mutating func row(_ record: RowRecord) -> ComparedRow

  /// Drops equal messages of both sides, as far as that is possible without looking at each. Returns their number.
  static func skipEqual(_ old: inout Self, _ new: inout Self) -> Int

  /// Returns the names of all senders.
  func senders() -> Set<String>

  /// The files that cannot be read, with the end of a sentence about each.
  var problems: [(file: String, words: String)] { get }

  /// Returns the path of the file that a message is in.
  func file(of record: RowRecord) -> String
}

/// A message by its position, with hashes of its identity and of everything about it.
struct RowRecord: Sendable {
  /// A hash of the whole element other than id and index: if it is equal, so are content, layout and classes.
  var raw: UInt64
  /// A hash of its id.
  var id: UInt64
  /// The index of its page or the number of its page in a plan.
  var page: Int32
  /// The offset of its element, or its index in a plan.
  var offset: Int32
  /// The bytes of its element.
  var length: Int32
}
