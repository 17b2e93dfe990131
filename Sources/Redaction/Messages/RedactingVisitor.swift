import ChatModel

/// Redacts the fields of a part.
struct RedactingVisitor: FieldVisitor {
  var redactor: MessageRedactor
  /// True if texts may be words of the format.
  private let isCall: Bool

  init(_ redactor: MessageRedactor, isCall: Bool = false) {
    (self.redactor, self.isCall) = (redactor, isCall)
  }

  mutating func visit(_ text: inout String) {
    if !(isCall && ControlWord.isOne(text)) { text = redactor.text.redacted(text) }
  }

  mutating func visit(_ text: inout MessageText) { text = redactor.text.redacted(text) }
  mutating func visit(_ file: inout Attachment) { redactor.redact(&file) }
  mutating func visit(_ number: inout Int) {}
  mutating func visit(_ number: inout Double) {}
  mutating func visit(_ flag: inout Bool) {}
  mutating func visit(_ person: inout ParticipantIndex) {}
  mutating func visit(_ instant: inout Instant) {}

  mutating func visit<Value>(
    _ value: inout Value?, blank: Value, _ body: (inout Self, inout Value) -> Void
  ) {
    guard var known = value else { return }
    body(&self, &known)
    value = known
  }

  mutating func visit<Value>(
    each values: inout [Value], blank: Value, _ body: (inout Self, inout Value) -> Void
  ) {
    for index in values.indices { body(&self, &values[index]) }
  }
}
