import ChatModel
import ImportKit

/// The direct messages in the download of a TikTok account: `user_data_tiktok.json`.
///
/// Facts: public readers of such files; docs/formats/tiktok.md.
enum TikTokFormat: ConvertedFormat {
  static let key = "tiktok"
  static let name = "TikTok (download of an account)"

  static let capabilities: [FormatCapability] = [
    .full("text, links"),
    .partly("shared videos, stickers, GIFs", "their addresses; the download has no files"),
    .full("several conversations in one export"),
    .none("names, replies, reactions, groups", "the download has none"),
  ]

  /// The paths of the chats in downloads of several years.
  private static let layouts = [("Direct Message", "Direct Messages"), ("Direct Messages", "Chat History")]

  static func recognises(_ input: ImportInput) -> Bool { layout(of: input) != nil }

  /// Returns the names of the members around the chats. They may come after many megabytes of what their owner watched.
  private static func layout(of input: ImportInput) -> (String, String)? {
    guard let bytes = input.bytes, let probe = input.probe else { return nil }
    let usual: Set = [
      "Activity", "Your Activity", "Profile", "Profile And Settings", "App Settings", "Ads and data",
      "Direct Message",
      "Direct Messages", "Comment", "Video",
    ]
    guard probe.members.contains(where: { usual.contains($0.name) }), bytes.has("\"ChatHistory\"") else {
      return nil
    }
    var reader = JSONReader(bytes, isLenient: true)
    do throws(JSONError) {
      try reader.beginObject()
      while try reader.nextName() {
        let name = reader.name
        if let layout = layouts.first(where: { $0.0 == name }), try reader.peek() == .object { return layout }
        try reader.skipStructure()
      }
    } catch {}
    return nil
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input), let (outer, inner) = layout(of: input) else { return }
    let reader = TikTokReader(input, conversion)
    try file.walk(
      [
        .memberAmongLong(outer, besides: ["Profile", "Profile And Settings"]), .member(inner),
        .member("ChatHistory"),
        .anyMember, .elements,
      ], reader, log: &log)
    reader.finish(&log)
  }
}

/// Converts the messages of all chats.
private final class TikTokReader: JSONWalker {
  private let input: ImportInput
  private let conversion: Conversion
  private var owner: String?
  private var builder: ConversationBuilder?
  private var builders: [ConversationBuilder] = []
  private var skipped: [String] = []

  init(_ input: ImportInput, _ conversion: Conversion) { (self.input, self.conversion) = (input, conversion) }

  func read(other value: JSONValue, named name: String, depth: Int) {
    guard depth == 0 else { return }
    let map = value["Profile Information"]?["ProfileMap"] ?? value["Profile Info"]?["ProfileMap"]
    owner = owner ?? map?["userName"]?.text
    value.leaveOut(.accountData)
  }

  func skip(_ name: String) { skipped.append(name) }

  func begin(_ name: String, depth: Int) {
    guard depth == 4 else { return }
    var title = name
    if title.hasPrefix("Chat History with ") { title.removeFirst("Chat History with ".count) }
    while title.hasSuffix(":") { title.removeLast() }
    let builder = conversion.conversation("tiktok/\(title)", id: title, title: title)
    builders.append(builder)
    self.builder = builder
  }

  func read(broken text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    try builder?.addBroken(text)
  }

  func read(
    _ value: JSONValue, named name: String, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let builder else { return }
    guard value.isObject else { return try builder.addNoObject(value.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.sender = value["From"]?.text.map { builder.participant($0) }
    draft.instant = value["Date"]?.text.flatMap(Self.instant)
    log.note(draft.instant, writtenAs: value["Date"]?.text, at: origin)
    if let content = value["Content"]?.text, !content.isEmpty {
      draft.text = MessageText(content, markup: .plain)
    }
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  /// The instant of `2024-01-31 09:22:10`, which is in UTC, and may say so.
  private static func instant(_ text: String) -> Instant? {
    guard let time = Timestamp(text.hasSuffix(" UTC") ? String(text.dropLast(4)) : text) else { return nil }
    switch time {
    case .instant(let milliseconds), .wallClock(let milliseconds): return Instant(milliseconds: milliseconds)
    }
  }

  func finish(_ log: inout DiagnosticLog) {
    for builder in builders {
      builder.knowsOwner = owner != nil
      if let owner { _ = builder.participant(owner, isMe: true) }
    }
    guard !skipped.isEmpty else { return }
    for name in skipped {
      var row = Account.Row(path: "\(name).**", records: 1, texts: 0, example: Origin(file: input.path))
      row.leaveOut(.accountData)
      input.account?.add(row)
    }
    log.append(
      Diagnostic(
        .note, "other-data",
        "the other parts of the download are no chats and are left out: \(skipped.joined(separator: ", "))",
        at: Origin(file: input.path)))
  }
}
