import ChatModel
import ImportKit

/// The text that WhatsApp writes for "Export chat", with the media next to it: a zip or folder, or the text alone; its databases,
/// already decrypted; and `result.json`, which WhatsApp-Chat-Exporter makes of them.
enum WhatsAppFormat: ConvertedFormat {
  static let key = "whatsapp"
  static let name = "WhatsApp (exported chat, database)"

  static let capabilities: [FormatCapability] = [
    .full("text of iOS and Android in any language"),
    .full("photos, videos, audio, voice messages, stickers, GIFs, documents"),
    .full("captions, contacts, locations, polls, calls"),
    .partly("edits", "that a message was edited, and in databases when; nothing has earlier versions"),
    .full("deleted messages, messages that could be viewed once"),
    .full("notices of the chat", "as the export words them"),
    .full("bold, italic, strikethrough, monospace", "with the signs that were typed"),
    .partly("dates", "the order of day and month is inferred; --date-order sets it"),
    .partly("replies, reactions, receipts", "from databases; exported chats have none"),
    .full("databases of Android and iOS, already decrypted", "every chat, joined with its exported text"),
    .partly(
      "result.json of WhatsApp-Chat-Exporter", "what that program keeps: no albums, polls or results of calls"
    ),
  ]

  /// The name of the text in exports of iOS.
  private static let chatName = "_chat.txt"
  /// The most texts of a folder that are examined.
  private static let textLimit = 100

  /// True unless the name belongs to another chat's archive: a zip that a backup puts next to the chat, or that somebody sent in it.
  static func isPart(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), archiveEndings.contains(name[dot...].lowercased()) else {
      return true
    }
    let stem = String(name[..<dot])
    return WhatsAppTitle.title(stem) == nil && !stem.lowercased().contains("whatsapp")
  }

  private static let archiveEndings = [".zip", ".7z", ".rar", ".tar"]

  static func recognises(_ input: ImportInput) -> Bool {
    recognises(input, among: NoOtherFormats())
  }

  static func recognises(_ input: ImportInput, among formats: any KnownFormats) -> Bool {
    guard let bytes = input.bytes else {
      return database(in: input) != nil || !chats(of: input, among: formats).isEmpty
    }
    return isStore(input) || isChat(bytes)
  }

  /// True for a database, and for the JSON made of one.
  private static func isStore(_ input: ImportInput) -> Bool {
    WhatsAppDatabase.origin(of: input) != nil || WhatsAppExporterReader.recognises(input)
  }

  /// Returns the database of a folder that has its files elsewhere than beside it, or nil.
  private static func database(in input: ImportInput) -> ImportInput? {
    guard let path = WhatsAppDatabase.path(in: input), let file = try? input.file(named: path),
      WhatsAppDatabase.origin(of: file) != nil
    else { return nil }
    return file
  }

  /// Databases are read first: a chat's exported text is joined to it, with the ids and times of the database.
  static func precedence(of input: ImportInput) -> Int {
    (input.bytes == nil ? database(in: input) != nil : isStore(input)) ? -1 : 0
  }

  /// The chats of a folder that is an export: texts with nothing next to them but media.
  ///
  /// A folder that also has exports of other programs is left to the search for exports, which finds each text.
  private static func chats(of input: ImportInput, among formats: any KnownFormats) -> [String] {
    // If there are also chats in subfolders, the search finds them.
    guard !input.files.contains(where: isNestedChat) else { return [] }
    var (chats, others) = ([String](), [String]())
    for name in input.files where !name.contains("/") && isText(name) {
      guard chats.count + others.count < textLimit, let start = try? input.folder.beginning(of: name) else {
        return []
      }
      if start.isText, isChat(start) { chats.append(name) } else { others.append(name) }
    }
    // Documents sent in the chat may be texts and archives as well.
    return chats.isEmpty || others.contains { isExport($0, in: input, formats) } ? [] : chats
  }

  /// True if a text is a chat. The Markdown of signal-export has such heads as well.
  private static func isChat(_ bytes: InputBytes) -> Bool {
    TranscriptDetector(bytes).isChat && !MarkdownTranscript.recognises(bytes)
  }

  /// True if a path names a chat in a folder.
  private static func isNestedChat(_ path: String) -> Bool {
    let steps = path.split(separator: "/")
    guard steps.count > 1, let name = steps.last, name.hasSuffix(".txt") else { return false }
    return name.lowercased() == chatName || WhatsAppTitle.title(String(name.dropLast(4))) != nil
  }

  /// True if a file next to a chat is an export itself.
  private static func isExport(
    _ name: String, in folder: ImportInput, _ formats: any KnownFormats
  ) -> Bool {
    guard let start = try? folder.folder.beginning(of: name) else { return false }
    let isArchive = ImportInput.archiveKind(start) != nil
    if isArchive, !folder.isFolderOfDisk { return false }
    let file = try? isArchive ? folder.archive(named: name) : folder.file(named: name)
    return file.map(formats.recognise) ?? false
  }

  /// True if a file may be an export of some program.
  private static func isText(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".txt", ".json", ".jsonl", ".csv", ".xml", ".html", ".zip", ".log", ".db", ".tar", ".gz", ".md"]
      .contains { name.hasSuffix($0) } && !isMedia(name)
  }

  /// True if a file has the number that iOS gives media: `00000012-notes.txt`.
  private static func isMedia(_ name: String) -> Bool {
    name.utf8.prefix(8).allSatisfy { $0 &- 0x30 <= 9 } && name.utf8.dropFirst(8).first == UInt8(ascii: "-")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if let file = input.bytes == nil ? database(in: input) : input, WhatsAppDatabase.origin(of: file) != nil {
      return try WhatsAppDatabase.convert(file, root: input.folder, to: conversion, log: &log)
    }
    if WhatsAppExporterReader.recognises(input) {
      return try WhatsAppExporterReader.convert(input, to: conversion, log: &log)
    }
    if let bytes = input.bytes { return try convert(input, bytes, to: conversion, log: &log) }
    // A folder with exports of other programs was not recognised.
    for name in chats(of: input, among: NoOtherFormats()) {
      let file = try input.file(named: name)
      guard let bytes = file.bytes else { continue }
      try convert(file, bytes, in: input, to: conversion, log: &log)
    }
  }

  /// Converts one chat. `export` is the folder or zip that it is in, if that is the input.
  private static func convert(
    _ file: ImportInput, _ bytes: InputBytes, in export: ImportInput? = nil, to conversion: Conversion,
    log: inout DiagnosticLog
  ) throws(ImportError) {
    let bytes = decoded(bytes, conversion.options.charset, file, &log)
    var survey = WhatsAppSurvey(bytes, order: conversion.options.dateOrder)
    let title = title(of: file, in: export, survey)
    survey.finish(title: title)
    for (_, order, evidence) in survey.orders where evidence == .habit || evidence == .changes {
      log.append(assumption(order, evidence, file))
    }
    let findings = [
      survey.unknownHalves.warning(in: file.path), survey.ends.note(in: file.path),
      survey.senders.doubt(in: file.path),
    ]
    for finding in findings.compactMap({ $0 }) + survey.findings(in: file.path) { log.append(finding) }
    let files = export.map { Set($0.files) }
    let builder = conversion.conversation(named: "whatsapp/\(title)", title: title)
    // Android writes minutes, and iOS seconds.
    builder.precision = 60_000
    builder.copyDifference = .names
    var reader = WhatsAppReader(file, bytes, survey, conversion, builder)
    reader.names = files ?? []
    reader.moved = Self.movedFiles(export?.files ?? [])
    try reader.read(title: title, log: &log)
  }

  /// The paths of files that somebody put in folders next to the chat, by their names. Names that occur twice are left out.
  private static func movedFiles(_ files: [String]) -> [String: String] {
    var paths: [String: String] = [:]
    var names = Set(files)
    for path in files {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
      let name = String(path[path.utf8.index(after: slash)...])
      paths[name] = names.insert(name).inserted ? path : nil
    }
    return paths
  }

  /// The text in UTF-8 if somebody saved it in an older encoding: no line with non-ASCII characters is valid UTF-8.
  private static func decoded(
    _ bytes: InputBytes, _ charset: String?, _ file: ImportInput, _ log: inout DiagnosticLog
  ) -> InputBytes {
    guard !bytes.isUTF8(0..<bytes.count) else { return bytes }
    let encoding = charset.map { LogEncoding($0) } ?? LogEncoding(of: bytes)
    var (text, offset) = ([UInt8](), 0)
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let line = LogText(bytes, offset..<end, encoding: encoding)
      if !line.isDecoded, line.utf8.contains(where: { $0 >= 0x80 }) { return bytes }
      text += line.utf8
      if end < bytes.count { text.append(0x0A) }
      offset = end + 1
    }
    log.append(encoding.note(in: file.path))
    return InputBytes(text)
  }

  private static func title(of file: ImportInput, in export: ImportInput?, _ survey: WhatsAppSurvey) -> String
  {
    let isNamed = file.name.lowercased() != chatName
    if isNamed {
      if let title = WhatsAppTitle.title(file.stem) { return title }
      // In an unknown language the title is the other person's name.
      if file.stem.lowercased().contains("whatsapp"), let name = survey.senders.name(in: file.stem) {
        return WhatsAppReader.cleanName(name)
      }
    }
    let path = (export?.folder ?? file.folder).namePath
    let folder = String(path.split(separator: "/").last ?? "")
    let base = WhatsAppTitle.title(folder)
    // A second copy next to `_chat.txt`, as file managers name it, is another chat.
    if isNamed, base == nil || file.stem.lowercased().hasPrefix("_chat") {
      return file.stem.lowercased().hasPrefix("_chat")
        ? "\(base ?? folder)\(file.stem.dropFirst(5))" : file.stem
    }
    if let base { return base }
    return survey.chatName.map(WhatsAppReader.cleanName) ?? (folder.isEmpty ? file.stem : folder)
  }

  private static func assumption(
    _ order: DateOrder, _ evidence: DateOrderSurvey.Evidence, _ file: ImportInput
  ) -> Diagnostic {
    let words =
      switch order {
      case .dmy: "day, month, year"
      case .mdy: "month, day, year"
      case .ymd: "year, month, day"
      }
    let severity: Diagnostic.Severity = evidence == .habit ? .warning : .note
    return Diagnostic(
      severity, "assumed-date-order",
      "nothing in the file tells the order of its dates for certain; they are read as \(words), set --date-order to change it",
      at: Origin(file: file.path))
  }
}
