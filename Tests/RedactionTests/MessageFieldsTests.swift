import BubbleLayout
import ChatModel
import Testing

@testable import Redaction

/// No field of a message is forgotten: every text that a message can have is filled with a secret, and none is left.
@Suite struct MessageFieldsTests {
  private static let secret = "zqxkvj"

  /// A text with the secret.
  private static func text(_ name: String) -> String { "\(name) \(secret) text" }

  private static var file: ChatModel.Attachment {
    var file = ChatModel.Attachment(kind: .file, path: "\(secret)/\(text("path")).pdf", name: text("name"))
    (file.alt, file.type, file.poster, file.absence) = (
      text("alt"), text("type"), text("poster"), .other(text("absence"))
    )
    return file
  }

  private static var marked: MessageText {
    MessageText(
      text("spans"),
      markup: .spans([
        SourceSpan(start: 0, end: 2, kind: .codeBlock(language: text("language"))),
        SourceSpan(start: 2, end: 4, kind: .item(marker: text("marker"), depth: 0)),
        SourceSpan(start: 4, end: 5, kind: .link(target: text("target"))),
      ]))
  }

  private static var extras: MessageExtras {
    var extras = MessageExtras()
    extras.edits = [MessageExtras.Edit(instant: nil, text: text("edit"))]
    (extras.status, extras.forwardedFrom, extras.savedFrom) = (
      text("status"), text("forwarded"), text("saved")
    )
    (extras.signature, extras.via, extras.topic) = (text("signature"), text("via"), text("topic"))
    (extras.role, extras.model) = (text("role"), text("model"))
    (extras.thread, extras.parent) = ("thread", "parent")
    extras.emoji = [MessageExtras.OwnEmoji(name: ":\(secret):", image: "\(secret).png")]
    extras.text = marked
    extras.steps = [TurnPart(kind: .toolCall, name: text("tool"), text: text("arguments"))]
    extras.deletion = Deletion()
    return extras
  }

  /// The contents, with every kind of part.
  static let contents: [MessageContent] = {
    var event = SystemEvent(event: text("event"), text: text("text"))
    event.facts = EventFacts()
    event.facts?.name = text("name")
    event.facts?.amount = EventFacts.Amount(units: 1, currency: text("currency"))
    let facts = PartFacts([PartFacts.Fact(name: text("fact"), value: text("value"))])
    var parts: [any MessagePart] = [
      Contact(name: text("name"), phones: [text("phone")], emails: [text("email")], lines: [text("line")]),
      Location(latitude: 1, longitude: 2, name: text("name"), address: text("address")),
      Poll(question: text("question"), options: [Poll.Option(text: text("option"), votes: 1)]),
      Call(medium: text("medium"), outcome: text("outcome")),
      LinkPreview(
        url: "https://\(secret).org", title: text("title"), summary: text("summary"), image: file,
        text: marked),
      CodeSnippet(code: text("code"), language: text("language")), Deletion(),
      TurnPart(kind: .thinking, name: text("name"), text: text("text")),
      Unsupported(kind: text("kind"), text: text("text"), facts: facts),
    ]
    for type in NamedContentTypes.all {
      if let part = type.init(PartFacts(factNames.sorted().map { PartFacts.Fact(name: $0, value: text($0)) }))
      {
        parts.append(part)
      }
    }
    return [
      .text(marked), .text(MessageText(text("markdown"), markup: .markdown)), .media([file], caption: marked),
      .system(event),
    ]
      + parts.map { .part($0) }
  }()

  private static func message(_ content: MessageContent) -> Message {
    var reaction = Reaction(emoji: text("emoji"), by: [], count: 1, image: "\(secret).png")
    reaction.times = [nil]
    return Message(
      id: "id", content: content,
      reply: Reply(target: "target", quotedName: text("quoted"), quotedText: text("quotation")),
      reactions: [reaction],
      extras: extras)
  }

  /// Every text in a value, by reflection, with the names of the members that lead to it.
  private static func texts(_ value: Any, _ path: String = "") -> [(path: String, text: String)] {
    if let text = value as? String { return [(path, text)] }
    return Mirror(reflecting: value).children.flatMap { texts($0.value, "\(path).\($0.label ?? "")") }
  }

  /// The names by which named parts know their facts.
  private static let factNames: Set<String> = ["title", "amount", "currency", "description", "name"]

  /// Members that are words of our own or ids.
  private static let plain: Set<String> = ["id", "target", "thread", "parent", "replyTo"]

  @Test("Every text of a message is redacted", arguments: contents.indices)
  func fields(index: Int) throws {
    let message = Self.message(Self.contents[index])
    let before = Self.texts(message)
    for (path, text) in before {
      let name = path.split(separator: ".").last.map(String.init) ?? ""
      // A member that this test does not fill would not be looked at.
      #expect(
        text.contains(Self.secret) || Self.plain.contains(name) || path.contains("target")
          || name == "name" && Self.factNames.contains(text),
        "\(path) has no secret")
    }
    let file = try RulesFile(Array("word: \(Self.secret)".utf8), path: "rules")
    let result = try Redaction(file, pseudonyms: false).apply(to: []) { _ in { _ in 0 } }
    var rules = ConversationRules()
    rules.matcher = result.texts.matcher
    var redactor = MessageRedactor(rules, aliases: FileAliases())
    let changed = redactor.redacted(message, number: 1)
    let redacted = try #require(changed)
    for (path, text) in Self.texts(redacted) { #expect(!text.contains(Self.secret), "\(path)") }
    #expect(before.count > 20)
  }

  @Test("Nothing but a sender and a time stays of a redacted message", arguments: contents.indices)
  func hidden(index: Int) throws {
    var rules = ConversationRules()
    rules.messages = ["id": 0]
    var redactor = MessageRedactor(rules, aliases: FileAliases())
    let changed = redactor.redacted(Self.message(Self.contents[index]), number: 1)
    let redacted = try #require(changed)
    for (path, text) in Self.texts(redacted) { #expect(!text.contains(Self.secret), "\(path)") }
    #expect(redacted.reply == nil && redacted.reactions.isEmpty && redacted.content.files.isEmpty)
  }
}
