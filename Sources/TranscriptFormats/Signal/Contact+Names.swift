import ChatModel
import ImportKit

extension Contact {
  /// Creates a contact with the first of these names as its name. The others are lines of the card.
  init(names: [String?], phones: [String], emails: [String]) {
    let names = names.compactMap(\.self).filter { !$0.isBlank }
    self.init(
      name: names.first ?? "", phones: phones, emails: emails,
      lines: names.dropFirst().filter { $0 != names.first })
  }
}
