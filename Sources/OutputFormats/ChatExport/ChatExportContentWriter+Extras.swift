import ChatModel

/// The facts that messages of any content may have.
extension ChatExportContentWriter {
  /// Adds what an answer quotes.
  mutating func addQuote(_ reply: Reply) {
    guard reply.target == nil || reply.quotedName != nil || reply.quotedText != nil else { return }
    json.object("quote") { json in
      json.member("name", reply.quotedName)
      json.member("text", reply.quotedText)
    }
  }

  /// Adds reactions.
  mutating func add(_ reactions: [Reaction]) {
    guard !reactions.isEmpty else { return }
    let (people, files) = (people, files)
    json.list("reactions", reactions) { json, reaction in
      json.object { json in
        json.member("emoji", reaction.emoji)
        people.member("by", reaction.by, to: &json)
        if reaction.count != max(reaction.by.count, 1) { json.member("count", reaction.count) }
        if !reaction.times.isEmpty {
          json.list("at", reaction.times) { if let time = $1 { $0.time(time) } else { $0.null() } }
        }
        json.member("image", reaction.image.map { files[$0]?.path ?? $0 })
      }
    }
  }

  /// Adds the facts that few messages have.
  mutating func add(_ extras: MessageExtras) {
    let files = files
    if !extras.edits.isEmpty {
      json.list("edits", extras.edits) { json, edit in
        json.object { json in
          json.member("at", edit.instant)
          json.member("text", edit.text)
        }
      }
    }
    json.member("editedAt", extras.editedAt)
    json.member("status", extras.status)
    json.member("forwardedFrom", extras.forwardedFrom)
    json.member("forwardedAt", extras.forwardedAt)
    json.member("savedFrom", extras.savedFrom)
    json.member("signature", extras.signature)
    json.member("via", extras.via)
    json.member("thread", extras.thread)
    json.member("topic", extras.topic)
    json.member("viewOnce", ifTrue: extras.isViewOnce)
    json.member("expiresAfter", extras.expiresAfter)
    json.member("unread", ifTrue: extras.isFirstUnread)
    json.member("pinned", ifTrue: extras.isPinned)
    json.member("role", extras.role)
    json.member("model", extras.model)
    json.member("parent", extras.parent)
    json.member("aside", ifTrue: extras.isAside)
    if let deletion = extras.deletion { add(deletion) }
    if !extras.emoji.isEmpty {
      json.list("emoji", extras.emoji) { json, emoji in
        json.object { json in
          json.member("name", emoji.name)
          json.member("image", files[emoji.image]?.path ?? emoji.image)
        }
      }
    }
    if !extras.steps.isEmpty { add(extras.steps) }
  }

  private mutating func add(_ deletion: Deletion) {
    let people = people
    json.object("deletion") { json in
      people.member("by", deletion.by, to: &json)
      json.member("at", deletion.instant)
      if deletion.reason != .deleted { json.member("reason", deletion.reason.rawValue) }
    }
  }

  private mutating func add(_ steps: [TurnPart]) {
    json.list("steps", steps) { json, step in
      json.object { json in
        json.member("kind", step.kind.rawValue)
        json.member("name", step.name)
        json.member("text", step.text)
        json.member("failed", ifTrue: step.hasFailed)
      }
    }
  }
}
