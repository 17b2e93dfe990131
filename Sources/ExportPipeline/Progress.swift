import Synchronization

/// The state of a running export. The program prints it; libraries only report it.
public struct Progress: Sendable, Equatable {
  /// The stages of an export, in their order.
  public enum Stage: String, Sendable {
    /// Exports are recognised, and their messages converted.
    case opening
    /// Messages are counted, and facts about conversations collected.
    case reading
    /// Fonts are chosen and subset.
    case fonts
    /// Pages are laid out and written.
    case pages
  }
  /// The current stage.
  public var stage: Stage
  /// Messages read or written so far in this stage.
  public var messages: Int
  /// Messages in all; 0 while they are being counted.
  public var total: Int
  /// Pages written so far.
  public var pages: Int
  /// Conversations finished so far in this stage.
  public var conversations: Int
  /// Conversations in all; 0 while they are being counted.
  public var totalConversations: Int

  /// Creates the state of a stage.
  public init(
    _ stage: Stage, messages: Int = 0, total: Int = 0, pages: Int = 0, conversations: Int = 0,
    totalConversations: Int = 0
  ) {
    (self.stage, self.messages, self.total, self.pages) = (stage, messages, total, pages)
    (self.conversations, self.totalConversations) = (conversations, totalConversations)
  }

  /// True if everything in the stage is done.
  var isFinished: Bool { total > 0 && messages >= total && conversations >= totalConversations }
}

/// Adds up the progress of all conversations, because several can be written at once.
final class ProgressTally: Sendable {
  private let now: Mutex<Progress>
  private let report: @Sendable (Progress) -> Void

  /// `report` gets the sum after each addition.
  init(_ start: Progress, report: @escaping @Sendable (Progress) -> Void) {
    now = Mutex(start)
    self.report = report
  }

  /// Adds messages and pages of any conversation, and conversations that are finished.
  func add(messages: Int = 0, pages: Int = 0, conversations: Int = 0) {
    now.withLock { now in
      now.messages += messages
      now.pages += pages
      now.conversations += conversations
      report(now)
    }
  }
}
