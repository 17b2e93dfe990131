import ChatModel
import ImportKit

/// The files of SMS Backup & Restore for Android: `sms-*.xml` with messages, `calls-*.xml` with calls.
///
/// Facts: the app's schema as found in backups; docs/formats/sms.md.
enum SMSFormat: ConvertedFormat {
  static let key = "sms"
  static let name = "SMS Backup & Restore (Android)"

  static let capabilities: [FormatCapability] = [
    .full("SMS and MMS"),
    .full("photos, video, audio, files", "taken out of the file"),
    .full("contact cards"),
    .full("groups"),
    .full("subjects", "as the first line, in bold"),
    .full("drafts, failed and waiting messages", "with their status"),
    .full("calls", "in the conversation of the number"),
    .full("names of people", "as the phone had them"),
    .none("reactions", "phones send them as texts"),
    .full("several conversations in one export"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, input.firstByte == UInt8(ascii: "<") else { return false }
    var text = XMLText(bytes, limit: ImportInput.headLimit)
    guard let head = text.next() else { return false }
    return isBackup(String(decoding: head, as: UTF8.self))
  }

  /// True if both the root element and the first element in it are the app's.
  private static func isBackup(_ head: String) -> Bool {
    var names: [Substring] = []
    for part in head.split(separator: "<", omittingEmptySubsequences: true).prefix(100) {
      guard let first = part.unicodeScalars.first, first.properties.isAlphabetic else {
        // A declaration, an instruction, a comment or white space before the first element.
        guard isOther(part) else { return false }
        continue
      }
      names.append(part.prefix { $0.isLetter })
      let attributes = part.dropFirst(names[names.count - 1].count)
      switch (names.count, names[0]) {
      case (1, "smses"), (1, "calls"):
        if attributes.contains("backup_set=") || attributes.contains("count=\"0\"") { return true }
      case (2, "smses"):
        return (names[1] == "sms" || names[1] == "mms") && attributes.contains(" date=")
          && attributes.contains(" address=")
      case (2, "calls"):
        return names[1] == "call" && attributes.contains(" number=") && attributes.contains(" duration=")
      default: return false
      }
    }
    return false
  }

  private static func isOther(_ part: Substring) -> Bool {
    part.hasPrefix("?") || part.hasPrefix("!--") || part.allSatisfy(\.isWhitespace)
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let bytes = input.bytes else {
      throw .unreadable(path: input.path, reason: "it is a folder where a file is expected")
    }
    let reader = SMSReader(conversion)
    try XMLStream.read(
      bytes, path: input.path, with: reader, files: conversion.extractedFiles, account: input.account,
      log: &log)
    try reader.finish(&log)
  }
}
