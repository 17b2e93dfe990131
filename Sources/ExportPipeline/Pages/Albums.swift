import BubbleLayout
import ChatModel

/// Joins messages of one picture or film each into albums, for formats that do not mark which of them were sent together.
///
/// An album is a run of messages by one person in one group of a page, each at most a second after the one before it. An album that
/// continues on the next page becomes two, because a page sees only one message of each neighbour. A message with anything of its own
/// besides a caption – an answer, reactions, a mark – stays apart, and a second caption begins another album.
enum Albums {
  /// The most messages of an album, as in Telegram. All of its rows are in one section.
  private static let limit = 10

  /// Assigns the messages of each album their shares.
  static func join(_ inputs: inout [RowInput]) {
    var start = 0
    while start < inputs.count {
      var end = start + 1
      if inputs[start].mayBeInAlbum {
        var captions = inputs[start].hasCaption ? 1 : 0
        while end < inputs.count, end - start < limit, inputs[end].mayBeInAlbum,
          inputs[end].continues(inputs[end - 1])
        {
          captions += inputs[end].hasCaption ? 1 : 0
          if captions > 1 { break }
          end += 1
        }
      }
      if end - start > 1 {
        let album = Array(inputs[start..<end])
        for index in start..<end {
          inputs[index].extras.album = AlbumShare(inputs: album, number: index - start)
        }
      }
      start = end
    }
  }
}

extension RowInput {
  fileprivate var mayBeInAlbum: Bool {
    guard case .media(let attachments, _) = message.content, attachments.count == 1, media.count == 1,
      attachments[0].kind != .sticker, !attachments[0].isRound, message.isContentAlone, quote == nil,
      relations == nil
    else { return false }
    return attachments[0].isInGrid(media[0])
  }

  fileprivate var hasCaption: Bool {
    if case .media(_, let caption) = message.content { !caption.string.isEmpty } else { false }
  }

  /// True if the message was sent together with the one before it.
  fileprivate func continues(_ other: RowInput) -> Bool {
    guard let seconds = message.instant?.seconds, let before = other.message.instant?.seconds else {
      return false
    }
    return !decoration.startsGroup && message.sender == other.message.sender && 0...1 ~= seconds - before
  }
}
