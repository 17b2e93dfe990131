import ChatModel
import ImportKit

/// An attachment of a message: a file, the message that it answers or forwards, or a card of an app.
struct TeamsAttachment {
  private let value: JSONValue
  private let chat: TeamsChat
  private let folder: InputFolder
  private let vocabulary: HTMLVocabulary
  private let path: String

  init(
    _ value: JSONValue, _ chat: TeamsChat, _ folder: InputFolder, _ vocabulary: HTMLVocabulary, path: String
  ) {
    (self.value, self.chat, self.folder) = (value, chat, folder)
    (self.vocabulary, self.path) = (vocabulary, path)
  }

  func read(
    into draft: inout MessageDraft, _ extras: inout MessageExtras, _ text: inout MessageText,
    _ card: inout MessageCard
  ) {
    let type = value["contentType"]?.text ?? ""
    let content = value["content"]?.text.flatMap { JSONValue(parsing: $0) } ?? value["content"]
    switch type {
    case "messageReference": draft.reply = reply(content)
    case "forwardedMessageReference": readForward(content, &extras, &text)
    case _ where type.range(of: "card") != nil || type == "meetingReference" || type == "tabReference":
      readCard(content, &card)
    default: readOther(type, content, &draft, &card)
    }
  }

  /// Reads a file, or the content of an attachment of another type, which has no address.
  private func readOther(
    _ type: String, _ content: JSONValue?, _ draft: inout MessageDraft, _ card: inout MessageCard
  ) {
    let text = (content?.isText == true ? content?.text.flatMap(words) : nil) ?? ""
    let hasContent = content?.isObject == true || !text.isBlank
    let hasAddress = value["contentUrl"]?.text?.isEmpty == false
    if hasAddress || !hasContent { draft.attachments.append(file(type)) }
    if !text.isBlank {
      card.add(
        title: hasAddress ? "" : value["name"]?.text ?? "", url: nil, lines: [text], image: nil)
    } else if !hasAddress, hasContent {
      readCard(content, &card)
    }
  }

  private func reply(_ content: JSONValue?) -> Reply {
    let sender = content?["messageSender"]?["user"] ?? content?["messageSender"]?["application"]
    if let sender { chat.noteName(sender) }
    return Reply(
      target: content?["messageId"]?.identifier ?? value["id"]?.identifier,
      quotedName: sender?["displayName"]?.text, quotedText: content?["messagePreview"]?.text.flatMap(words))
  }

  private func readForward(
    _ content: JSONValue?, _ extras: inout MessageExtras, _ text: inout MessageText
  ) {
    let sender = content?["originalMessageSender"]?["user"] ?? content?["messageSender"]?["user"]
    extras.forwardedFrom = sender?["displayName"]?.text ?? sender?["id"]?.text ?? ""
    extras.forwardedAt = TeamsReader.instant(content?["originalSentDateTime"])
    let html = content?["originalMessageContent"]?.text ?? content?["messagePreview"]?.text ?? ""
    guard
      let original = MessageHTML(html, path: path, vocabulary)?.text(style: {
        $0.name == "at" ? .mention : nil
      }),
      !original.string.isEmpty
    else { return }
    guard !text.string.isEmpty else { return text = original }
    var styled = StyledText()
    if text.markup == .markdown { styled.append(text.string) } else { styled.append(text) }
    styled.beginLine()
    styled.style(.blockquote) { quote in
      if original.markup == .markdown { quote.append(original.string) } else { quote.append(original) }
    }
    text = styled.messageText
  }

  /// Returns HTML as plain words.
  private func words(_ html: String) -> String? {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return html
    }
    return MessageHTML(html, path: path, vocabulary)?.element.text
  }

  private func file(_ type: String) -> Attachment {
    let address = value["contentUrl"]?.text
    let last = address.map { String($0.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "") }
    let name = value["name"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? last?.percentDecoded ?? last
    let mime = type.contains("/") ? type : nil
    var file = Attachment(kind: .init(ofFileNamed: name ?? "", type: mime), name: name)
    file.type = mime
    for candidate in [address, name].compactMap(\.self)
    where candidate.range(of: "://") == nil && folder.has(candidate) {
      file.path = candidate
      return file
    }
    file.absence = address.map { .other($0) } ?? .unavailable
    return file
  }

  // MARK: Cards

  /// The most texts taken from a card.
  private static let lineLimit = 100
  /// The depth of a card's parts that are read.
  private static let depthLimit = 12

  private func readCard(_ content: JSONValue?, _ card: inout MessageCard) {
    var lines: [String] = []
    let title = content?["title"]?.text ?? value["name"]?.text ?? ""
    if let content { collect(content, depth: 0, &lines) }
    lines.removeAll { $0 == title }
    let url = content?["codeSnippetUrl"]?.text ?? value["contentUrl"]?.text
    card.add(title: title, url: url, lines: lines, image: nil)
  }

  /// The members of cards that people read.
  private static let shown: Set = [
    "title", "subtitle", "text", "summary", "value", "altText", "label", "name", "activityTitle",
    "activitySubtitle",
    "activityText", "fallbackText", "url",
  ]

  /// Collects the words of a card. Its facts are pairs of a title and a value.
  private func collect(_ value: JSONValue, depth: Int, _ lines: inout [String]) {
    guard depth < Self.depthLimit, lines.count < Self.lineLimit else { return }
    if value["title"]?.isText == true, value["value"]?.isText == true, let title = value["title"]?.text,
      let fact = value["value"]?.text
    {
      lines.append("\(title): \(fact)")
      return
    }
    for member in value.members {
      if member.value.isText {
        guard Self.shown.contains(member.name), let text = member.value.text.flatMap(words), !text.isBlank
        else {
          continue
        }
        if lines.last != text { lines.append(text) }
      } else {
        for element in member.value.isArray ? member.value.elements : [member.value] {
          if element.isObject { collect(element, depth: depth + 1, &lines) }
        }
      }
    }
  }
}
