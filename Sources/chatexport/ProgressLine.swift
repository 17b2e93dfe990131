import ExportPipeline
import Synchronization

/// The progress line of a long export, rewritten in place.
final class ProgressLine: Sendable {
  private let isShown: Bool
  private let started = Console.now()
  private let lastShown = Mutex(0.0)

  /// Creates a line that prints nothing unless `isShown`.
  init(isShown: Bool) { self.isShown = isShown }

  /// Shows `progress`, at most ten times a second.
  func show(_ progress: Progress) {
    guard isShown else { return }
    let now = Console.now()
    let isDue = lastShown.withLock { last in
      guard now - last >= 0.1 else { return false }
      last = now
      return true
    }
    if isDue { Console.progress(text(progress, seconds: max(0.001, now - started))) }
  }

  /// Erases the line.
  func clear() {
    if isShown { Console.progress("") }
  }

  private func text(_ progress: Progress, seconds: Double) -> String {
    switch progress.stage {
    case .reading: return "reading: \(counted(progress.messages, "message"))"
    case .fonts: return "subsetting fonts"
    case .pages:
      let rate = Double(progress.messages) / seconds
      let left = rate > 0 ? Int((Double(progress.total - progress.messages) / rate).rounded(.up)) : 0
      return "\(progress.messages) of \(progress.total) messages, \(counted(progress.pages, "page")), "
        + "\(Int(rate)) messages/s, \(left) s left"
    }
  }
}
