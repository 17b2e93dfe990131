import ChatModel
import ImportKit

/// The database in which The Lounge, an IRC client for the web, keeps the messages of a user. Its text logs are read as [IRC logs].
///
/// Facts: the program's source, thelounge/thelounge, `sqlite.ts`, `shared/types/msg.ts`; docs/formats/thelounge.md.
enum TheLoungeFormat: ConvertedFormat {
  static let key = "thelounge"
  static let name = "The Lounge (IRC, SQLite)"

  static let capabilities: [FormatCapability] = [
    .full("messages and notices"),
    .full("actions (/me)"),
    .full("bold, italic, underline, strikethrough, monospace"),
    .full("joins, parts, quits, nicks, modes, topics, kicks"),
    .partly("other notices of the server", "as text"),
    .full("replies", "since 2026"),
    .full("the owner"),
    .none("the network's name", "the database has only its id"),
    .full("several conversations in one export"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, let tables = SQLiteTables(bytes), tables.has("messages", "options") else {
      return false
    }
    let schema = String(decoding: input.head, as: UTF8.self)
    return ["network", "channel", "msg"].allSatisfy { schema.contains($0) }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let database = try SQLiteDatabase(input, log: &log)
    var failure: ImportError?
    do throws(SQLiteError) {
      var scan = try SQLiteScan(
        database,
        "SELECT ROWID, network, channel, time, type, msg FROM messages WHERE ROWID >= ?1 ORDER BY ROWID")
      let paths = JSONPaths(input.account, file: input.path)
      while failure == nil, try scan.next() {
        do throws(ImportError) {
          try add(scan.row, to: conversion, paths, in: input.path, &log)
        } catch {
          failure = error
        }
      }
      if scan.lostCount > 0 || scan.isEndLost {
        log.append(
          Diagnostic(
            .loss, "damaged-rows", "the database is damaged: some messages cannot be read and are left out",
            at: Origin(file: input.path)))
      }
    } catch {
      throw .unreadable(path: input.path, reason: error.words)
    }
    if let failure { throw failure }
  }

  private static func add(
    _ row: borrowing SQLiteStatement, to conversion: Conversion, _ paths: JSONPaths, in file: String,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let (network, channel) = (row.text(1) ?? "", row.text(2) ?? "?")
    let builder = conversion.conversation("\(network)/\(channel)", title: channel)
    let origin = Origin(file: file, path: "messages \(row.integer(0))")
    var reader = JSONReader(InputBytes(row.bytes(5) ?? []), isLenient: true)
    reader.isDerived = true
    guard let message = try? reader.readValue(paths: paths, at: paths.member("messages.msg(json)")),
      message.isObject
    else {
      log.append(
        Diagnostic(.loss, "malformed-element", "a message is not JSON; it is shown as text", at: origin))
      return try builder.addBroken(row.text(5) ?? "")
    }
    var draft = MessageDraft()
    // Rows are numbered anew by each server.
    draft.instant = Timestamp(epoch: Double(row.integer(3))).map { conversion.instant(of: $0) }
    let nick = message["from"]?["nick"]?.text ?? ""
    let isOwn = message["self"]?.flag == true
    let sender = nick.isEmpty ? nil : builder.participant(nick, isMe: isOwn)
    let text = message["text"]?.text ?? ""
    switch row.text(4) ?? "message" {
    case "message", "notice", "action", "wallops":
      draft.sender = sender
      draft.text = StoredIRCText.text(text, isAction: row.text(4) == "action")
      if let quoted = message["replyToText"]?.text {
        draft.reply = Reply(target: nil, quotedName: message["replyToNick"]?.text, quotedText: quoted)
      }
    case let kind:
      let event = event(kind, message, text)
      let target = message["target"]?["nick"]?.text.map { builder.participant($0) }
      draft.sender = sender
      draft.event = SystemEvent(
        event: event.kind, actor: sender, targets: target.map { [$0] } ?? [], text: event.text)
    }
    try builder.add(draft)
  }

  /// Returns the event of a message of another kind, with its words.
  private static func event(_ kind: String, _ message: JSONValue, _ text: String) -> (
    kind: String, text: String?
  ) {
    let words = StoredIRCText.plain(text)
    switch kind {
    case "join": return ("join", nil)
    case "part", "quit", "kick", "topic", "mode": return (kind, words.isEmpty ? nil : words)
    case "nick": return ("nick", message["new_nick"]?.text ?? words)
    default:
      let more = ["channel", "command", "new_host", "new_ident", "ctcpMessage"].compactMap {
        message[$0]?.text
      }
      let params = (message["params"]?.elements ?? []).compactMap(\.text)
      let all = ([kind.spaced, words] + more + params).filter { !$0.isEmpty }
      return ("info", all.joined(separator: " "))
    }
  }
}
