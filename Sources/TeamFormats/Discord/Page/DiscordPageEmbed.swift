import ChatModel
import ImportKit

/// A box below a message: a bot's words, the preview of a link, an invitation.
struct DiscordPageEmbed {
  private let element: HTMLElement

  init(_ element: HTMLElement) { self.element = element }

  private func first(_ names: String...) -> HTMLElement? {
    element.firstDescendant { part in names.contains { part.isA($0) } }
  }

  private func text(_ names: String...) -> String {
    DiscordPageText.plain(element.firstDescendant { part in names.contains { part.isA($0) } })
  }

  /// The pictures and films that are in the export and in no box, or that a card has no room for.
  var files: [Attachment] {
    if first("chatlog__embed-content-container") == nil { return bareFiles }
    let images = self.images
    return images.count > 1 ? images : []
  }

  /// The only picture or film of a box without words.
  private var bareFiles: [Attachment] {
    guard first("chatlog__embed-invite-container") == nil else { return [] }
    if let film = element.first(named: "video"),
      let path = (film.first(named: "source") ?? film)["src"]?.pathBesidePage
    {
      let isMoving = film.isA("chatlog__embed-generic-gifv")
      return [Attachment(kind: isMoving ? .gif : .video, path: path)]
    }
    return element.first(named: "img").flatMap(Self.image).map { [$0] } ?? []
  }

  private var images: [Attachment] { element.all("chatlog__embed-image").compactMap(Self.image) }

  private static func image(_ element: HTMLElement) -> Attachment? {
    element["src"]?.pathBesidePage.map { Attachment(kind: .image, path: $0) }
  }

  /// The fields' names and values.
  private var fields: [(name: String, value: String)] {
    element.all("chatlog__embed-field").map { field in
      (
        DiscordPageText.plain(field.first("chatlog__embed-field-name")),
        DiscordPageText.plain(field.first("chatlog__embed-field-value"))
      )
    }
  }

  /// The result of a poll, whose fields have fixed names; nil for other boxes.
  var poll: Poll? { DiscordCard.pollResult(fields) }

  /// Adds the box's words to the message's card.
  func add(to card: inout MessageCard) {
    guard first("chatlog__embed-content-container") != nil else { return addBare(to: &card) }
    let author = first("chatlog__embed-author", "chatlog__embed-author-name")
    var lines = [author?.text ?? "", text("chatlog__embed-description")]
    for (name, value) in fields {
      lines.append(name.isEmpty || value.isEmpty ? name + value : "\(name): \(value)")
    }
    lines.append(first("chatlog__embed-footer-text")?.text ?? "")
    let links = [
      first("chatlog__embed-title-link")?["href"],
      first("chatlog__embed-author-link", "chatlog__embed-author-name-link")?["href"],
      element.first(named: "iframe")?["src"], first("chatlog__embed-image")?["data-canonical-url"],
      first("chatlog__embed-image")?["src"],
    ]
    let images = images
    card.add(
      title: text("chatlog__embed-title"), url: links.lazy.compactMap { $0 }.first { $0.isAddress },
      lines: lines, image: images.first ?? first("chatlog__embed-thumbnail").flatMap(Self.image))
  }

  /// Adds an invitation, or the address of a picture, film or player that is not in the export.
  private func addBare(to card: inout MessageCard) {
    if let invitation = first("chatlog__embed-invite-container") {
      let guild = invitation.first("chatlog__embed-invite-guild-name")
      card.add(
        title: guild?.text ?? "", url: guild?.first(named: "a")?["href"],
        lines: [
          invitation.first("chatlog__embed-invite-title")?.text ?? "",
          invitation.first("chatlog__embed-invite-channel-name")?.text ?? "",
        ], image: nil)
    } else if bareFiles.isEmpty {
      let media = element.firstDescendant { ["img", "video", "iframe"].contains($0.name) }
      let source = media.flatMap { $0["src"] ?? $0.first(named: "source")?["src"] }
      let address = [media?["data-canonical-url"], source].lazy.compactMap { $0 }.first { $0.isAddress }
      if let address { card.add(title: "", url: address, lines: [], image: nil) }
    }
  }
}
