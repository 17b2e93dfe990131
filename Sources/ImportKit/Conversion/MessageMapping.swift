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
    case .part(var poll as Poll):
      for option in poll.options.indices { poll.options[option].by = poll.options[option].by.map(index) }
      return .part(poll)
    case .part(var deletion as Deletion):
      deletion.by = deletion.by.map(index)
      return .part(deletion)
    case .part: return self
    }
  }

  fileprivate func mappingFiles(_ path: (String) -> String) -> MessageContent {
    switch self {
    case .media(let files, let caption): return .media(files.map { $0.mappingPath(path) }, caption: caption)
    case .part(var preview as LinkPreview):
      preview.image = preview.image?.mappingPath(path)
      return .part(preview)
    case .text, .system, .part: return self
    }
  }
}

extension Attachment {
  fileprivate func mappingPath(_ path: (String) -> String) -> Attachment {
    var file = self
    (file.path, file.poster) = (file.path.map(path), file.poster.map(path))
    return file
  }
}
