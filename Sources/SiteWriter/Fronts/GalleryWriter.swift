import HTML
import Phrases
public import SiteFiles

/// Writes pages of the gallery: entries in months, spliced into the page's shell.
///
/// There may be as many entries as messages, so they are written like rows and not by the template.
public struct GalleryWriter: Sendable {
  private let before: Template
  private let after: Template

  /// A writer with the template of `assets`.
  public init(assets: SiteAssets) throws(SiteAssetsError) {
    (before, after) = try assets.shells(
      of: "gallery.mustache", around: "<!--tiles-->", for: "the pictures")
  }

  /// The file of a page: ``GalleryModel/file``.
  public func page(_ model: GalleryModel) -> [UInt8] {
    let values = model.values
    var html = HTMLWriter(capacity: 1 << 16)
    before.write(values, to: &html)
    for month in model.months { html.month(month, of: model) }
    after.write(values, to: &html)
    return html.bytes
  }
}

extension HTMLWriter {
  fileprivate mutating func month(_ month: GalleryMonth, of page: GalleryModel) {
    raw("<section class=\"panel\">\n")
    if !month.title.isEmpty {
      raw("<h2>")
      text(month.title)
      raw("</h2>\n")
    }
    raw(page.section == .media ? "<ul class=\"tiles\">\n" : "<ul class=\"entries\">\n")
    for tile in month.tiles {
      raw("<li>")
      switch page.section {
      case .media: picture(of: tile)
      case .files: file(tile)
      case .links: address(of: tile, isLink: page.leadsOut)
      case .voice: recording(tile)
      }
      wayToMessage(of: tile, called: page.language.phrases(.toMessage), withSender: page.section != .media)
      raw("</li>\n")
    }
    raw("</ul>\n</section>\n")
  }

  private mutating func picture(of tile: GalleryTile) {
    raw("<a class=\"tile\" href=\"../")
    path(tile.path)
    if let picture = tile.picture {
      raw("\"><img loading=\"lazy\" decoding=\"async\" src=\"../")
      path(picture)
      raw("\" alt=\"")
    } else {
      raw("\" aria-label=\"")
    }
    attribute(tile.alt)
    raw("\">")
    if tile.isFilm {
      raw("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M8 5.5v13l10.5-6.5z\"/></svg>")
    }
    raw("</a>")
  }

  private mutating func file(_ tile: GalleryTile) {
    raw("<a class=\"entry\" download href=\"../")
    path(tile.path)
    raw("\"><bdi>")
    text(tile.alt)
    raw("</bdi></a>")
    note(of: tile)
  }

  private mutating func address(of tile: GalleryTile, isLink: Bool) {
    if isLink, HrefGate.allows(tile.path) {
      raw("<a class=\"entry\" rel=\"noopener noreferrer nofollow\" href=\"")
      url(tile.path)
      raw("\"><bdi>")
      text(tile.path)
      raw("</bdi></a>")
    } else {
      raw("<span class=\"entry\"><bdi>")
      text(tile.path)
      raw("</bdi></span>")
    }
    if tile.alt != tile.path, !tile.path.hasSuffix("//" + tile.alt) {
      raw("<span class=\"note\"><bdi>")
      text(tile.alt)
      raw("</bdi></span>")
    }
  }

  private mutating func recording(_ tile: GalleryTile) {
    raw("<span class=\"entry\"><bdi>")
    text(tile.alt)
    raw("</bdi></span>")
    note(of: tile)
    raw("<audio controls preload=\"none\" aria-label=\"")
    attribute(tile.alt)
    raw("\" src=\"../")
    path(tile.path)
    raw("\"></audio>")
  }

  private mutating func note(of tile: GalleryTile) {
    guard !tile.note.isEmpty else { return }
    raw("<span class=\"note\">")
    text(tile.note)
    raw("</span>")
  }

  private mutating func wayToMessage(of tile: GalleryTile, called name: String, withSender: Bool) {
    let sender = withSender ? tile.sender : ""
    let words = [sender, tile.date].filter { !$0.isEmpty }.joined(separator: " · ")
    raw("<a class=\"of\" href=\"")
    integer(tile.page)
    raw(".html")
    anchorFragment(tile.anchor)
    if words.isEmpty {
      raw("\">")
      text(name)
    } else {
      raw("\" aria-label=\"")
      attribute(name)
      raw(": ")
      attribute(words)
      raw("\">")
      // Digits after Arabic or Hebrew letters would be drawn before them.
      if !sender.isEmpty {
        raw("<bdi>")
        text(sender)
        raw(tile.date.isEmpty ? "</bdi>" : "</bdi> · ")
      }
      text(tile.date)
    }
    raw("</a>")
  }
}
