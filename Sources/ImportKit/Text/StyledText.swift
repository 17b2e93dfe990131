package import ChatModel

/// A text with its styles while it is assembled from pieces.
///
/// Styles are opened and closed around pieces, so that spans come out sorted and nested.
package struct StyledText {
  package private(set) var string = ""
  private var spans: [SourceSpan] = []

  package init() {}

  package var isEmpty: Bool { string.isEmpty }

  /// The text in the form that messages have.
  package var messageText: MessageText { MessageText(string, markup: spans.isEmpty ? .plain : .spans(spans)) }

  package mutating func append(_ text: some StringProtocol) { string.append(contentsOf: text) }

  /// Appends UTF-8. Invalid bytes are replaced.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    string.append(String(decoding: bytes, as: UTF8.self))
  }

  /// Begins a line, unless one has just begun or there is no text yet.
  package mutating func beginLine() { if let last = string.utf8.last, last != 0x0A { string.append("\n") } }

  /// Gives a style to everything that `body` appends.
  package mutating func style(_ kind: SourceSpan.Kind, _ body: (inout StyledText) -> Void) {
    let (index, start) = (spans.count, string.utf8.count)
    spans.append(SourceSpan(start: start, end: start, kind: kind))
    body(&self)
    if string.utf8.count == start { spans.remove(at: index) } else { spans[index].end = string.utf8.count }
  }

  /// Appends another text with its styles.
  package mutating func append(_ other: StyledText) {
    let shift = string.utf8.count
    string += other.string
    spans += other.spans.map { SourceSpan(start: $0.start + shift, end: $0.end + shift, kind: $0.kind) }
  }

  /// Appends the text of a message with its styles.
  package mutating func append(_ text: MessageText) {
    let shift = string.utf8.count
    string += text.string
    guard case .spans(let spans) = text.markup else { return }
    self.spans += spans.map { SourceSpan(start: $0.start + shift, end: $0.end + shift, kind: $0.kind) }
  }

  /// Appends a link. A label that equals the address is appended as text, to be found as a link later.
  package mutating func append(link target: String, label: String) {
    if label == target { append(label) } else { style(.link(target: target)) { $0.append(label) } }
  }
}
