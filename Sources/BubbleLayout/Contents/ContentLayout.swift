import ChatModel

/// How a kind of content is shown: all that the layout knows of it, in one file in `Contents/`.
protocol ContentLayout: MessagePart {
  /// Calls `body` with every text of it that its rows may show: the fonts are cut to what is named here.
  func forEachText(_ body: (DisplayedText) -> Void)
  /// It in one line, for the quote above a reply.
  func line(_ quoting: QuoteLine) -> String
  /// Adds its parts to the bubble of its message.
  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter)
}

extension MessagePart {
  /// The part with its face; a part of a kind without one has the card of what cannot be drawn.
  var face: any ContentLayout { self as? any ContentLayout ?? Unsupported(kind: Self.kind) }
}
