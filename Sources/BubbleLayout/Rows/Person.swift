public import ChatModel
public import Frames
import ICU

/// A participant as shown in rows.
public struct Person: Sendable, Hashable {
  /// The display name.
  public var name: String
  /// Path of the picture from the site's root.
  public var avatar: String?
  /// One or two letters for people without a picture.
  public var initials: String
  /// The number that names the person in pages.
  public var id: PersonID
  /// True if the person is the owner of the conversation, whose messages are outgoing.
  public var isMe: Bool
  /// True if the source has no name for the owner.
  public var isUnnamedOwner: Bool

  /// The person for a participant.
  public init(_ participant: Participant, avatar: String?) {
    name = participant.name
    self.avatar = avatar
    initials = Self.initials(of: participant.name)
    id = PersonID(key: participant.key)
    isMe = participant.isMe
    isUnnamedOwner = participant.standIn == .me
  }

  /// The fewest digits of a telephone number.
  private static let numberDigits = 5

  /// Returns the last two digits of a telephone number, or of the last of several, because most of a chat begin with the same digits; nil
  /// if the name is something else.
  private static func lastDigits(of name: String) -> String? {
    let digits = name.filter(\.isWholeNumber)
    // Some apps put marks of direction around numbers.
    let isNumber = name.allSatisfy {
      $0.isWholeNumber || $0.isWhitespace || "+()-–./,".contains($0)
        || $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }
    return isNumber && digits.count >= numberDigits ? String(digits.suffix(2)) : nil
  }

  /// Returns the first letter or digit of the first and of the last word with one, or `?`. Letters of different scripts, as
  /// in “Ben محمد”, are not put side by side: only the first is used. A telephone number has its last two digits.
  static func initials(of name: String) -> String {
    if let digits = lastDigits(of: name) { return digits }
    let heads = name.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.first { $0.isLetter || $0.isNumber }
    }
    guard let first = heads.first else { return "?" }
    var initials = String(first).uppercased()
    if heads.count > 1, let last = heads.last, first.isWritten(beside: last) {
      initials += String(last).uppercased()
    }
    return initials
  }
}

extension Character {
  private static let japanese: [Script] = [.han, .hiragana, .katakana]

  /// True if two characters are of one script, or of scripts that are written together.
  fileprivate func isWritten(beside other: Character) -> Bool {
    let scripts = [self, other].map { $0.unicodeScalars.first?.script ?? .common }
    return scripts[0] == scripts[1] || scripts.contains(.common)
      || scripts.allSatisfy(Self.japanese.contains)
  }
}
