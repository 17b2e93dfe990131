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
    // The page's script fills one that is empty.
    if model.section == .media { html.day(model.day ?? GalleryDay(title: "", years: "", tiles: [])) }
    for month in model.months { html.month(month, of: model) }
    after.write(values, to: &html)
    return html.bytes
  }
}

extension HTMLWriter {
  fileprivate mutating func month(_ month: GalleryMonth, of page: GalleryModel) {
    raw("<section")
    if page.section == .media {
      if !month.id.isEmpty {
        raw(" id=\"")
        attribute(month.id)
        raw("\"")
      }
      rowCounts(of: month.tiles.count)
    } else {
      raw(" class=\"panel\"")
    }
    raw(">\n")
    if !month.title.isEmpty {
      raw("<h2")
      if !month.yearID.isEmpty {
        raw(" id=\"")
        attribute(month.yearID)
        raw("\"")
      }
      raw(">")
      text(month.title)
      if !month.count.isEmpty {
        raw(" <small>")
        text(month.count)
        raw("</small>")
      }
      raw("</h2>\n")
    }
    if page.section == .media {
      pictures(month.tiles)
    } else {
      raw("<ul class=\"entries\">\n")
      for tile in month.tiles { entry(tile, of: page) }
      raw("</ul>\n")
    }
    raw("</section>\n")
  }

  private mutating func entry(_ tile: GalleryTile, of page: GalleryModel) {
    raw("<li>")
    switch page.section {
    case .media: break
    case .files: file(tile)
    case .links: address(of: tile, isLink: page.leadsOut)
    case .voice: recording(tile)
    }
    wayToMessage(of: tile, called: page.language.phrases(.toMessage))
    raw("</li>\n")
  }

  /// Adds the number of rows for each number of columns: a section has its height before it is drawn.
  private mutating func rowCounts(of pictures: Int) {
    raw(" style=\"")
    for (index, columns) in TileRows.columns.enumerated() {
      raw(index == 0 ? "--a:" : index == 1 ? ";--m:" : ";--b:")
      integer(TileRows.count(of: pictures, columns: columns))
    }
    raw("\"")
  }

  /// Adds the pictures of a month in rows. The first of each day has its date, for the page's script.
  private mutating func pictures(_ tiles: [GalleryTile]) {
    let shapes = tiles.map { $0.shape > 0 ? $0.shape : 100 }
    let spans = TileRows.columns.map { TileRows.spans(of: shapes, columns: $0) }
    var day = ""
    raw("<ul class=\"tiles\">\n")
    for (index, tile) in tiles.enumerated() {
      raw("<li")
      if spans.contains(where: { $0[index] > 1 }) {
        raw(" class=\"")
        var isFirst = true
        for (spans, name) in zip(spans, ["a", "m", "b"]) where spans[index] > 1 {
          if !isFirst { raw(" ") }
          isFirst = false
          attribute(name)
          integer(spans[index])
        }
        raw("\"")
      }
      if tile.kind != .photo { number(tile.kind.rawValue, named: " data-k=") }
      if let person = tile.person { number(person, named: " data-p=") }
      if tile.shape > 0 { number(tile.shape, named: " data-r=") }
      if tile.day != day {
        day = tile.day
        raw(" data-d=")
        attribute(day.isEmpty ? "0" : day)
      }
      raw(">")
      picture(of: tile)
      raw("</li>\n")
    }
    raw("</ul>\n")
  }

  private mutating func number(_ number: Int, named name: StaticString) {
    raw(name)
    integer(number)
  }

  /// Adds the pictures of a day in other years, closed.
  fileprivate mutating func day(_ day: GalleryDay) {
    raw("<details class=\"this-day\"")
    raw(day.tiles.isEmpty ? " hidden>\n" : ">\n")
    raw("<summary><span class=\"few\">")
    for (_, tile) in day.tiles.prefix(2) {
      guard let picture = tile.picture else { continue }
      raw("<img loading=\"lazy\" decoding=\"async\" alt=\"\" src=\"../")
      path(picture)
      raw("\">")
    }
    raw("</span><span><span>")
    text(day.title)
    raw("</span> <small>")
    text(day.years)
    raw("</small></span></summary>\n<ul class=\"tiles\">\n")
    for (number, tile) in day.tiles {
      self.number(number, named: "<li data-n=")
      raw(">")
      picture(of: tile)
      raw("</li>\n")
    }
    raw("</ul>\n</details>\n")
  }

  /// Adds a picture that leads to its message; with scripts, to itself.
  private mutating func picture(of tile: GalleryTile) {
    raw("<a class=\"tile\" href=\"")
    integer(tile.page)
    raw(".html")
    anchorFragment(tile.anchor)
    raw("\" aria-label=\"")
    attribute([tile.alt, tile.length, tile.sender, tile.date].filter { !$0.isEmpty }.joined(separator: ", "))
    raw("\">")
    if let picture = tile.picture {
      raw("<img loading=\"lazy\" decoding=\"async\" alt=\"\" src=\"../")
      path(picture)
      raw("\">")
    }
    if tile.isFilm {
      raw("<i><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M8 5.5v13l10.5-6.5z\"/></svg>")
      text(tile.length)
      raw("</i>")
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
    raw("<audio class=\"player\" controls preload=\"none\" aria-label=\"")
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

  private mutating func wayToMessage(of tile: GalleryTile, called name: String) {
    let sender = tile.sender
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
