import ChatModel
import ImportKit

/// The events of a conversation, by the numbers in `item_type` and `group_action_type`.
enum GroupEvent {
  /// The type of an event about a member, whom `other_handle` identifies; 0 is the owner.
  static let member: Int64 = 1
  /// The type of an event about somebody's location.
  static let location: Int64 = 4

  /// Returns the word for an event, or nil if it is unknown.
  static func word(_ item: Int64, _ action: Int64, share: Int64) -> String? {
    switch (item, action) {
    case (1, 0): "memberAdded"
    case (1, 1): "memberRemoved"
    case (2, _): "titleChanged"
    case (3, 0): "memberLeft"
    case (3, 1): "photoChanged"
    case (3, 2): "photoRemoved"
    case (3, 4): "backgroundChanged"
    case (3, 6): "background_removed"
    case (4, _): share == 0 ? "locationShared" : "locationStopped"
    case (5, _): "voiceMessageKept"
    case (6, _): "started_SharePlay"
    default: nil
    }
  }
}
