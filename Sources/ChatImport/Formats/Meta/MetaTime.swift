import ChatModel

/// The times of pages in HTML: of a clock without a zone, or in pages before 2018 with one, as in `Friday, 5 January 2018 at 09:12 UTC+01`.
enum MetaTime {
  /// The hours that zones are ahead of UTC which pages name by letters: those of North America and Europe. Pages name others by offset.
  private static let hours: [String: Int] = [
    "UTC": 0, "GMT": 0, "PST": -8, "PDT": -7, "MST": -7, "MDT": -6, "CST": -6, "CDT": -5, "EST": -5,
    "EDT": -4,
    "AKST": -9, "AKDT": -8, "HST": -10, "AST": -4, "ADT": -3, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2,
    "EET": 2, "EEST": 3,
  ]

  /// Returns the instant of a written time, or nil if it cannot be read, which is reported. A time without a zone is local time in the
  /// zone of the options.
  static func instant(
    _ text: String, _ conversion: Conversion, at origin: Origin, _ log: inout DiagnosticLog
  ) -> Instant? {
    guard let time = WrittenTime.milliseconds(text, order: conversion.options.dateOrder) else {
      log.append(
        Diagnostic(.warning, "no-time", "the message's time `\(text.prefix(60))` cannot be read", at: origin))
      return nil
    }
    guard let zone = zoneSeconds(in: text) else { return conversion.instant(of: .wallClock(time)) }
    return Instant(milliseconds: time - Int64(zone) * 1000)
  }

  /// Returns the seconds that a written time's zone is ahead of UTC, or nil if the text names no zone: `UTC+01`, `UTC-03:30`, `PDT`.
  static func zoneSeconds(in text: String) -> Int? {
    let text = text.trimmingSpaces
    let word = text.lastIndex(where: \.isWhitespace).map { String(text[text.index(after: $0)...]) } ?? text
    if let hours = hours[word] { return hours * 3600 }
    guard word.hasPrefix("UTC") || word.hasPrefix("GMT") else { return nil }
    let parts = word.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false)
    let sign = word.dropFirst(3).first
    guard sign == "+" || sign == "-" || sign == "−", 1...2 ~= parts.count,
      parts.allSatisfy({ 1...2 ~= $0.utf8.count && $0.utf8.allSatisfy { $0 &- 0x30 <= 9 } }),
      let hours = Int(parts[0]), hours <= 14
    else { return nil }
    let minutes = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    return (sign == "+" ? 1 : -1) * (hours * 3600 + min(minutes, 59) * 60)
  }
}

extension Attachment.Kind {
  /// The kind of the file that an element of a page shows or links to.
  init(of element: HTMLElement, fileName: String) {
    switch element.name {
    case "img": self = fileName.lowercased().hasSuffix(".gif") ? .gif : .image
    case "video": self = .video
    case "audio": self = .audio
    default: self.init(ofFileNamed: fileName)
    }
  }
}
