import ChatModel

extension ConversationBuilder {
  /// Learns from a written date or time how the export writes them: from the first unambiguous one, not from each message.
  ///
  /// `order` applies to dates of digits alone, if it is known.
  package func noteDateStyle(of text: @autoclosure () -> String, order: DateOrder? = nil) {
    guard dateStyle.has24Hours == nil else { return }
    dateStyle.merge(WrittenTime.style(text(), order: order))
  }
}
