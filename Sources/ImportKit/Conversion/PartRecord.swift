import ChatModel

/// The records of contents with types of their own: the kind, then the fields.
enum PartRecord {
  /// The parts that formats make. A ``NamedPart`` needs no line: it is made again from its facts by ``PartKinds``.
  private static let types: [any MessagePart.Type] = [
    Contact.self, Location.self, Poll.self, Call.self, LinkPreview.self, CodeSnippet.self, Deletion.self,
    TurnPart.self, Unsupported.self,
  ]
  private static let numbers = Dictionary(
    uniqueKeysWithValues: types.enumerated().map { (ObjectIdentifier($1), $0) })

  static func write(_ part: any MessagePart, to record: inout RecordWriter) {
    var part = part
    if let named = part as? any NamedPart {
      part = Unsupported(kind: type(of: named).kind, facts: named.facts)
    }
    guard let number = numbers[ObjectIdentifier(type(of: part))] else {
      preconditionFailure("`PartRecord.types` lacks \(type(of: part))")
    }
    record.add(number)
    part.visitFields(&record)
  }

  static func part(_ record: inout RecordReader, _ kinds: PartKinds) -> any MessagePart {
    let number = record.integer()
    let type = types.indices.contains(number) ? types[number] : Unsupported.self
    guard let part = type.init(reading: &record) else { return Unsupported(kind: type.kind) }
    guard let card = part as? Unsupported else { return part }
    return kinds.part(card.name, card.facts) ?? card
  }
}

extension RecordWriter: FieldVisitor {
  mutating func visit(_ text: inout String) { add(text) }
  mutating func visit(_ number: inout Int) { add(number) }
  mutating func visit(_ number: inout Double) { add(number) }
  mutating func visit(_ flag: inout Bool) { add(flag) }
  mutating func visit(_ person: inout ParticipantIndex) { add(person) }
  mutating func visit(_ instant: inout Instant) { addSigned(instant.milliseconds) }
  mutating func visit(_ text: inout MessageText) { add(text) }
  mutating func visit(_ file: inout Attachment) { add(file) }

  mutating func visit<Value>(
    _ value: inout Value?, blank: Value, _ body: (inout Self, inout Value) -> Void
  ) {
    add(value) { record, value in
      var value = value
      body(&record, &value)
    }
  }

  mutating func visit<Value>(
    each values: inout [Value], blank: Value, _ body: (inout Self, inout Value) -> Void
  ) {
    add(each: values) { record, value in
      var value = value
      body(&record, &value)
    }
  }
}

extension RecordReader: FieldVisitor {
  mutating func visit(_ text: inout String) { text = self.text() }
  mutating func visit(_ number: inout Int) { number = integer() }
  mutating func visit(_ number: inout Double) { number = real() }
  mutating func visit(_ flag: inout Bool) { flag = self.flag() }
  mutating func visit(_ person: inout ParticipantIndex) { person = participant() }
  mutating func visit(_ instant: inout Instant) { instant = self.instant() }
  mutating func visit(_ text: inout MessageText) { text = messageText() }
  mutating func visit(_ file: inout Attachment) { file = attachment() }

  mutating func visit<Value>(
    _ value: inout Value?, blank: Value, _ body: (inout Self, inout Value) -> Void
  ) {
    value = optional { record in
      var value = blank
      body(&record, &value)
      return value
    }
  }

  mutating func visit<Value>(
    each values: inout [Value], blank: Value, _ body: (inout Self, inout Value) -> Void
  ) {
    values = list { record in
      var value = blank
      body(&record, &value)
      return value
    }
  }
}
