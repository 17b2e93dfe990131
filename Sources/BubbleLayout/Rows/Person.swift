public import ChatModel

/// A participant as rows show them.
public struct Person: Sendable, Hashable {
  public var name: String
  /// Path of the picture from the site's root.
  public var avatar: String?
  /// One or two letters for people without a picture.
  public var initials: String
  /// Index into the avatar colours; depends on the participant's key alone, so it is the same in every export.
  public var colour: UInt8
  public var isMe: Bool

  public init(_ participant: Participant, avatar: String?, colours: Int) {
    name = participant.name
    self.avatar = avatar
    initials = Self.initials(of: participant.name)
    colour = Self.colour(of: participant.key, among: colours)
    isMe = participant.isMe
  }

  /// The first letter or digit of the first and of the last word that has one; a pictograph counts as a letter.
  static func initials(of name: String) -> String {
    let heads = name.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.first { $0.isLetter || $0.isNumber }
    }
    guard let first = heads.first else { return "?" }
    var initials = String(first).uppercased()
    if heads.count > 1, let last = heads.last { initials += String(last).uppercased() }
    return initials
  }

  /// FNV-1a over the key's bytes: stable across runs and machines, which `Hasher` is not.
  static func colour(of key: String, among count: Int) -> UInt8 {
    var hash: UInt32 = 2_166_136_261
    for byte in key.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return UInt8(truncatingIfNeeded: (hash >> 8) % UInt32(max(1, count)))
  }
}
