import ChatModel

/// The kinds of messages in databases of WhatsApp, by their numbers on Android and iOS.
enum WhatsAppKind {
  case text
  /// Nil: the kind that the file's type says.
  case file(Attachment.Kind?)
  /// A file that could be opened once.
  case viewOnce(Attachment.Kind)
  case contact, place, livePlace, notice, call, missedCall, missedVideoCall, waiting, deleted, poll, album
  case product, order, invitation, template
  case unknown

  /// The kind of a number in `message.message_type` or `messages.media_wa_type`.
  init(android number: Int64) {
    self =
      switch number {
      case 0: .text
      case 1: .file(.image)
      case 2: .file(.audio)
      case 3: .file(.video)
      case 4, 14: .contact
      case 5: .place
      case 16: .livePlace
      case 7: .notice
      case 8, 90: .call
      case 10: .missedCall
      case 9: .file(.file)
      case 11: .waiting
      case 13: .file(.gif)
      case 15, 64: .deleted
      case 20: .file(.sticker)
      case 23: .product
      case 44: .order
      case 24: .invitation
      case 25...28, 32, 45, 55, 57, 85: .template
      case 36, 56: .notice
      case 42: .viewOnce(.image)
      case 43: .viewOnce(.video)
      case 82: .viewOnce(.voice)
      case 66, 106: .poll
      case 81, 103: .file(nil)
      case 99: .album
      default: .unknown
      }
  }

  /// The kind of a number in `ZWAMESSAGE.ZMESSAGETYPE`.
  init(iOS number: Int64) {
    self =
      switch number {
      case 0, 7: .text
      case 1: .file(.image)
      case 2: .file(.video)
      case 3: .file(.audio)
      case 4: .contact
      case 5: .place
      case 6, 10, 12: .notice
      case 8: .file(.file)
      case 11: .file(.gif)
      case 14: .deleted
      case 15: .file(.sticker)
      case 46: .poll
      case 59: .call
      default: .unknown
      }
  }
}
