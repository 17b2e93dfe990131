import ImportKit

/// The parts of Google Voice’s pages that are left out on purpose.
extension GoogleVoiceFormat {
  static let omissions: [Omission] = [
    Omission(.furniture, "title**", "div.deletedStatusContainer**", "html**")
  ]
}
