import ImportKit

/// The parts of QQ Chat Exporter's files that are left out on purpose.
extension QCEFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.seq", "**.md5", "**.faceType", "**.emojiId", "**.emojiPackageId", "**.key", "**.resId", "**.atType",
      "**.type",
      "**.data.uid", "**.data.uin", "**.replyMsgId", "**.messageId", "**.senderUin", "**.senderUid",
      "chunked**", "**.fileId",
      "**.messageCount", "**.uin", "**.uid", "**.referencedMessageId", "**.recalled", "**.system",
      "**.summary", "**.subType"),
    Omission(.usage, "statistics.**", "chatInfo.participantCount"),
    Omission(.settings, "exportOptions.**", "metadata.**"),
    Omission(.otherTime, "**.time", "**.timestamp"),
    // The elements of a message have its words and files.
    Omission(
      .duplicate,
      "**.content.html", "**.content.text", "**.resources[]**", "**.mentions[]**", "**.data.elements[]**",
      "**.data.preview",
      "**.data.text", "**.localPath", "**.url", "**.tabName", "**.appName"),
    Omission(
      .otherName, "**.sender.nickname", "**.sender.name", "**.sender.remark", "**.sender.title",
      "**.sender.groupCard"),
    Omission(.looks, "avatars**", "**.avatar", "chatInfo.avatar"),
    Omission(.machineText, "**.rawMessage**"),
  ]
}
