import ChatModel
import Frames
import TextLayout

extension RowLayouter {
  /// Returns a participant's name, empty for nil or an index out of range.
  func name(of person: ParticipantIndex?) -> String {
    guard let person, people.indices.contains(Int(person.value)) else { return "" }
    return people[Int(person.value)].name
  }

  /// True if a participant is the owner of the conversation.
  func isMe(_ person: ParticipantIndex) -> Bool {
    let index = Int(person.value)
    return people.indices.contains(index) && people[index].isMe
  }

  /// Returns a participant's name for use in a sentence (``Wording/isolated(_:)``), or nil for an unknown participant.
  func spokenName(of person: ParticipantIndex) -> String? {
    let index = Int(person.value)
    return tools.spokenNames.indices.contains(index) ? tools.spokenNames[index] : nil
  }

  /// Returns the number that names a participant in pages.
  func id(of person: ParticipantIndex?) -> PersonID {
    guard let person, people.indices.contains(Int(person.value)) else { return .nobody }
    return people[Int(person.value)].id
  }

  /// Returns the line with a participant's name above a group, or nil for an unknown participant.
  func nameLine(of person: ParticipantIndex) -> LaidOutText? {
    let index = Int(person.value)
    guard people.indices.contains(index) else { return nil }
    if let cached = caches.names[index] { return cached }
    let line = line(Wording.oneLine(people[index].name), role: .name, maxWidth: theme.nameWidth)
    caches.names[index] = line
    return line
  }

  /// Returns a participant's picture or initials, or nil for an unknown participant.
  func avatar(of person: ParticipantIndex) -> FrameContent? {
    let index = Int(person.value)
    guard people.indices.contains(index) else { return nil }
    if let cached = caches.avatars[index] { return cached }
    let initials = line(people[index].initials, role: .initials, maxWidth: .unlimited)
    let avatar = FrameContent.avatar(
      FrameAvatar(path: people[index].avatar, initials: initials.block))
    caches.avatars[index] = avatar
    return avatar
  }
}
