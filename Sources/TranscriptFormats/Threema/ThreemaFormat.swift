import ChatModel
import ImportKit

/// A chat that Threema exports: a zip with `messages.txt` and the media, or the text alone.
///
/// Facts: Threema's source for Android, and programs that read the texts of iOS; docs/formats/threema.md.
enum ThreemaFormat: ConvertedFormat {
  static let key = "threema"
  static let name = "Threema (exported chat)"

  static let capabilities: [FormatCapability] = [
    .full("text of Android and iOS"),
    .full("photos, films, voice messages, files", "if they lie beside the text"),
    .full("captions, locations"),
    .partly("names", "iOS writes none, and Android, in groups, only those of texts"),
    .partly("dates", "the order of day and month is inferred; --date-order sets it"),
    .none("replies, reactions, edits", "the export has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return !texts(of: input).isEmpty }
    return ThreemaHead.Style(of: bytes) != nil
      && (!ThreemaHead.hasYearFirst(bytes) || input.stem.lowercased().hasPrefix("messages"))
  }

  /// The texts of a folder or archive.
  private static func texts(of input: ImportInput) -> [String] {
    input.files.filter { name in
      name.lowercased().hasSuffix(".txt") && name.lowercased().hasPrefix("messages")
        && ((try? input.folder.beginning(of: name)).map { ThreemaHead.Style(of: $0) != nil } ?? false)
    }
  }

  static func isPart(_ name: String) -> Bool { !name.lowercased().hasSuffix(".zip") }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if let bytes = input.bytes { return try read(input, bytes, fallback: input.stem, conversion, &log) }
    for name in texts(of: input) {
      let file = try input.file(named: name)
      let name = input.name.lowercased().hasSuffix(".zip") ? String(input.name.dropLast(4)) : input.name
      if let bytes = file.bytes { try read(file, bytes, fallback: name, conversion, &log) }
    }
  }

  private static func read(
    _ file: ImportInput, _ bytes: InputBytes, fallback: String, _ conversion: Conversion,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let style = ThreemaHead.Style(of: bytes) else { return }
    let survey = ThreemaSurvey(bytes, style, order: conversion.options.dateOrder)
    // Older versions write the chat's name into the file's: `messages-Ann.txt`.
    let stem = file.stem
    let isNamed = stem.lowercased().hasPrefix("messages-") && stem.utf8.count > "messages-".utf8.count
    let title = isNamed ? String(stem.droppingBytes("messages-".utf8.count)) : survey.title ?? fallback
    let builder = conversion.conversation(named: "threema/\(title)", title: title)
    (builder.precision, builder.copyDifference) = (style.isPhone ? 1000 : 60_000, .names)
    var reader = ThreemaReader(file, bytes, survey, conversion, builder)
    try reader.read(&log)
  }
}
