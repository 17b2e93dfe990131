import ChatModel
import ImportKit

/// The text or table that KakaoTalk writes for "Export chats".
enum KakaoTalkFormat: ConvertedFormat {
  static let key = "kakaotalk"
  static let name = "KakaoTalk (exported chat)"

  static let capabilities: [FormatCapability] = [
    .full("text of Android, iOS and Windows, CSV of Mac"),
    .full("calls, deleted messages, contacts"),
    .partly(
      "photos, videos, voice messages, emoticons, files", "that there was one; the export has no files"),
    .partly("locations", "their names, as cards"),
    .full("notices", "as the export words them"),
    .none("replies, reactions, receipts", "the export has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return false }
    return KakaoTalkTable(bytes) != nil || CountryText.recognises(bytes, certainty)
  }

  /// The certainty that a text is KakaoTalk's, whose header is worded in a known language.
  private static func certainty(_ bytes: InputBytes) -> Int { KakaoTalkHeader(bytes)?.isChat == true ? 2 : 0 }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let original = input.bytes else { return }
    let bytes = CountryText.text(
      original, charset: conversion.options.charset, file: input.path, &log
    ) { max(certainty($0), KakaoTalkTable($0) == nil ? 0 : 1) }
    if var table = KakaoTalkTable(bytes) {
      let title = KakaoTalkTable.title(ofFile: input.stem)
      let builder = conversation(title, conversion)
      return try table.read(input, conversion, builder, &log)
    }
    let header = KakaoTalkHeader(bytes)
    let start = header?.end ?? LogLines.start(of: bytes)
    let ends = EntryEnds(bytes, from: start) { line in
      KakaoTalkHead(bytes, line).map { $0.kind != .day && $0.shape == header?.shape } ?? false
    }
    if let note = ends.note(in: input.path) { log.append(note) }
    let title =
      header?.title ?? KakaoTalkReader.title(bytes, from: start, shape: header?.shape, ends) ?? input.stem
    let builder = conversation(title, conversion)
    var reader = KakaoTalkReader(input, bytes, title: title, conversion, builder)
    try reader.read(from: start, shape: header?.shape, ends, log: &log)
  }

  private static func conversation(_ title: String, _ conversion: Conversion) -> ConversationBuilder {
    let builder = conversion.conversation(named: "kakaotalk/\(title)", title: title)
    // Phones write minutes, and computers seconds.
    (builder.precision, builder.copyDifference) = (60_000, .names)
    return builder
  }
}

/// The first lines of a text: the chat's name, the time of saving, and the form of its heads.
struct KakaoTalkHeader {
  /// The chat's name; nil on newer iPhones, which write the name of the file, `Talk_2025.10.23 11:44-1.txt`,
  /// or nothing in its place.
  var title: String?
  /// The offset of the first line after the header.
  var end: Int
  /// The form of the first head; nil if there is none.
  var shape: Int?
  private var isSaved = false

  private static let before = [
    "KakaoTalk Chats with ", "KakaoTalk Chat with ", "KakaoTalk chats with ", "KakaoTalk Chats ",
  ]
  private static let behind = [
    " 님과 카카오톡 대화", "님과 카카오톡 대화", "과 카카오톡 대화", " 카카오톡 대화", "とのカカオトーク", " with KakaoTalk Chats",
    " KakaoTalk Chats",
  ]
  private static let saved = ["저장한 날짜", "Date Saved", "Saved Date", "Saved on", "保存日"]
  private static let headLimit = 64 * 1024

  /// Reads the header of a text, or returns nil if it has none.
  init?(_ bytes: InputBytes) {
    var offset = LogLines.start(of: bytes)
    let start = offset
    guard let first = LogLines.nextText(of: bytes, from: &offset, \.trimmingSpaces) else { return nil }
    title = Self.title(first)
    // LINE has a mark and the chat's name above the time of saving.
    let isNameless =
      title == nil
      && (Self.isSaved(first) || first.hasPrefix("Talk_")
        || first.hasPrefix("KakaoTalk") && first.hasSuffix(".txt"))
    guard title != nil || isNameless else { return nil }
    if Self.isSaved(first) { offset = start }
    end = offset
    var ahead = offset
    if let next = LogLines.nextText(of: bytes, from: &ahead, \.trimmingSpaces),
      Self.isSaved(next)
    {
      (isSaved, end) = (true, ahead)
    }
    offset = end
    while offset < min(bytes.count, Self.headLimit), shape == nil {
      let end = LogLines.end(of: bytes, from: offset)
      let head = KakaoTalkHead(bytes, LogLines.content(of: bytes, from: offset, to: end))
      if let head, head.kind != .day || head.shape == KakaoTalkHead.windowsShape { shape = head.shape }
      offset = end + 1
    }
  }

  /// True if the file has more of a chat than a first line that could be one.
  var isChat: Bool { title == nil ? isSaved && shape != nil : isSaved || shape != nil }

  private static func isSaved(_ line: String) -> Bool { saved.contains { line.hasPrefix($0) } }

  private static func title(_ line: String) -> String? {
    // iPhones put the name of a file there.
    let line = line.hasSuffix(".txt") ? String(line.dropLast(4)) : line
    for words in before where line.hasPrefix(words) {
      return withoutCount(String(line.dropFirst(words.count)).trimmingSpaces)
    }
    for words in behind where line.hasSuffix(words) && line.count > words.count {
      return withoutCount(String(line.dropLast(words.count)).trimmingSpaces)
    }
    return nil
  }

  /// The title without the number of a group's members, which differs between exports: ` (27)`, ` (11명)`.
  private static func withoutCount(_ title: String) -> String {
    guard title.hasSuffix(")"), let bracket = title.ranges(of: " (").last else { return title }
    let count = title[bracket.upperBound...].dropLast()
    let digits = count.hasSuffix("명") ? count.dropLast() : count
    return digits.isEmpty || !digits.allSatisfy(\.isNumber) ? title : String(title[..<bracket.lowerBound])
  }
}

/// The people and times of a chat, for text and table alike.
struct KakaoTalkPeople {
  /// The owner's name in exports of Android.
  private static let ownerNames: Set<String> = ["회원님", "you"]

  /// True if `name` is Android's word for the owner.
  static func isOwner(_ name: String) -> Bool { ownerNames.contains(name) }

  let conversion: Conversion
  let builder: ConversationBuilder
  private var people: [String: ParticipantIndex] = [:]
  private var lastInstant: Instant?

  init(_ conversion: Conversion, _ builder: ConversationBuilder) {
    (self.conversion, self.builder) = (conversion, builder)
  }

  mutating func person(_ name: String, knowsOwner: Bool) -> ParticipantIndex {
    if let known = people[name] { return known }
    let isMe = knowsOwner && conversion.options.me == nil && Self.ownerNames.contains(name)
    let index = builder.participant(name, isMe: isMe)
    people[name] = index
    return index
  }

  /// The instant of a wall clock's time in milliseconds. If the hour comes twice, the order of the messages decides.
  mutating func instant(_ wallClock: Int64, at origin: Origin) -> Instant {
    let notBefore = lastInstant.map { Instant(milliseconds: $0.milliseconds - 60_000) }
    let instant = conversion.instant(ofWallClock: wallClock, notBefore: notBefore, at: origin)
    lastInstant = instant
    return instant
  }

  /// Appends a message with a sender and a text.
  func add(
    _ text: String, by sender: ParticipantIndex, at instant: Instant?, origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var draft = MessageDraft()
    (draft.instant, draft.sender) = (instant, sender)
    KakaoTalkContent.set(text, of: &draft)
    if draft.part is Unsupported {
      log.append(
        Diagnostic(
          .loss, "kakaotalk-location", "the export has no coordinates of a location; it is shown as a card",
          at: origin))
    }
    try builder.add(draft)
  }
}
