import ChatModel
import ICU
import ImportKit

/// The conversations to which activities are added: by their chat if the export has its id, else by day.
final class GeminiConversations {
  private let conversion: Conversion
  private var zone: TimeZoneRules?
  /// By key: the conversation and the time of the prompt that it is named after.
  private var open: [String: (conversation: AssistantConversation, first: Int64)] = [:]

  init(_ conversion: Conversion) {
    self.conversion = conversion
    zone = conversion.options.timeZone.flatMap { TimeZoneRules(identifier: $0) }
  }

  func add(_ activity: GeminiActivity) throws(ImportError) {
    let conversation = conversation(of: activity)
    if let text = activity.writtenTime {
      conversation.builder.noteDateStyle(of: text, order: conversion.options.dateOrder)
    }
    // The file begins with the newest activity, and its order is also reversed within each activity.
    for answer in activity.answers.reversed() {
      var draft = MessageDraft()
      (draft.sender, draft.instant) = (conversation.assistant, activity.instant)
      (draft.text, draft.attachments) = (answer.text, answer.files)
      draft.extras = extras("assistant", via: activity.gem)
      try conversation.builder.add(draft)
    }
    var draft = MessageDraft()
    draft.instant = activity.instant
    if let prompt = activity.prompt {
      draft.sender = conversation.user
      draft.attachments = activity.files
      draft.text = MessageText(prompt, markup: .plain)
      draft.extras = extras("user")
    } else {
      draft.event = SystemEvent(event: "activity", text: activity.title)
    }
    try conversation.builder.add(draft)
  }

  /// Shows a record that could not be read as a card.
  func addBroken(_ text: String) throws(ImportError) {
    let builder = conversion.conversation("damaged", title: "Damaged activities", order: .byTimeNewestFirst)
    builder.titleStandIn = .damaged
    try builder.addBroken(text)
  }

  private func extras(_ role: String, via: String? = nil) -> MessageExtras {
    var extras = MessageExtras()
    (extras.role, extras.via) = (role, via)
    return extras
  }

  private func conversation(of activity: GeminiActivity) -> AssistantConversation {
    let day = activity.instant.map(day) ?? "undated"
    let key = activity.chat ?? day
    let time = activity.instant?.milliseconds ?? .max
    let words = activity.prompt?.titleLine
    let title =
      activity.chat == nil ? [day, words].compactMap(\.self).joined(separator: " · ") : words ?? day
    if var known = open[key] {
      // Of two at equal times, the later one in the file came first.
      if time <= known.first, activity.prompt != nil {
        known.first = time
        known.conversation.builder.title = title
        open[key] = known
      }
      return known.conversation
    }
    let builder = conversion.conversation("gemini-\(key)", title: title, order: .byTimeNewestFirst)
    let conversation = AssistantConversation(builder, assistantName: "Gemini")
    open[key] = (conversation, activity.prompt == nil ? .max : time)
    return conversation
  }

  /// Returns the day of an instant in the user's zone, else in UTC, as `2026-05-01`.
  private func day(_ instant: Instant) -> String {
    let seconds = instant.seconds &+ (zone?.offset(atUTC: instant.seconds) ?? 0)
    return CivilDate(wallClock: seconds).isoText
  }
}
