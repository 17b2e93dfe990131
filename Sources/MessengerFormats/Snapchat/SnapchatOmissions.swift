import ImportKit

/// The parts of Snapchat’s download that are left out on purpose.
extension SnapchatFormat {
  static let omissions: [Omission] = [
    Omission(.otherTime, "**.Created"),
    Omission(.bookkeeping, "**.IsSaved", "**.IsSender"),
    Omission(
      .accountData, "**.Creation Timestamp", "**.Last Modified Timestamp", "**.Source", "**.Creation Date",
      "**.Registration IP", "**.Country"),
  ]
}
