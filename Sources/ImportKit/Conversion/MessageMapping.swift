package import ChatModel

extension Message {
  /// Returns the message with other indexes for its people.
  package func mappingPeople(_ index: (ParticipantIndex) -> ParticipantIndex) -> Message {
    var (reactions, extras) = (reactions, extras)
    for number in reactions.indices { reactions[number].by = reactions[number].by.map(index) }
    if let by = extras?.deletion?.by { extras?.deletion?.by = index(by) }
    return Message(
      id: id, sender: sender.map(index), instant: instant, content: content.mappingPeople(index),
      reply: reply, reactions: reactions, extras: extras)
  }

  /// Returns the message with other paths for its files.
  func mappingFiles(_ path: (String) -> String) -> Message {
    var (reactions, extras) = (reactions, extras)
    for number in reactions.indices { reactions[number].image = reactions[number].image.map(path) }
    for number in extras?.emoji.indices ?? 0..<0 {
      if let image = extras?.emoji[number].image { extras?.emoji[number].image = path(image) }
    }
    return Message(
      id: id, sender: sender, instant: instant, content: content.mappingFiles(path), reply: reply,
      reactions: reactions, extras: extras)
  }

  /// True if `isWanted` is true for a path of the message, as ``mappingFiles(_:)`` finds them.
  func namesFile(where isWanted: (String) -> Bool) -> Bool {
    content.files.contains { $0.path.map(isWanted) ?? false || $0.poster.map(isWanted) ?? false }
      || reactions.contains { $0.image.map(isWanted) ?? false }
      || extras?.emoji.contains { isWanted($0.image) } ?? false
  }

  /// Returns the message at another time, if it has one.
  package func at(_ milliseconds: Int64) -> Message {
    Message(
      id: id, sender: sender, instant: instant.map { _ in Instant(milliseconds: milliseconds) },
      content: content, reply: reply, reactions: reactions, extras: extras)
  }
}

extension MessageContent {
  fileprivate func mappingPeople(_ index: (ParticipantIndex) -> ParticipantIndex) -> MessageContent {
    switch self {
    case .text, .media: return self
    case .system(var event):
      event.actor = event.actor.map(index)
      event.targets = event.targets.map(index)
      return .system(event)
    case .part(let part):
      return withoutActuallyEscaping(index) { index in
        var references = ReferenceVisitor(person: index)
        return .part(part.visited(by: &references))
      }
    }
  }

  fileprivate func mappingFiles(_ path: (String) -> String) -> MessageContent {
    switch self {
    case .media(let files, let caption): return .media(files.map { $0.mappingPath(path) }, caption: caption)
    case .part(let part):
      return withoutActuallyEscaping(path) { path in
        var references = ReferenceVisitor(path: path)
        return .part(part.visited(by: &references))
      }
    case .text, .system: return self
    }
  }
}

/// Changes the people and the files that a part refers to.
private struct ReferenceVisitor: FieldVisitor {
  var person: (ParticipantIndex) -> ParticipantIndex = { $0 }
  var path: (String) -> String = { $0 }

  mutating func visit(_ text: inout String) {}
  mutating func visit(_ number: inout Int) {}
  mutating func visit(_ number: inout Double) {}
  mutating func visit(_ flag: inout Bool) {}
  mutating func visit(_ person: inout ParticipantIndex) { person = self.person(person) }
  mutating func visit(_ instant: inout Instant) {}
  mutating func visit(_ text: inout MessageText) {}
  mutating func visit(_ file: inout Attachment) { file = file.mappingPath(path) }

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

extension Attachment {
  fileprivate func mappingPath(_ path: (String) -> String) -> Attachment {
    var file = self
    (file.path, file.poster) = (file.path.map(path), file.poster.map(path))
    return file
  }
}
