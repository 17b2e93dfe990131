import ImportKit

/// The effects with which messages are sent, by `expressive_send_style_id`.
enum MessageEffect {
  static let invisibleInk = "com.apple.MobileSMS.expressivesend.invisibleink"

  /// Returns the name of an effect.
  static func name(_ id: String) -> String {
    let word = id.split(separator: ".").last.map(String.init) ?? id
    switch word {
    case "impact": return "Slam"
    case "loud": return "Loud"
    case "gentle": return "Gentle"
    case "invisibleink": return "Invisible Ink"
    case "CKHappyBirthdayEffect": return "Balloons"
    case "CKShootingStarEffect": return "Shooting Star"
    case _ where word.hasPrefix("CK") && word.hasSuffix("Effect"):
      return String(word.dropFirst(2).dropLast(6))
    default: return word
    }
  }
}
