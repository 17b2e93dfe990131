import ChatModel
import ImportKit

/// The times of pages in HTML: without a zone, or in pages before 2018 with one, as in `Friday, 5 January 2018 at 09:12 UTC+01`.
enum MetaTime {
  /// Returns the instant of a written time, or nil if it cannot be read, which is reported. A time without a zone is local time in the
  /// zone of the options.
  static func instant(
    _ text: String, _ conversion: Conversion, at origin: Origin, _ log: inout DiagnosticLog
  ) -> Instant? {
    let (words, zone) = WrittenZone.split(
      Array((text.utf8.count <= limit ? text[...] : text.prefix(limit)).unicodeScalars))
    let time = String(scalars: words)
    guard let milliseconds = conversion.zones.milliseconds(time, order: conversion.options.dateOrder) else {
      log.append(
        Diagnostic(.warning, "no-time", "the message's time `\(text.prefix(60))` cannot be read", at: origin))
      return nil
    }
    return conversion.instant(of: conversion.zones.timestamp(milliseconds, zone, in: text))
  }

  /// The most characters of a time. Longer texts are not times.
  private static let limit = 200
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
