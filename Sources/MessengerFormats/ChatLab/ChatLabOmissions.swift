import ImportKit

/// The parts of ChatLab’s files that are left out on purpose.
extension ChatLabFormat {
  static let omissions: [Omission] = [
    // The nickname in the group is shown, or the account’s name where there is none.
    Omission(
      .otherName,
      "**accountName", "**groupNickname"),
    Omission(
      .bookkeeping,
      "chatlab.*", "<header>.chatlab.*"),
  ]
}
