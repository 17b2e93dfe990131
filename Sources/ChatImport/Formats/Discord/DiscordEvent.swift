import ChatModel

/// Events of a channel by the type of their message: names in the exporter's list, numbers of Discord's API for all others.
enum DiscordEvent {
  /// Returns nil for messages of people and bots.
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
      guard let boosts = Int(content), boosts > 1 else { break }
      return SystemEvent(event: "boosted the server \(boosts) times", actor: actor)
    case "18" where !content.isEmpty && content != "Started a thread.":
      return SystemEvent(event: "started a thread", actor: actor, text: content)
    // The first message of a thread, which is another channel's.
    case "21" where content.isEmpty: return SystemEvent(event: "started a thread", actor: actor)
    case "21": return nil
    default: break
    }
    // Everything that is not known and has no words is named by its number.
    let known = words[type] ?? (content.isEmpty ? bareWords[type] ?? "message of type \(type)" : nil)
    let sentence = content.hasSuffix(".") ? String(content.dropLast()) : content
    guard let known else {
      return SystemEvent(
        event: sentence.first?.lowercased().appending(sentence.dropFirst()) ?? "", actor: actor)
    }
    return SystemEvent(event: known, actor: actor, text: content.isEmpty || type == "8" ? nil : content)
  }

  /// Words of types for which the exporter writes some, where it did not.
  private static let bareWords = [
    "RecipientAdd": "added somebody", "1": "added somebody", "RecipientRemove": "removed somebody",
    "2": "removed somebody", "ChannelNameChange": "changed the name", "4": "changed the name",
  ]

  /// Types for which the exporter writes no words.
  private static let words = [
    "8": "boosted the server", "9": "boosted the server to level 1", "10": "boosted the server to level 2",
    "11": "boosted the server to level 3", "12": "added a channel to follow",
    "14": "server no longer in Server Discovery", "15": "server in Server Discovery again",
    "16": "first warning about Server Discovery", "17": "last warning about Server Discovery",
    "22": "reminder to invite people", "25": "bought a role", "26": "premium upsell",
    "27": "started a stage", "28": "ended a stage", "29": "became a speaker",
    "31": "changed the stage's topic",
    "32": "subscribed to an app", "36": "security actions enabled", "37": "security actions disabled",
    "38": "reported a raid", "39": "reported a false alarm", "44": "bought something",
  ]

  private static func behindColon(_ content: String) -> String? {
    content.range(of: ": ").map { String(content[$0.upperBound...]) }
  }
}

extension String {
  /// The text with another behind it.
  fileprivate func appending(_ other: Substring) -> String { self + other }
}
