package import ChatModel

extension DiagnosticLog {
  /// Warns of a message whose time, written as `text`, was not understood. Does nothing if there is an instant, or no text.
  package mutating func note(_ instant: Instant?, writtenAs text: String?, at origin: Origin) {
    guard instant == nil, let text, !text.isEmpty else { return }
    append(
      Diagnostic(.warning, "no-time", "the message's time `\(text.prefix(60))` cannot be read", at: origin))
  }
}
