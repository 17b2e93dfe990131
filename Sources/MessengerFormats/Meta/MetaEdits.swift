import ChatModel
import ImportKit

/// Joins the two messages that Instagram's downloads have for an edited one: the first text, and later the new one, which ends in
/// `(edited)` in the account's language.
///
/// Threads begin with their newest messages, so an edited one is held until the earlier text has come, or can no longer come.
final class MetaEdits {
  private let builder: ConversationBuilder
  private var pending: [Message] = []

  /// The milliseconds in which Instagram lets people edit a message.
  private static let limit: Int64 = 15 * 60_000
  /// The most messages that are held.
  private static let pendingLimit = 64

  init(_ builder: ConversationBuilder) { self.builder = builder }

  /// Adds the next older message.
  func add(_ message: Message) throws(ImportError) {
    guard !pending.isEmpty || Self.mark(of: message) != nil else { return try builder.add(message) }
    try release { !Self.isWithinLimit(message, $0) }
    let index = pending.indices.filter { Self.isEarlier(message, pending[$0]) }
      .max { Self.likeness(message, pending[$0]) < Self.likeness(message, pending[$1]) }
    let joined = index.map { Self.joined(message, pending.remove(at: $0)) } ?? message
    // The earlier text may be an edit itself.
    if Self.mark(of: message) != nil, pending.count < Self.pendingLimit {
      pending.append(joined)
    } else {
      try builder.add(joined)
    }
  }

  /// Adds the messages that are held.
  func finish() throws(ImportError) { try release { _ in true } }

  private func release(where isOver: (Message) -> Bool) throws(ImportError) {
    for message in pending where isOver(message) { try builder.add(message) }
    pending.removeAll(where: isOver)
  }

  private static func isWithinLimit(_ earlier: Message, _ later: Message) -> Bool {
    guard let first = earlier.instant?.milliseconds, let last = later.instant?.milliseconds else {
      return false
    }
    return (0...limit).contains(last.subtractingReportingOverflow(first).partialValue)
  }

  /// True if `later` may be an edited version of `earlier`: half of the longer text is in both.
  private static func isEarlier(_ earlier: Message, _ later: Message) -> Bool {
    guard earlier.sender == later.sender, isWithinLimit(earlier, later), case .text = earlier.content else {
      return false
    }
    return likeness(earlier, later) * 2 >= max(text(earlier).utf8.count, firstText(later).utf8.count)
  }

  private static func likeness(_ earlier: Message, _ later: Message) -> Int {
    text(earlier).likeness(to: firstText(later))
  }

  /// Returns the oldest known text of a message.
  private static func firstText(_ message: Message) -> String {
    message.extras?.edits.first?.text ?? text(message)
  }

  /// Returns the text without the mark of an edit.
  private static func text(_ message: Message) -> String {
    let text = message.content.ownText
    return mark(of: message).map { String(text[..<$0]) } ?? text
  }

  /// Returns the message at the time of its first text, which is in its history if an edit changed more than the mark.
  private static func joined(_ earlier: Message, _ later: Message) -> Message {
    var extras = later.extras ?? MessageExtras()
    extras.editedAt = extras.editedAt ?? later.instant
    let (old, new) = (text(earlier), text(later))
    if old != new, extras.edits.first?.text != old {
      extras.edits.insert(MessageExtras.Edit(instant: later.instant, text: old), at: 0)
    }
    var reactions = later.reactions
    for reaction in earlier.reactions { reactions.add(reaction) }
    // If an edit was edited again, the mark stays until its own earlier text has come.
    let shown = mark(of: earlier) == nil ? new : later.content.ownText
    return Message(
      id: later.id, sender: later.sender, instant: earlier.instant,
      content: .text(MessageText(shown, markup: .plain)), reply: later.reply ?? earlier.reply,
      reactions: reactions, extras: extras)
  }

  /// Returns the offset at which the mark of an edited message begins, with the blank before it; nil if it has none.
  private static func mark(of message: Message) -> String.Index? {
    guard case .text(let text) = message.content, let last = text.string.unicodeScalars.last,
      last == ")" || last == "）",
      let open = text.string.lastIndex(where: { $0 == "(" || $0 == "（" }), open > text.string.startIndex,
      case let words = text.string[text.string.index(after: open)...].dropLast(),
      marks.contains(words.lowercased())
    else { return nil }
    var end = open
    while end > text.string.startIndex, text.string[text.string.index(before: end)].isWhitespace {
      end = text.string.index(before: end)
    }
    return end == text.string.startIndex ? nil : end
  }

  /// The words for "edited" in Instagram's languages.
  private static let marks: Set<String> = [
    "edited", "bearbeitet", "modifié", "modifiée", "editado", "editada", "editat", "modificato", "modificata",
    "bewerkt", "redigerad", "redigerat", "redigeret", "redigert", "muokattu", "edytowano", "edytowana",
    "upraveno",
    "upravené", "urejeno", "uređeno", "izmijenjeno", "измењено", "szerkesztve", "editată", "düzenlendi",
    "изменено",
    "отредактировано", "відредаговано", "змінено", "редактирано", "τροποποιήθηκε", "επεξεργασμένο",
    "تم التعديل",
    "تم تعديلها", "ویرایش‌شده", "ویرایش شده", "נערך", "נערכה", "संपादित", "बदलाव किया गया", "সম্পাদিত", "திருத்தப்பட்டது",
    "diedit", "disunting", "na-edit", "đã chỉnh sửa", "แก้ไขแล้ว", "編集済み", "수정됨", "已编辑", "已編輯", "已修改",
  ]
}

extension [Reaction] {
  /// Adds the people of a reaction to another version of the message, each once. Nameless people are taken to be identical in both
  /// versions.
  fileprivate mutating func add(_ reaction: Reaction) {
    guard let index = firstIndex(where: { $0.emoji == reaction.emoji && $0.image == reaction.image }) else {
      return append(reaction)
    }
    let nameless = Swift.max(
      self[index].count - self[index].by.count, reaction.count - reaction.by.count, 0)
    for person in reaction.by where !self[index].by.contains(person) { self[index].by.append(person) }
    self[index].count = self[index].by.count + nameless
  }
}
