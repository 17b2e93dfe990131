import ChatModel
import ImportKit

/// The table that KakaoTalk writes on Macs: `Date,User,Message`, followed by unknown columns.
struct KakaoTalkTable {
  private var records: CSVReader
  private let names: [String]

  /// Opens the table, or returns nil if the text has another first line.
  init?(_ bytes: InputBytes) {
    guard bytes.count >= 17 else { return nil }
    let start = LogLines.start(of: bytes)
    guard bytes[start] | 0x20 == UInt8(ascii: "d") || bytes[start] == UInt8(ascii: "\"") else { return nil }
    records = CSVReader(bytes)
    guard let names = records.next()?.fields,
      names.prefix(3).map({ $0.lowercased() }) == ["date", "user", "message"]
    else { return nil }
    self.names = names
  }

  /// The chat's name in a file's name: `KakaoTalk_Chat_김민지_2024-08-01-11-29-00`.
  static func title(ofFile stem: String) -> String {
    var name = stem[...]
    for prefix in ["KakaoTalk_Chat_", "KakaoTalkChats_", "KakaoTalk_"] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
      break
    }
    if let line = name.lastIndex(of: "_"), name[line...].dropFirst().allSatisfy({ $0.isNumber || $0 == "-" }),
      line > name.startIndex
    {
      name = name[..<line]
    }
    return name.isEmpty ? stem : String(name)
  }

  /// Appends all messages to the conversation.
  mutating func read(
    _ file: ImportInput, _ conversion: Conversion, _ builder: ConversationBuilder, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var people = KakaoTalkPeople(conversion, builder)
    var tally = ColumnTally(names, read: [0, 1, 2])
    defer { tally.report(to: file.account, file: file.path) }
    while let record = records.next() {
      let origin = Origin(file: file.path, line: record.line, offset: record.offset)
      guard record.fields.count >= 3, let time = Timestamp(record.fields[0]) else {
        log.append(
          Diagnostic(
            .loss, "kakaotalk-record", "a record has no date, name and message; it is shown as it is",
            at: origin))
        try builder.add(
          Message(
            id: "", content: .part(Unsupported(kind: "record", text: record.fields.joined(separator: ", ")))))
        continue
      }
      let instant: Instant =
        switch time {
        case .instant: conversion.instant(of: time)
        case .wallClock(let milliseconds): people.instant(milliseconds, at: origin)
        }
      // If there are only three columns, further separators are part of the message.
      let message = names.count > 3 ? record.fields[2] : record.fields[2...].joined(separator: ",")
      if names.count > 3 { tally.count(record) }
      let (name, text) = (record.fields[1], Self.text(message))
      if name.isEmpty || KakaoTalkContent.isNotice(text, of: name) {
        var draft = MessageDraft()
        draft.instant = instant
        draft.event = SystemEvent(event: "notice", text: text)
        try builder.add(draft)
      } else {
        let sender = people.person(name, knowsOwner: false)
        try people.add(text, by: sender, at: instant, origin: origin, &log)
      }
    }
    conversion.markOwner(of: builder)
  }

  /// The text with a line feed at the end of each line.
  private static func text(_ field: String) -> String {
    field.utf8.contains(0x0D) ? String(field.map { $0 == "\r\n" ? "\n" : $0 }) : field
  }
}
