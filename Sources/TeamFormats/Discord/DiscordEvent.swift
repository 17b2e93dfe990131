import ChatModel
import ImportKit

/// Events of a channel by the type of their message: names in the exporter's list, numbers of Discord's API for all others.
enum DiscordEvent {
  /// Returns nil for messages of people and bots, and for messages of an unknown type that have words.
  static func event(
    _ type: String, _ content: String, actor: ParticipantIndex?, targets: [ParticipantIndex]
  ) -> SystemEvent? {
    switch type {
    // 19: reply, 20 and 23: commands, 24: moderation, 46: result of a poll.
    case "Default", "0", "Reply", "19", "20", "23", "24", "46": return nil
    case "RecipientAdd", "1":
      // Without a name the exporter says "Added a recipient."
      guard !targets.isEmpty else { break }
      return SystemEvent(event: "memberAdded", actor: actor, targets: targets)
    case "RecipientRemove", "2":
      guard let target = targets.first else {
        if content.isEmpty || content.hasPrefix("Left") { return SystemEvent(event: "left", actor: actor) }
        break
      }
      guard target != actor else { return SystemEvent(event: "left", actor: actor) }
      return SystemEvent(event: "memberRemoved", actor: actor, targets: targets)
    case "ChannelNameChange", "4":
      guard let name = behindColon(content) ?? (content.hasPrefix("Changed the") ? nil : content),
        !name.isEmpty
      else { break }
      return SystemEvent(event: "titleChanged", actor: actor, text: name)
    case "ChannelIconChange", "5": return SystemEvent(event: "photoChanged", actor: actor)
    case "ChannelPinnedMessage", "6": return SystemEvent(event: "pinned", actor: actor)
    case "GuildMemberJoin", "7": return SystemEvent(event: "joined", actor: actor)
    case "8":
      // The words are the number of boosts.
      var facts = EventFacts()
      facts.count = Int(content).map { max(1, $0) }
      return SystemEvent(event: "boosted", actor: actor, facts: facts)
    case "9", "10", "11":
      var facts = EventFacts()
      facts.otherCount = Int(type).map { $0 - 8 }
      return SystemEvent(event: "boosted", actor: actor, facts: facts)
    case "18" where !content.isEmpty, "ThreadCreated":
      let isName = !content.isEmpty && content != "Started a thread."
      return SystemEvent(event: "threadStarted", actor: actor, text: isName ? content : nil)
    // The first message of a thread, which is another channel's.
    case "21" where content.isEmpty: return SystemEvent(event: "threadStarted", actor: actor)
    case "21": return nil
    default: break
    }
    if let known = words[type] {
      return SystemEvent(event: known, actor: actor, text: content.isEmpty ? nil : content)
    }
    guard let bare = bareWords[type] else {
      // An event without words is named by its number.
      return content.isEmpty ? SystemEvent(event: "unknownEvent", actor: actor, text: type) : nil
    }
    // The exporter's sentence, `Added a recipient.`, follows the actor's name.
    let sentence = content.hasSuffix(".") ? String(content.dropLast()) : content
    guard let first = sentence.first else { return SystemEvent(event: bare, actor: actor) }
    return SystemEvent(event: first.lowercased() + sentence.dropFirst(), actor: actor)
  }

  /// True if a message of this type is a person's or a bot's, or a known event.
  static func isKnown(_ type: String) -> Bool {
    knownTypes.contains(type) || words[type] != nil || bareWords[type] != nil
  }

  private static let knownTypes: Set<String> = [
    "Default", "0", "Reply", "19", "20", "23", "24", "46", "Call", "3", "ChannelIconChange", "5",
    "ChannelPinnedMessage", "6", "GuildMemberJoin", "7", "8", "9", "10", "11", "18", "ThreadCreated", "21",
  ]

  /// Events of types for which the exporter usually writes a sentence, for messages without one.
  private static let bareWords = [
    "RecipientAdd": "memberAdded", "1": "memberAdded", "RecipientRemove": "memberRemoved",
    "2": "memberRemoved", "ChannelNameChange": "titleChanged", "4": "titleChanged",
  ]

  /// Events of types for which the exporter writes no words.
  private static let words = [
    "12": "channelFollowed", "14": "discoveryOff", "15": "discoveryOn", "16": "discoveryWarning",
    "17": "discoveryWarning", "22": "inviteReminder", "25": "bought", "26": "premiumOffered",
    "27": "stageStarted", "28": "stageEnded", "29": "becameSpeaker", "31": "stageTopicChanged",
    "32": "appSubscribed", "36": "securityOn", "37": "securityOff", "38": "raidReported", "39": "falseAlarm",
    "44": "bought",
  ]

  private static func behindColon(_ content: String) -> String? {
    content.range(of: ": ").map { String(content[$0.upperBound...]) }
  }
}
