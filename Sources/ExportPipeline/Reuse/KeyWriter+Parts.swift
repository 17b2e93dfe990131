import ChatModel

/// A part that adds itself to a key field by field: looking at what a value is made of takes as long as laying it out.
///
/// Any other kind is looked at: see ``StableEncoder/add(reflecting:)``. A test finds each field that is missing here.
protocol KeyedPart: MessagePart {
  func add(to key: inout StableEncoder)
}

extension Contact: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(name)
    key.add(texts: phones)
    key.add(texts: emails)
  }
}

extension Location: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(latitude)
    key.add(longitude)
    key.add(name)
    key.add(address)
  }
}

extension Poll: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(question)
    key.add(options.count)
    for option in options {
      key.add(option.text)
      key.add(option.votes)
      key.add(people: option.by)
      key.add(option.isCorrect)
      key.add(option.isChosen)
    }
    key.add(isClosed)
    key.add(voters)
  }
}

extension Call: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(medium)
    key.add(duration)
    key.add(outcome)
  }
}

extension LinkPreview: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(url)
    key.add(title)
    key.add(summary)
    key.add(image != nil)
    if let image { key.add(image) }
    key.add(text)
  }
}

extension CodeSnippet: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(code)
    key.add(language)
  }
}

extension Deletion: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(reason == .expired)
    key.add(by)
    key.add(instant)
  }
}

extension TurnPart: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(kind.rawValue)
    key.add(name)
    key.add(text)
  }
}

extension Unsupported: KeyedPart {
  func add(to key: inout StableEncoder) {
    key.add(name)
    key.add(text)
    key.add(facts.facts.count)
    for fact in facts.facts {
      key.add(fact.name)
      key.add(fact.value)
    }
  }
}
