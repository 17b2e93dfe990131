import Synchronization

/// The state of a running export. The program prints it; libraries only report it.
public struct Progress: Sendable {
  /// The stages of an export, in their order.
  public enum Stage: Sendable { case reading, fonts, pages }
  /// The current stage.
  public var stage: Stage
  /// Messages read or written so far in this stage.
  public var messages: Int
  /// Messages in all; 0 while they are being counted.
  public var total: Int
  /// Pages written so far.
  public var pages: Int

  init(_ stage: Stage, messages: Int = 0, total: Int = 0, pages: Int = 0) {
    (self.stage, self.messages, self.total, self.pages) = (stage, messages, total, pages)
  }
}

/// Adds up the progress of all conversations, because several can be written at once.
final class ProgressTally: Sendable {
  private let now: Mutex<Progress>
  private let tell: @Sendable (Progress) -> Void

  init(total: Int, tell: @escaping @Sendable (Progress) -> Void) {
    now = Mutex(Progress(.pages, total: total))
    self.tell = tell
  }

  /// Adds messages and pages of any conversation.
  func add(messages: Int, pages: Int) {
    now.withLock { now in
      now.messages += messages
      now.pages += pages
      tell(now)
    }
  }
}
