/// A message by everything that helps to find it.
public struct NamedMessage: Sendable, Equatable, Encodable {
  /// The id of its element, such as `m-17`.
  public var id: String
  /// Its index in the conversation, counted from 0; nil if its element has none.
  public var index: Int?
  /// The sender's name; nil for a notice.
  public var sender: String?
  /// The time in UTC; nil if it has none.
  public var time: String?

  /// Creates the name of a message.
  public init(id: String, index: Int? = nil, sender: String? = nil, time: String? = nil) {
    (self.id, self.index, self.sender, self.time) = (id, index, sender, time)
  }
}
