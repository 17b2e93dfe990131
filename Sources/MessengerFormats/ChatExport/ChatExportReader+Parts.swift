import ChatModel
import ImportKit

/// The parts of a message that name people or times.
extension ChatExportReader {
  mutating func readQuote(into draft: inout ChatExportDraft) throws(JSONError) {
    guard try source.beginObject("quote") else { return }
    draft.parts.hasQuote = true
    while let member = try source.nextMember(in: Self.quoteMembers, of: "quote") {
      switch member {
      case .name: draft.parts.quotedName = try source.text("name")
      case .text: draft.parts.quotedText = try source.text("text")
      }
    }
  }

  mutating func reactions() throws(JSONError) -> [Reaction] {
    var list: [Reaction] = []
    guard try source.beginList("reactions") else { return list }
    while try source.nextElement() {
      guard try source.beginObject() else { continue }
      var reaction = Reaction(emoji: "", by: [], count: 0)
      while let member = try source.nextMember(in: Self.reactionMembers, of: "reaction") {
        switch member {
        case .emoji: reaction.emoji = try source.text("emoji") ?? ""
        case .by: reaction.by = try participantList("by")
        case .count: reaction.count = try source.count("count") ?? 0
        case .image: reaction.image = try source.text("image")
        case .at: reaction.times = try instants("at")
        }
      }
      reaction.count = max(reaction.count, reaction.by.count, 1)
      if reaction.emoji.isEmpty {
        source.report(.warning, "missing-member", "a reaction has no `emoji` and is left out; add one")
      } else {
        list.append(reaction)
      }
    }
    return list
  }

  mutating func deletion() throws(JSONError) -> Deletion? {
    guard try source.beginObject("deletion") else { return nil }
    var deletion = Deletion()
    while let member = try source.nextMember(in: Self.deletionMembers, of: "deletion") {
      switch member {
      case .by: deletion.by = try participant("by")
      case .at: deletion.instant = try instant("at")
      case .reason:
        deletion.reason =
          try source.word("reason", of: ["deleted": .deleted, "expired": .expired]) ?? deletion.reason
      }
    }
    return deletion
  }

  mutating func ownEmoji() throws(JSONError) -> [MessageExtras.OwnEmoji] {
    var list: [MessageExtras.OwnEmoji] = []
    guard try source.beginList("emoji") else { return list }
    while try source.nextElement() {
      guard try source.beginObject() else { continue }
      var emoji = MessageExtras.OwnEmoji(name: "", image: "")
      while let member = try source.nextMember(in: Self.ownEmojiMembers, of: "emoji") {
        switch member {
        case .name: emoji.name = try source.text("name") ?? ""
        case .image: emoji.image = try source.text("image") ?? ""
        }
      }
      if emoji.name.isEmpty {
        source.report(.warning, "missing-member", "an emoji has no `name` and is left out; add one")
      } else {
        list.append(emoji)
      }
    }
    return list
  }

  private mutating func instants(_ member: StaticString) throws(JSONError) -> [Instant?] {
    var list: [Instant?] = []
    guard try source.beginList(member) else { return list }
    while try source.nextElement() { list.append(try instant(member)) }
    return list
  }

  mutating func edits() throws(JSONError) -> [MessageExtras.Edit] {
    var list: [MessageExtras.Edit] = []
    guard try source.beginList("edits") else { return list }
    while try source.nextElement() {
      guard try source.beginObject() else { continue }
      var edit = MessageExtras.Edit(instant: nil, text: "")
      while let member = try source.nextMember(in: Self.editMembers, of: "edit") {
        switch member {
        case .at: edit.instant = try instant("at")
        case .text: edit.text = try source.text("text") ?? ""
        }
      }
      list.append(edit)
    }
    return list
  }

  mutating func steps() throws(JSONError) -> [TurnPart] {
    var list: [TurnPart] = []
    guard try source.beginList("steps") else { return list }
    while try source.nextElement() {
      guard try source.beginObject() else { continue }
      var (kind, name, text, hasFailed): (String?, String?, String, Bool) = (nil, nil, "", false)
      while let member = try source.nextMember(in: Self.stepMembers, of: "step") {
        switch member {
        case .kind: kind = try source.text("kind")
        case .name: name = try source.text("name")
        case .text: text = try source.text("text") ?? ""
        case .failed: hasFailed = try source.flag("failed") ?? false
        }
      }
      // An unknown kind is shown as a tool's result, under its own name.
      let known = kind.flatMap { TurnPart.Kind(rawValue: $0) }
      list.append(
        TurnPart(
          kind: known ?? .toolResult, name: known == nil ? name ?? kind : name, text: text,
          hasFailed: hasFailed))
    }
    return list
  }
}
