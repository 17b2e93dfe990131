import ChatModel
import ImportKit

/// A message made by an app, which owns its bubble and keeps its content in `payload_data`.
enum AppMessage {
  /// The app of links with a preview.
  static let linkProvider = "com.apple.messages.URLBalloonProvider"

  /// Returns the content of a bubble of the app `bundle`, or nil if the message's own text says all of it.
  ///
  /// `files` are the message's attachments: pictures of a link's preview are named by their index in it.
  static func content(
    _ bundle: String, payload: [UInt8]?, text: MessageText, files: [Attachment]
  ) -> (any MessagePart)? {
    let root = payload.flatMap(KeyedArchive.init)?.root
    if bundle == linkProvider { return root.flatMap { preview($0, text, files) } }
    return card(bundle, root, text)
  }

  /// The preview of a link. Facts: LinkPresentation's classes as they are archived.
  private static func preview(
    _ root: KeyedArchive.ArchiveNode, _ text: MessageText, _ files: [Attachment]
  ) -> LinkPreview? {
    let link = root["richLinkMetadata"] ?? root["metadata"] ?? root
    guard let url = link["originalURL"]?.text ?? link["URL"]?.text else { return nil }
    // A song, an app, a place: their facts besides a title.
    let special = link["specialization"] ?? link["specialization2"]
    let details = ["artist", "album", "subtitle", "address", "genre"].compactMap { special?[$0]?.text }
    let summary = link["summary"]?.text ?? (details.isEmpty ? nil : details.joined(separator: " · "))
    let index = (link["image"] ?? special?["artwork"])?["richLinkImageAttachmentSubstituteIndex"]?.integer
    var image = index.flatMap { files.indices.contains($0) ? files[$0] : nil }
    image?.kind = .image
    let isURLAlone = text.string.trimmed == url || text.string.trimmed == Substring(link["URL"]?.text ?? url)
    return LinkPreview(
      url: url, title: link["title"]?.text ?? special?["name"]?.text ?? link["siteName"]?.text,
      summary: summary, image: image, text: isURLAlone ? .empty : text)
  }

  /// A card with the words that the app provides for phones without it.
  private static func card(
    _ bundle: String, _ root: KeyedArchive.ArchiveNode?, _ text: MessageText
  ) -> any MessagePart {
    let layout = root?["userInfo"]
    let names = [
      "caption", "subcaption", "secondary-subcaption", "tertiary-subcaption", "image-title", "image-subtitle",
    ]
    var lines = names.compactMap { layout?[$0]?.text }
    if let summary = root?["ldtext"]?.text, !lines.contains(where: { $0 == summary }) {
      lines.append(summary)
    }
    if !text.string.isEmpty, !lines.contains(text.string) { lines.append(text.string) }
    let name = root?["an"]?.text ?? Self.name(of: bundle)
    if let url = root?["URL"]?.text, url.hasPrefix("https://") || url.hasPrefix("http://") {
      return LinkPreview(
        url: url, title: lines.first ?? name,
        summary: lines.isEmpty ? nil : ([name] + lines.dropFirst()).joined(separator: " · "))
    }
    return Unsupported(kind: name, text: lines.isEmpty ? nil : lines.joined(separator: "\n"))
  }

  /// The name of an app, for messages that lack it.
  private static func name(of bundle: String) -> String {
    if bundle.contains("Handwriting") { return "handwritten message" }
    if bundle.contains("DigitalTouch") { return "Digital Touch" }
    // An extension's identifier has the app's own after the second colon.
    let identifier = bundle.split(separator: ":").last.map(String.init) ?? bundle
    if identifier.contains("PeerPayment") { return "Apple Pay" }
    if identifier.contains("ActivityMessages") { return "Fitness" }
    if identifier.contains("PhotosMessages") { return "Photos" }
    if identifier.contains("SafetyMonitor") { return "Check In" }
    if identifier.contains("FindMy") || identifier.contains("findmy") { return "Find My" }
    if identifier.lowercased().hasSuffix("polls") { return "poll" }
    if identifier.contains("Stickers") { return "Stickers" }
    let words = identifier.split(separator: ".").dropFirst()
    let name = words.last { !isGeneric($0.lowercased()) } ?? words.first
    return name.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? identifier
  }

  /// True if a part of an identifier, in small letters, says nothing about the app.
  private static func isGeneric(_ word: String) -> Bool {
    ["ext", "extension", "client", "ios", "iphone", "mobile", "app", "apps", "messages", "messenger"]
      .contains(word)
      || word.contains("imessage") || word.hasSuffix("extension")
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? endIndex
    return start < end ? self[start..<end] : ""
  }
}
