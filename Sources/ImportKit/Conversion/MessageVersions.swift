import ChatModel

/// Two copies of one message: the newer export's counts, and the older one's adds anything that it lacks.
struct MessageVersions {
  let older: Message
  let newer: Message
  /// Returns true if there is a file at a path.
  let has: (String) -> Bool
  /// Returns true if the older copy's file, at the first path, has to be shown instead of the newer one's, at the second path, which
  /// is there too: programs overwrite a file when another of its name comes.
  var isOverwritten: (String, String) -> Bool = { _, _ in false }

  /// The message that results from both: the newer one with its text before an edit, its content before it was deleted, and the files
  /// that only the older export has.
  var joined: Message {
    if let deletion = older.content.deletion {
      return newer.content.isDeletion ? newer : newer.deleted(deletion)
    }
    if let deletion = newer.content.deletion {
      // A mere trace of earlier content adds nothing to the deletion.
      return older.content.saysSomething ? older.deleted(deletion) : newer
    }
    // A text export has neither ids nor answers nor reactions, and words for calls, polls and places.
    if newer.id.isEmpty, !older.id.isEmpty {
      return MessageVersions(older: newer, newer: older, has: has, isOverwritten: isOverwritten).joined
    }
    // The export with the last message may be the older one: an edit shows which version came later.
    let isReversed = older.isEdited && (!newer.isEdited || older.wasEdited(after: newer))
    let (first, last) = isReversed ? (newer, older) : (older, newer)
    var content = last.content.withFiles(of: first.content, has)
    if !isReversed { content = content.restoringFiles(of: first.content, isOverwritten) }
    var extras = last.extras ?? MessageExtras()
    if extras.deletion == nil { extras.deletion = first.extras?.deletion }
    if last.isEdited, first.content.ownText != last.content.ownText, case let text = first.content.ownText,
      !text.isEmpty
    {
      var earlier = first.extras?.edits ?? []
      earlier.append(MessageExtras.Edit(instant: nil, text: text))
      let known = Set(extras.edits.map(\.text))
      extras.edits.insert(contentsOf: earlier.filter { !known.contains($0.text) }, at: 0)
      let named = Set(extras.emoji.map(\.name))
      extras.emoji += (first.extras?.emoji ?? []).filter { !named.contains($0.name) }
    }
    if case .part(let contact as Contact) = content, contact.phones.isEmpty, contact.emails.isEmpty,
      case .part(let other as Contact) = first.content, !other.phones.isEmpty || !other.emails.isEmpty
    {
      content = first.content
    }
    return Message(
      id: newer.id, sender: last.sender, instant: last.instant, content: content,
      reply: last.reply ?? newer.reply,
      reactions: newer.reactions, extras: extras == MessageExtras() ? nil : extras)
  }
}

extension Message {
  /// True if the message is marked as edited.
  package var isEdited: Bool { extras.map { $0.editedAt != nil || !$0.edits.isEmpty } ?? false }

  /// True if the last edit was after the other copy's; false if a copy has no time of it.
  fileprivate func wasEdited(after other: Message) -> Bool {
    guard let own = extras?.editedAt, let others = other.extras?.editedAt else { return false }
    return own > others
  }

  /// Returns the message with the mark that it was deleted.
  fileprivate func deleted(_ deletion: Deletion) -> Message {
    var extras = extras ?? MessageExtras()
    extras.deletion = deletion
    return Message(
      id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      extras: extras)
  }
}

extension MessageContent {
  /// True if it only reports that a message was deleted.
  package var isDeletion: Bool { deletion != nil }

  /// The deletion that the content reports; nil for any other content.
  fileprivate var deletion: Deletion? {
    switch self {
    case .part(let part): part as? Deletion
    case .system(let event): event.event == SystemEvent.unsent ? Deletion() : nil
    case .text, .media: nil
    }
  }

  /// True if it has words, a file or a part of its own.
  fileprivate var saysSomething: Bool {
    switch self {
    case .text(let text): !text.string.isEmpty
    case .media, .system, .part: true
    }
  }

  /// Returns the content with files of another copy in place of missing ones.
  fileprivate func withFiles(of other: MessageContent, _ has: (String) -> Bool) -> MessageContent {
    func isThere(_ file: Attachment) -> Bool { file.path.map(has) ?? false }
    switch (self, other) {
    case (.media(var files, let caption), .media(let others, _)):
      if files.count < others.count, !files.contains(where: isThere) {
        return .media(others, caption: caption)
      }
      guard files.count == others.count else { return self }
      for index in files.indices where !isThere(files[index]) {
        // The name of a missing file says more than that a file was left out.
        let isNamed = files[index].path == nil && others[index].path != nil
        if isNamed || isThere(others[index]) { files[index] = others[index] }
      }
      return .media(files, caption: caption)
    case (.text(let text), .media(let others, _)) where others.contains(where: isThere):
      return .media(others, caption: text)
    case (.part(let part), .part(let otherPart))
    where type(of: part) == type(of: otherPart) && !part.files.contains(where: isThere)
      && otherPart.files.contains(where: isThere):
      return other
    default: return self
    }
  }
}

extension MessageContent {
  /// Returns the content with files of an older copy in place of overwritten ones.
  fileprivate func restoringFiles(
    of older: MessageContent, _ isOverwritten: (String, String) -> Bool
  ) -> MessageContent {
    guard case .media(var files, let caption) = self, case .media(let others, _) = older,
      files.count == others.count
    else { return self }
    for (index, other) in zip(files.indices, others) {
      guard let path = files[index].path, let olderPath = other.path, path != olderPath else { continue }
      if isOverwritten(olderPath, path) { files[index] = other }
    }
    return .media(files, caption: caption)
  }
}

extension SystemEvent {
  /// The event of a notice, in the source's words, in place of a message that its sender took back.
  package static let unsent = "messageUnsent"
}
