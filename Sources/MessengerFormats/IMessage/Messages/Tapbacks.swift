import ChatModel
import ImportKit

/// The reactions of a database. They are messages of their own, and a person's new one replaces their last one.
struct Tapbacks {
  /// A person's latest reaction to a part of a message.
  struct TapbackState {
    /// The time it was made, and its row: the order among all.
    var time: Int64
    var row: Int64
    /// Nil if it was taken back.
    var emoji: String?
    var image: String?
  }
  private struct Key: Hashable {
    /// The message and its part, as `associated_message_guid` names them.
    var target: String
    var sender: ParticipantIndex?
  }
  private var states: [Key: TapbackState] = [:]

  /// The emoji of a kind; nil if it names its own.
  static func emoji(_ kind: Int64) -> String? {
    switch kind % 1000 {
    case 0: "❤️"
    case 1: "👍"
    case 2: "👎"
    case 3: "😂"
    case 4: "‼️"
    case 5: "❓"
    default: nil
    }
  }

  /// Notes that somebody reacted, or took their reaction back.
  mutating func add(_ state: TapbackState, to target: String, by sender: ParticipantIndex?) {
    let key = Key(target: target, sender: sender)
    if let last = states[key], (last.time, last.row) > (state.time, state.row) { return }
    states[key] = state
  }

  /// Adds the remaining reactions to the messages.
  func apply(to builder: ConversationBuilder) {
    let left = states.filter { $0.value.emoji != nil }.sorted {
      ($0.value.time, $0.value.row) < ($1.value.time, $1.value.row)
    }
    for (key, state) in left {
      guard let emoji = state.emoji else { continue }
      let reaction = ConversationBuilder.Amendment.reaction(
        emoji: emoji, by: key.sender, image: state.image, at: AppleTime.instant(state.time))
      builder.amend(Self.message(of: key.target), reaction)
    }
  }

  /// The `guid` of a message in `p:0/GUID`, `bp:GUID` or `GUID`.
  static func message(of target: String) -> String {
    if target.hasPrefix("p:"), let slash = target.firstIndex(of: "/") {
      return String(target[target.index(after: slash)...])
    }
    return target.hasPrefix("bp:") ? String(target.dropFirst(3)) : target
  }
}
