import ChatModel
import ImportKit

extension ConversationSurvey {
  /// Looks for every file that the pages show, so that ``MediaStore/log(_:)`` can list the missing ones.
  func findFiles(in media: MediaStore) throws {
    let root = source.mediaRoot
    for person in participants.participants { _ = media.avatar(person.avatar, root: root) }
    guard !facts.files.names.isEmpty else { return }
    var (table, clock, log) = (participants, clock, DiagnosticLog())
    try source.survey(from: nil, participants: &table, log: &log, digests: false) { message, _ in
      guard filter.passes(message, clock: &clock) else { return true }
      switch message {
      case .plain: break
      case .whole(let message):
        for file in message.shownFiles { _ = media.placement(of: file, root: root) }
      }
      return true
    }
  }
}

extension Message {
  /// The files that the message's rows show: its content's files, then ``pictures``.
  var shownFiles: [Attachment] { content.files + pictures.map { Attachment(kind: .image, path: $0) } }

  /// The paths of the pictures of its reactions and of the chat's own emoji in its texts.
  var pictures: [String] { reactions.compactMap(\.image) + (extras?.emoji.map(\.image) ?? []) }
}
