import ChatModel
import ImportKit

/// Reads the messages of a text, the oldest first.
struct ThreemaReader {
  private let file: ImportInput
  private let bytes: InputBytes
  private let survey: ThreemaSurvey
  private let conversion: Conversion
  private let builder: ConversationBuilder
  private var lines: LineTally
  private var last: Instant?

  init(
    _ file: ImportInput, _ bytes: InputBytes, _ survey: ThreemaSurvey, _ conversion: Conversion,
    _ builder: ConversationBuilder
  ) {
    (self.file, self.bytes, self.survey) = (file, bytes, survey)
    (self.conversion, self.builder) = (conversion, builder)
    lines = LineTally(bytes, file: file.path)
  }

  /// Adds all messages to the conversation.
  mutating func read(_ log: inout DiagnosticLog) throws(ImportError) {
    let (bytes, style) = (bytes, survey.style)
    var entries = LogEntryReader(bytes, ends: survey.ends)
    let start = LogLines.start(of: bytes)
    var head = ThreemaHead(
      bytes, LogLines.content(of: bytes, from: start, to: LogLines.end(of: bytes, from: start)), style)
    var following: ThreemaHead?
    while true {
      following = nil
      let entry = entries.next { line in
        following = ThreemaHead(bytes, line, style)
        return following != nil
      }
      guard let entry else { break }
      lines.take(entry.range, as: head == nil ? .card : .shown)
      try add(entry, head, &log)
      head = following
    }
    if let note = survey.ends.note(in: file.path) { log.append(note) }
    lines.report(to: file.account)
    conversion.markOwner(of: builder)
  }

  private mutating func add(
    _ entry: LogEntry, _ head: ThreemaHead?, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let origin = Origin(file: file.path, line: entry.line, offset: entry.range.lowerBound)
    guard let head else {
      let text = text(entry.range)
      guard !text.isBlank else { return }
      log.append(Diagnostic(.loss, "headless-line", "a line has no date and was shown as it is", at: origin))
      return try builder.add(
        Message(id: "", content: .part(Unsupported(kind: "line without a date", text: text))))
    }
    var draft = MessageDraft()
    draft.instant = instant(of: head, entry, at: origin, &log)
    let content = text(head.end..<max(head.end, entry.range.upperBound))
    let (name, words) = split(content)
    if let isOwn = head.isOwn {
      draft.sender =
        isOwn
        ? builder.participant("me", standIn: .me, isMe: true)
        : builder.participant("them", name: builder.title)
    } else if let name {
      draft.sender = builder.participant(name, isMe: name == survey.owner && conversion.options.me == nil)
    }
    setContent(words, &draft)
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  private mutating func instant(
    of head: ThreemaHead, _ entry: LogEntry, at origin: Origin, _ log: inout DiagnosticLog
  ) -> Instant? {
    guard let date = head.date else {
      let line = bytes.repairedString(in: entry.range.lowerBound..<head.end)
      return conversion.instant(of: conversion.zones.timestamp(head.clock, head.zone, in: line))
    }
    guard let day = date.day(survey.order) else {
      log.append(
        Diagnostic(
          .warning, "no-date", "a message has a date that does not exist; it is shown with the one before it",
          at: origin))
      return nil
    }
    builder.noteDateStyle(
      of: bytes.repairedString(in: entry.range.lowerBound..<head.end), order: survey.order)
    // Minutes may be out of order by one.
    let notBefore = last.map { Instant(milliseconds: $0.milliseconds - 60_000) }
    last = conversion.instant(
      ofWallClock: Int64(day) * LogTime.millisecondsPerDay + head.clock, notBefore: notBefore, at: origin)
    return last
  }

  /// Splits the name from a text. In groups, files have no name, and their captions may have a colon.
  private func split(_ text: String) -> (name: String?, words: String) {
    guard survey.style != .arrows, let colon = TranscriptHead.colon(in: text.firstLine.line[...]) else {
      return (nil, text)
    }
    let name = String(text[..<colon])
    guard survey.names.contains(name) else { return (nil, text) }
    return (name, String(text.droppingBytes(text[..<colon].utf8.count + 2)))
  }

  private func text(_ range: Range<Int>) -> String {
    var text = bytes.string(in: range) ?? bytes.repairedString(in: range)
    if text.utf8.contains(0x0D) { text = text.replacing("\r\n", with: "\n") }
    while let last = text.utf8.last, last == 0x0A { text = String(text.dropLast()) }
    return text
  }

  // MARK: Content

  /// Sets the text, the file at its end with its caption, or the location.
  private func setContent(_ text: String, _ draft: inout MessageDraft) {
    guard let (before, name) = Self.reference(at: text) else {
      if !text.isEmpty { draft.text = MessageText(text, markup: .plain) }
      return
    }
    let isLabel = Self.labels.contains(before.lowercased())
    if let point = Self.point(name) {
      draft.part = Location(
        latitude: point.latitude, longitude: point.longitude, name: isLabel ? nil : before)
      return
    }
    guard file.folder.has(name) || Self.isStoredName(name) else {
      draft.text = MessageText(text, markup: .plain)
      return
    }
    // The name that the sender gave follows an id.
    let isPrefixed =
      name.utf8.count > 17 && name.utf8.prefix(16).allSatisfy(Self.isHex)
      && name.utf8.dropFirst(16).first == 0x2D
    let shown = isPrefixed ? String(name.droppingBytes(17)) : name
    let kind: Attachment.Kind =
      !isPrefixed && name.lowercased().hasSuffix(".aac") ? .voice : .init(ofFileNamed: shown)
    draft.attachments = [Attachment(kind: kind, path: name, name: shown)]
    if !isLabel, !before.isEmpty { draft.text = MessageText(before, markup: .plain) }
  }

  /// Returns the words before the reference at the end of a text, and what it refers to: ` <file>` on Android, ` (file)` on iOS.
  private static func reference(at text: String) -> (before: String, name: String)? {
    let (open, close): (UInt8, UInt8)
    switch text.utf8.last {
    case UInt8(ascii: ">"): (open, close) = (UInt8(ascii: "<"), UInt8(ascii: ">"))
    case UInt8(ascii: ")"): (open, close) = (UInt8(ascii: "("), UInt8(ascii: ")"))
    default: return nil
    }
    // Names may have brackets of their own.
    var (depth, start) = (0, String.Index?.none)
    for index in text.utf8.indices.reversed() {
      if text.utf8[index] == close { depth += 1 }
      if text.utf8[index] == open { depth -= 1 }
      if text.utf8[index] == 0x0A { return nil }
      if depth == 0 {
        start = index
        break
      }
    }
    guard let start else { return nil }
    let name = String(text.utf8[text.utf8.index(after: start)...].dropLast()) ?? ""
    let before = String(text[..<start])
    guard !name.isEmpty, name.utf8.count <= 300, before.isEmpty || before.last == " " || before.last == "\n"
    else {
      return nil
    }
    return (before.trimmingSpaces, name)
  }

  private static func isHex(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }

  /// True for the names that Threema gives files: an id of 36 or 16 characters, and an ending or the sender's name.
  private static func isStoredName(_ name: String) -> Bool {
    let utf8 = name.utf8
    if utf8.count > 17, utf8.prefix(16).allSatisfy(isHex), utf8.dropFirst(16).first == 0x2D { return true }
    guard utf8.count > 37, utf8.dropFirst(36).first == 0x2E else { return false }
    return utf8.prefix(36).enumerated().allSatisfy { [8, 13, 18, 23].contains($0) ? $1 == 0x2D : isHex($1) }
  }

  /// Returns the point of `geo:48.13715,11.57612?q=…` (RFC 5870), or nil.
  private static func point(_ address: String) -> (latitude: Double, longitude: Double)? {
    guard address.hasPrefix("geo:") else { return nil }
    let numbers = address.dropFirst(4).prefix { $0 != "?" && $0 != ";" }.split(separator: ",").map {
      Double($0)
    }
    guard numbers.count >= 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
      abs(longitude) <= 180
    else { return nil }
    return (latitude, longitude)
  }

  /// The words that Threema writes before a file or place, in its languages. Other words are a caption.
  private static let labels: Set = [
    "", "image", "bild", "photo", "foto", "imagen", "immagine", "imagem", "afbeelding", "obraz", "zdjęcie",
    "billede",
    "bilde", "kuva", "kép", "obrázek", "obrázok", "resim", "görsel", "görüntü", "изображение", "фото",
    "зображення", "图片",
    "圖片", "画像", "이미지", "사진", "imatge", "imaginea", "video", "vidéo", "vídeo", "wideo", "видео", "відео", "视频",
    "影片",
    "ビデオ", "動画", "비디오", "동영상", "videó", "film", "voice message", "sprachnachricht", "message vocal",
    "mensaje de voz", "messaggio vocale", "mensagem de voz", "spraakbericht", "wiadomość głosowa",
    "голосовое сообщение", "голосове повідомлення", "audio", "语音消息", "語音訊息", "ボイスメッセージ", "음성 메시지",
    "hlasová zpráva", "hlasová správa", "hangüzenet", "talebesked", "talemelding", "röstmeddelande",
    "sesli mesaj",
    "missatge de veu", "file", "datei", "fichier", "archivo", "arquivo", "ficheiro", "bestand", "plik", "fil",
    "tiedosto",
    "fájl", "soubor", "súbor", "dosya", "файл", "文件", "檔案", "ファイル", "파일", "fitxer", "location", "ort",
    "standort",
    "position", "emplacement", "lieu", "ubicación", "posizione", "localização", "localizaç.", "locatie",
    "lokalizacja",
    "położenie", "местоположение", "розташування", "位置", "場所", "위치", "poloha", "helyszín", "konum", "plats",
    "sijainti",
    "animated image", "animiertes bild", "gif", "sticker",
  ]
}
