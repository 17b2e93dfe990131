import ChatModel
import ImportKit

/// The people and channels of a workspace by their ids.
final class SlackPeople {
  private var names: [String: String] = ["USLACKBOT": "Slackbot"]
  /// The names that the client does not show, such as user names, by the ids of people.
  private var otherNames: [String: [String]] = [:]
  /// The ids of bots' users, by the ids of the bots.
  private var bots: [String: String] = [:]
  private var channels: [String: String] = [:]
  /// Paths of people's pictures by their ids.
  var avatars: [String: String] = [:]
  /// The id of the person whose export it is, if known.
  var owner: String?
  /// Calls its argument with each message of the export. Messages name guests and people of other workspaces, who are in no
  /// list; they are read for these names once, at the first id without a name.
  var forEachMessage: ((_ body: (JSONValue) -> Void) -> Void)?

  /// Reads an element of `users.json`.
  func add(user: JSONValue) {
    guard let id = user["id"]?.identifier, let name = Self.name(user) else { return }
    names[id] = name
    otherNames[id] = Self.otherNames(user)
    if let bot = user["profile"]?["bot_id"]?.text, !bot.isEmpty { bots[bot] = id }
  }

  func add(channel id: String, name: String) { channels[id] = name }

  /// The name shown by the client: the display name, or else the full name.
  static func name(_ user: JSONValue) -> String? {
    let profile = user["profile"]
    for path in namePaths {
      let facts = path.isInProfile ? profile : user
      if let name = facts?[path.member]?.text, !name.isEmpty { return name }
    }
    return nil
  }

  /// Returns the names of a person that the client does not show, which the account lists as such.
  private static func otherNames(_ user: JSONValue) -> [String] {
    let (profile, shown) = (user["profile"], name(user))
    var names: [String] = []
    for path in namePaths {
      guard let value = (path.isInProfile ? profile : user)?[path.member], let name = value.text,
        !name.isEmpty, name != shown
      else { continue }
      value.leaveOutThoughRead(.otherName)
      names.append(name)
    }
    return names
  }

  /// The members with names of a person, the ones that the client prefers first, and the user name last.
  private static let namePaths: [(isInProfile: Bool, member: String)] = [
    (true, "display_name"), (false, "display_name"), (true, "real_name"), (false, "real_name"),
    (false, "name"),
  ]

  /// Returns the name of a person, from the lists or from a message of theirs anywhere in the export; nil if neither has one.
  func name(ofUser id: String) -> String? {
    if names[id] == nil, let forEachMessage {
      self.forEachMessage = nil
      forEachMessage { addProfile(of: $0) }
    }
    return names[id]
  }

  private func addProfile(of message: JSONValue) {
    if let id = message["user"]?.identifier, names[id] == nil, let profile = message["user_profile"] {
      names[id] = Self.name(profile)
    }
    for answer in message["slackdump_thread_replies"]?.elements ?? [] { addProfile(of: answer) }
    // Events about a changed or deleted message contain it.
    for name in ["message", "previous_message"] {
      if let inner = message[name], inner.isObject { addProfile(of: inner) }
    }
  }

  func name(ofChannel id: String) -> String? { channels[id] }

  /// Returns the sender of a message: a person, or a bot with the name it gave itself. Nil if it has none.
  func sender(of message: JSONValue, in builder: ConversationBuilder) -> ParticipantIndex? {
    let username = message["username"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    if let bot = message["bot_id"]?.identifier,
      message["user"] == nil || message["subtype"]?.text == "bot_message"
    {
      if username == nil, let user = bots[bot] { return person(user, in: builder) }
      let name = username ?? message["bot_profile"]?["name"]?.text
      return builder.participant(name.map { "\(bot)/\($0)" } ?? bot, name: name)
    }
    if let user = message["user"]?.identifier ?? message["comment"]?["user"]?.identifier, !user.isEmpty {
      return person(user, profile: message["user_profile"] ?? message["bot_profile"], in: builder)
    }
    return username.map { builder.participant($0, name: $0) }
  }

  func person(_ id: String, profile: JSONValue? = nil, in builder: ConversationBuilder) -> ParticipantIndex {
    let index = builder.participant(
      id, name: profile.flatMap(Self.name).map { names[id] ?? $0 } ?? name(ofUser: id), avatar: avatars[id],
      isMe: id == owner)
    if otherNames[id] == nil, let profile { otherNames[id] = Self.otherNames(profile) }
    for name in otherNames[id] ?? [] { builder.note(name, of: index) }
    return index
  }

  /// Returns the title of a channel in a list: its name, or the names of the members of a direct conversation.
  func title(of channel: JSONValue, members: [String]) -> String {
    let name = channel["name"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    let id = channel["id"]?.identifier ?? ""
    guard name?.hasPrefix("mpdm-") ?? true else { return name ?? id }
    let ids = members.isEmpty ? [channel["user"]?.identifier].compactMap(\.self) : members
    let others = ids.contains { $0 != owner } ? ids.filter { $0 != owner } : ids
    var shown: [String] = []
    for id in others {
      let member = self.name(ofUser: id) ?? id
      if !shown.contains(member) { shown.append(member) }
    }
    return shown.isEmpty ? name ?? id : shown.joined(separator: ", ")
  }
}
