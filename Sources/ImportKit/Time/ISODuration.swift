/// Lengths of time in ISO 8601, such as `PT1H12M3.5S`.
package enum ISODuration {
  /// Returns the seconds of a duration in days, hours, minutes and seconds; nil for any other text.
  package static func seconds(_ text: String) -> Double? {
    guard text.hasPrefix("P"), text.utf8.count < 64 else { return nil }
    var (total, number, isTime) = (0.0, "", false)
    for character in text.dropFirst() {
      switch character {
      case "T": isTime = true
      case "0"..."9", ".": number.append(character)
      default:
        guard let value = Double(number), value < 1e9 else { return nil }
        switch character {
        case "D": total += value * 86_400
        case "H": total += value * 3600
        case "M" where isTime: total += value * 60
        case "S": total += value
        default: return nil
        }
        number = ""
      }
    }
    return number.isEmpty ? total : nil
  }
}
