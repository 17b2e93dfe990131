public import Frames

/// The branches and threads of a message.
public struct Relations: Sendable, Hashable {
  /// The message's number among its alternatives; nil if it has none.
  public var branch: Branch?
  /// True if the message is on another branch than the current one; it is then shown folded.
  public var isOffBranch = false
  /// Number of answers in the thread that the message started.
  public var answers = 0
  /// The links to related messages, at most one for each purpose.
  public var links: [MessageLink] = []

  /// One of several alternatives.
  public struct Branch: Sendable, Hashable {
    /// The number of this one, from 1.
    public var number: Int
    /// The number of alternatives.
    public var count: Int
    /// Alternative `number` of `count`.
    public init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  /// No relations.
  public init() {}

  /// Returns the link for a purpose, or nil.
  func link(_ purpose: MessageLink.Purpose) -> MessageLink? { links.first { $0.purpose == purpose } }
}
