import ImportKit

/// The parts of Viber's databases that are left out on purpose.
extension ViberFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping, "Events.*", "Messages.PttID", "Messages.PGMessageId", "Messages.StickerID",
      "Messages.Status", "Messages.PttStatus",
      "ChatInfo.*"),
    Omission(.machineText, "Messages.Info(json)**", "messages.msg_info", "messages.msg_info_bin"),
    Omission(.seen, "messages.unread"),
    Omission(.smallerCopy, "Messages.ThumbnailPath"),
    Omission(.otherName, "Contact.*", "participants_info.*"),
    Omission(.surroundings, "conversations.*", "participants.*"),
    Omission(.settings, "Settings.*", "**.Flag", "**.Flags"),
  ]
}
