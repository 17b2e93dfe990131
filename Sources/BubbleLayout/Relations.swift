public import Frames

/// What a message has to do with others besides answering one: branches and threads.
public struct Relations: Sendable, Hashable {
  /// Which of several alternatives it is, counted from 1, and how many there are; nil where there are none.
  public var branch: Branch?
  /// The alternatives before and after it.
  public var previous: JumpTarget?
  public var next: JumpTarget?
  /// Whether it lies on another branch than the current one, and is folded away.
  public var isElsewhere = false
  /// How many messages answer it in its thread.
  public var answers = 0
  /// The first of them.
  public var firstAnswer: JumpTarget?
  /// The message that began the thread it belongs to.
  public var threadRoot: JumpTarget?

  public struct Branch: Sendable, Hashable {
    public var number: Int
    public var count: Int
    public init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  public init() {}
}
