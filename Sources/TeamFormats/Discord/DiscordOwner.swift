import ChatModel
import ImportKit

/// Finds the owner of a direct conversation, which is named after the other person.
struct DiscordOwner {
  /// Authors by id with their names, while there are no more than two.
  private var authors: [(id: String, names: [String])] = []

  mutating func note(_ id: String, names: [String]) {
    guard authors.count < 3, !authors.contains(where: { $0.id == id }) else { return }
    authors.append((id, names))
  }

  /// Marks the owner of the conversation with somebody of this name, unless the user named them.
  func mark(in builder: ConversationBuilder, name: String, chosen me: String?) {
    guard me == nil, authors.count == 2 else { return }
    let others = authors.filter { !$0.names.contains(name) }
    if others.count == 1 { _ = builder.participant(others[0].id, isMe: true) }
  }
}
