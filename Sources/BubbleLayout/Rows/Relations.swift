public import Frames

/// What a message has to do with others besides answering one: branches and threads.
public struct Relations: Sendable, Hashable {
  /// Which of several alternatives it is, counted from 1, and how many there are; nil where there are none.
  public var branch: Branch?
  /// Whether it lies on another branch than the current one, and is folded away.
  public var isOffBranch = false
  /// How many messages answer it in its thread.
  public var answers = 0
  /// The ways to other messages, at most one for each purpose.
  public var ways: [MessageLink] = []

  public struct Branch: Sendable, Hashable {
    public var number: Int
    public var count: Int
    public init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  public init() {}

  /// The way for a purpose, if there is one.
  func way(_ purpose: MessageLink.Purpose) -> MessageLink? { ways.first { $0.purpose == purpose } }
}
