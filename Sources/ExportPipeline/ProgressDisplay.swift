import Synchronization

/// Shows the progress of a long export: as one line that is rewritten in place, as lines of a log, or as JSON for other programs.
public final class ProgressDisplay: Sendable {
  /// The form in which progress is shown.
  public enum Style: Sendable {
    /// Nothing is shown.
    case none
    /// For a terminal: one line, rewritten at most ten times a second.
    case line
    /// For a pipe or a log: a line every ten seconds, so that a short run writes none.
    case log
    /// For a driver: a JSON object in a line of its own, at the start and the end of each stage, and once a second between.
    case json

    /// Seconds between two times that progress is shown.
    fileprivate var interval: Double {
      switch self {
      case .none: .infinity
      case .line: 0.1
      case .log: 10
      case .json: 1
      }
    }
  }

  private struct State {
    var lastShown: Double
    var stage: Progress.Stage?
    var stageStarted: Double
  }

  private let style: Style
  private let started: Double
  private let now: @Sendable () -> Double
  private let write: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// Creates a display. `now` returns seconds on a monotonic clock; `write` gets texts for standard error, with their line ends.
  public init(
    _ style: Style, now: @escaping @Sendable () -> Double, write: @escaping @Sendable (String) -> Void
  ) {
    (self.style, self.now, self.write) = (style, now, write)
    started = now()
    state = Mutex(State(lastShown: style == .log ? started : -.infinity, stageStarted: started))
  }

  /// Shows `progress` if it is time to.
  public func show(_ progress: Progress) {
    guard style != .none else { return }
    let time = now()
    state.withLock { state in
      let isNew = state.stage != progress.stage
      if isNew { (state.stage, state.stageStarted) = (progress.stage, time) }
      let isDue = time - state.lastShown >= style.interval
      guard isDue || style == .json && (isNew || progress.isFinished) else { return }
      state.lastShown = time
      let seconds = Seconds(inStage: time - state.stageStarted, inAll: time - started)
      // Inside the lock, so that lines are in order.
      switch style {
      case .none: return
      case .line: write("\r\u{1B}[K" + Self.text(progress, seconds))
      case .log: write(Self.text(progress, seconds) + "\n")
      case .json: write(Self.json(progress, seconds) + "\n")
      }
    }
  }

  /// Erases the line of a terminal.
  public func clear() {
    guard style == .line else { return }
    state.withLock { _ in write("\r\u{1B}[K") }
  }

  private struct Seconds {
    var inStage: Double
    var inAll: Double

    /// The seconds that the rest of a stage takes at its rate so far; nil if the rate or the rest is unknown.
    func left(_ progress: Progress) -> Double? {
      guard progress.total > 0, progress.messages > 0, inStage > 0 else { return nil }
      return inStage / Double(progress.messages) * Double(max(0, progress.total - progress.messages))
    }
  }

  private static func text(_ progress: Progress, _ seconds: Seconds) -> String {
    var parts: [String]
    switch progress.stage {
    case .fonts: return "subsetting fonts"
    case .opening: parts = ["reading: \(counted(progress.messages, of: progress.total, "message"))"]
    case .reading: parts = ["counting: \(counted(progress.messages, of: progress.total, "message"))"]
    case .pages:
      parts = [counted(progress.messages, of: progress.total, "message")]
      // A conversion has none.
      if progress.pages > 0 { parts.append(counted(progress.pages, of: 0, "page")) }
    }
    if progress.totalConversations > 1 || progress.conversations > 1 {
      parts.append(counted(progress.conversations, of: progress.totalConversations, "conversation"))
    }
    if progress.stage == .pages, seconds.inStage > 0 {
      parts.append("\(Int(Double(progress.messages) / seconds.inStage)) messages/s")
    }
    if let left = seconds.left(progress) { parts.append("\(duration(left)) left") }
    return parts.joined(separator: ", ")
  }

  private static func counted(_ number: Int, of total: Int, _ noun: String) -> String {
    let counted = total > 0 ? total : number
    return "\(number)\(total > 0 ? " of \(total)" : "") \(noun)\(counted == 1 ? "" : "s")"
  }

  /// Returns `50 s`, `3 min` or `2 h 5 min`, rounded up.
  private static func duration(_ seconds: Double) -> String {
    guard seconds < 1e9 else { return "more than a year" }
    let whole = Int(seconds.rounded(.up))
    if whole < 100 { return "\(whole) s" }
    let minutes = (whole + 59) / 60
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private static func json(_ progress: Progress, _ seconds: Seconds) -> String {
    func tenths(_ seconds: Double) -> String { String((min(seconds, 1e9) * 10).rounded() / 10) }
    let left = seconds.left(progress).map(tenths) ?? "null"
    return """
      {"stage":"\(progress.stage.rawValue)","messages":\(progress.messages),"totalMessages":\(progress.total),\
      "conversations":\(progress.conversations),"totalConversations":\(progress.totalConversations),\
      "pages":\(progress.pages),"seconds":\(tenths(seconds.inAll)),"secondsLeft":\(left)}
      """
  }
}
