internal import HTML
internal import Phrases
public import SiteFiles

/// Writes pages of the gallery: tiles in months, spliced into the page's shell.
///
/// There may be as many tiles as messages, so they are written as rows are and not by the template.
public struct GalleryWriter: Sendable {
  private let before: Template
  private let after: Template

  /// A writer with the template of `assets`.
  public init(assets: SiteAssets) throws(SiteAssetsError) {
    (before, after) = try assets.shells(
      of: "gallery.mustache", around: "<!--tiles-->", for: "the pictures")
  }

  /// The file of a page, `<conversation>/gallery-<number>.html`.
  public func page(_ model: GalleryModel) -> [UInt8] {
    let values = model.values
    var html = HTMLWriter(capacity: 1 << 16)
    before.write(values, to: &html)
    for month in model.months { html.month(month, toMessage: model.phrases(.toMessage)) }
    after.write(values, to: &html)
    return html.bytes
  }
}

extension HTMLWriter {
  fileprivate mutating func month(_ month: GalleryMonth, toMessage: String) {
    raw("<section class=\"panel\">\n")
    if !month.title.isEmpty {
      raw("<h2>")
      text(month.title)
      raw("</h2>\n")
    }
    raw("<ul class=\"tiles\">\n")
    for tile in month.tiles {
      raw("<li>")
      picture(of: tile)
      wayToMessage(of: tile, called: toMessage)
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

  private mutating func wayToMessage(of tile: GalleryTile, called name: String) {
    raw("<a class=\"of\" href=\"")
    integer(tile.page)
    raw(".html")
    anchorFragment(tile.anchor)
    if tile.date.isEmpty {
      raw("\">")
      text(name)
    } else {
      raw("\" aria-label=\"")
      attribute(name)
      raw(": ")
      attribute(tile.date)
      raw("\">")
      text(tile.date)
    }
    raw("</a>")
  }
}
