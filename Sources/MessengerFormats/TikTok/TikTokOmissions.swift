import ImportKit

/// The parts of TikTok’s download that are left out on purpose.
extension TikTokFormat {
  static let omissions: [Omission] = [
    Omission(.accountData, "Profile.**", "Profile And Settings.**")
  ]
}
