import ChatModel
import ImportKit

/// The text that LINE writes for "Export chat history" on phones, and "Save chat" on computers.
enum LINEFormat: ConvertedFormat {
  static let key = "line"
  static let name = "LINE (exported chat history)"

  static let capabilities: [FormatCapability] = [
    .full("text of phones and computers in the app's languages"),
    .full("calls with their duration"),
    .partly("photos, videos, voice messages, stickers, files", "that there was one; the export has no files"),
    .partly("contacts, locations", "that there was one; the export has nothing of them"),
    .full("notices, unsent messages", "as the export words them"),
    .partly("dates", "the order of day and month is inferred; --date-order sets it"),
    .none("replies, reactions, receipts", "the export has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return false }
    return CountryText.recognises(bytes, certainty)
  }

  /// The certainty that a text is LINE's: 0 if it is not, 2 if its header is worded in a known language,
  /// which it is only in the right encoding.
  private static func certainty(_ bytes: InputBytes) -> Int {
    DayTranscriptDetector(bytes).isChat ? DayTranscriptHeader(bytes)?.hasWords == true ? 2 : 1 : 0
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let original = input.bytes else { return }
    let bytes = CountryText.text(
      original, charset: conversion.options.charset, file: input.path, &log, certainty)
    let header = DayTranscriptHeader(bytes)
    let start = header?.end ?? LogLines.start(of: bytes)
    let title = header?.title ?? DayTranscriptHeader.title(ofFile: input.stem)
    let survey = LINESurvey(bytes, from: start, title: title, order: conversion.options.dateOrder)
    if survey.evidence == .habit || survey.evidence == .changes {
      log.append(
        Diagnostic(
          survey.evidence == .habit ? .warning : .note, "assumed-date-order",
          "nothing in the file tells the order of its dates for certain; they are read as \(survey.order.rawValue), set --date-order to change it",
          at: Origin(file: input.path)))
    }
    let findings = [survey.unknownHalves.warning(in: input.path), survey.ends.note(in: input.path)]
    for finding in findings.compactMap({ $0 }) { log.append(finding) }
    let builder = conversion.conversation(named: "line/\(title)", title: title)
    (builder.precision, builder.copyDifference) = (60_000, .names)
    var reader = LINEReader(input, bytes, survey, conversion, builder)
    try reader.read(from: start, log: &log)
  }
}
