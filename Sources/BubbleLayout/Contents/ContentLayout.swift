import ChatModel

/// The layout of a kind of content.
///
/// A new kind takes one file in `Contents/`: a `MessagePart` (a `NamedPart` if sources may name it, with a line in
/// ``NamedContentTypes``) and its conformance to this protocol. No switch lists the kinds: a part goes through its own fields
/// (`MessagePart.visitFields`), by which it is written, read and renumbered. A part that formats make is named in `PartRecord.types`,
/// unless it is a `NamedPart`. A new kind of drawing needs a role in `ItemID.Role`, or a case in `FrameContent`, where the compiler
/// names the writers to adapt.
protocol ContentLayout: MessagePart {
  /// Calls `body` with every text that the content's rows may show; fonts are subset to these texts.
  func forEachText(_ body: (DisplayedText) -> Void)
  /// Returns the content in one line, for the quote above a reply.
  func line(_ quoting: QuoteLine) -> String
  /// Adds the content in words: everything that its bubble says.
  func describe(in transcript: inout Transcript, of message: Message)
  /// Adds the content's parts to the bubble of its message.
  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter)
}

extension ContentLayout {
  /// Adds each text of the content as a line.
  func describe(in transcript: inout Transcript, of message: Message) {
    forEachText { transcript.add(line: $0.string) }
  }
}

extension MessagePart {
  /// The part's layout; ``Unsupported`` if its type has none.
  var contentLayout: any ContentLayout { self as? any ContentLayout ?? Unsupported(kind: Self.kind) }
}
