/// Goes through the fields of a part, for example to write them, to read them, or to change the files they name.
///
/// A part lists its fields once, in ``MessagePart/visitFields(_:)``, beside their declarations. A writer leaves the values as they are;
/// a reader replaces them, in the same order.
public protocol FieldVisitor {
  /// Visits a text.
  mutating func visit(_ text: inout String)
  /// Visits an integer.
  mutating func visit(_ number: inout Int)
  /// Visits a real number.
  mutating func visit(_ number: inout Double)
  /// Visits a flag.
  mutating func visit(_ flag: inout Bool)
  /// Visits a person.
  mutating func visit(_ person: inout ParticipantIndex)
  /// Visits a time.
  mutating func visit(_ instant: inout Instant)
  /// Visits a text with its markup.
  mutating func visit(_ text: inout MessageText)
  /// Visits a file.
  mutating func visit(_ file: inout Attachment)
  /// Visits a value that may be missing. A reader gives `body` a `blank` value to fill.
  mutating func visit<Value>(
    _ value: inout Value?, blank: Value, _ body: (inout Self, inout Value) -> Void)
  /// Visits a list. A reader gives `body` a `blank` value to fill for each element.
  mutating func visit<Value>(
    each values: inout [Value], blank: Value, _ body: (inout Self, inout Value) -> Void)
}

extension FieldVisitor {
  /// Visits a text that may be missing.
  public mutating func visit(_ text: inout String?) { visit(&text, blank: "") { $0.visit(&$1) } }

  /// Visits an integer that may be missing.
  public mutating func visit(_ number: inout Int?) { visit(&number, blank: 0) { $0.visit(&$1) } }

  /// Visits a real number that may be missing.
  public mutating func visit(_ number: inout Double?) { visit(&number, blank: 0) { $0.visit(&$1) } }

  /// Visits a person who may be unknown.
  public mutating func visit(_ person: inout ParticipantIndex?) {
    visit(&person, blank: ParticipantIndex(0)) { $0.visit(&$1) }
  }

  /// Visits a time that may be unknown.
  public mutating func visit(_ instant: inout Instant?) {
    visit(&instant, blank: Instant(milliseconds: 0)) { $0.visit(&$1) }
  }

  /// Visits a file that may be missing.
  public mutating func visit(_ file: inout Attachment?) {
    visit(&file, blank: Attachment(kind: .file)) { $0.visit(&$1) }
  }

  /// Visits a list of texts.
  public mutating func visit(_ texts: inout [String]) { visit(each: &texts, blank: "") { $0.visit(&$1) } }

  /// Visits a list of people.
  public mutating func visit(_ people: inout [ParticipantIndex]) {
    visit(each: &people, blank: ParticipantIndex(0)) { $0.visit(&$1) }
  }

  /// Visits the facts of a part.
  public mutating func visit(_ facts: inout PartFacts) {
    visit(each: &facts.facts, blank: PartFacts.Fact(name: "", value: "")) { visitor, fact in
      visitor.visit(&fact.name)
      visitor.visit(&fact.value)
    }
  }

  /// Visits a case with a word. A word that is no case leaves the value as it is.
  public mutating func visit<Value: RawRepresentable<String>>(word value: inout Value) {
    var word = value.rawValue
    visit(&word)
    value = Value(rawValue: word) ?? value
  }
}
