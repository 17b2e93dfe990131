extension UniformDifference {
  /// The difference as a sentence.
  public var sentence: String {
    let (old, new) = (old ?? "none", new ?? "none")
    let messages = messages == 1 ? "1 message" : "\(messages) messages"
    switch kind {
    case .time:
      let seconds = seconds ?? 0
      return "all times differ by \(seconds > 0 ? "+" : "")\(seconds) s (\(messages))"
    case .precision: return "times have \(new) instead of \(old) (\(messages))"
    case .name: return "'\(old)' is now '\(new)' (\(messages))"
    case .side: return "messages are on the \(new) instead of the \(old) (\(messages))"
    case .zone: return "times are shown in \(new) instead of \(old)"
    case .language:
      return "dates and labels are in \(new) instead of \(old); only what people wrote is compared"
    case .order: return "messages of one minute are in another order (\(messages))"
    case .version: return "made by version \(old) and by version \(new)"
    }
  }
}
