import ChatModel
import ImportKit

/// The texts of a message's embeds and buttons.
struct DiscordCard {
  private(set) var card = MessageCard()
  private(set) var poll: Poll?
  /// Pictures and files of newer layouts.
  private(set) var files: [Attachment] = []
  private static let depthLimit = 8
  /// The people and emoji that the message names.
  private let mentions: ChatMarkdown.Mentions

  init(_ mentions: ChatMarkdown.Mentions) { self.mentions = mentions }

  mutating func read(embed: JSONValue) {
    if let poll = Self.pollResult(embed) { return self.poll = poll }
    // An embed may be nothing but a picture that was not downloaded.
    let author = embed["author"]
    let urls = [embed["url"], author?["url"], embed["image"]?["url"], embed["images"]?[0]?["url"]]
    let url = urls.lazy.compactMap { $0?.text }.first { $0.range(of: "://") != nil }
    // The author's address is shown beside the name, unless it is the card's.
    let address = author?["url"]?.text.flatMap { $0 == url ? nil : $0 }
    let name = [author?["name"]?.text, address].compactMap(\.self).filter { !$0.isEmpty }
    var lines = [name.joined(separator: " "), plain(embed["description"])]
    for field in embed["fields"]?.elements ?? [] {
      let (name, value) = (plain(field["name"]), plain(field["value"]))
      lines.append(name.isEmpty || value.isEmpty ? name + value : "\(name): \(value)")
    }
    lines.append(embed["footer"]?["text"]?.text ?? "")
    card.add(
      title: plain(embed["title"]),
      url: url,
      lines: lines,
      image: DiscordFiles.image(ofEmbed: embed))
  }

  /// Reads buttons and the texts of newer layouts, which nest.
  mutating func read(components: [JSONValue], depth: Int) {
    guard depth < Self.depthLimit else { return }
    for component in components {
      card.add(line: plain(component["content"]))
      if let label = component["label"]?.text ?? component["placeholder"]?.text, !label.isEmpty {
        card.add(button: label, url: component["url"]?.text)
      }
      if let file = DiscordFiles.media(ofComponent: component) { files.append(file) }
      files += (component["items"]?.elements ?? []).compactMap { DiscordFiles.media(ofComponent: $0) }
      read(components: component["components"]?.elements ?? [], depth: depth + 1)
      if let accessory = component["accessory"] { read(components: [accessory], depth: depth + 1) }
    }
  }

  /// Returns the card of a message without content, and reports the loss.
  static func emptyMessage(at origin: Origin, _ log: inout DiagnosticLog) -> Unsupported {
    log.append(
      Diagnostic(
        .loss, "empty-message",
        "the export has no content for the message, as for polls; it is shown as a card", at: origin))
    return Unsupported(
      kind: "empty message", text: "DiscordChatExporter wrote nothing of it: it may be a poll")
  }

  /// Returns the text without the signs of its styles.
  private func plain(_ text: JSONValue?) -> String {
    ChatMarkdown.styled(text?.text ?? "", mentions).string
  }

  private static func pollResult(_ embed: JSONValue) -> Poll? {
    pollResult(
      (embed["fields"]?.elements ?? []).map { ($0["name"]?.text ?? "", $0["value"]?.text ?? "") })
  }

  /// Returns the result of a poll, which Discord writes as an embed with fields of fixed names; nil for other fields.
  static func pollResult(_ fields: [(name: String, value: String)]) -> Poll? {
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    guard let question = value("poll_question_text") else { return nil }
    let count = { (name: String) in value(name).flatMap { Int($0) }.map { max(0, $0) } }
    var options: [Poll.Option] = []
    if let winner = value("victor_answer_text") {
      options.append(Poll.Option(text: winner, votes: count("victor_answer_votes") ?? 0))
    }
    return Poll(question: question, options: options, isClosed: true, voters: count("total_votes"))
  }
}
