import ImportKit

/// The parts of ChatLab’s files that are left out on purpose.
extension ChatLabFormat {
  static let omissions: [Omission] = [
    // The nickname in the group is shown, or else the account’s name.
    Omission(
      .otherName,
      "**accountName", "**groupNickname"),
    Omission(
      .bookkeeping,
      "chatlab.*", "<header>.chatlab.*"),
  ]
}
