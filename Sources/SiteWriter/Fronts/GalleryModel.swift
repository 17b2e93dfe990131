import Phrases

/// The parts of the gallery, each with pages of its own. Raw values begin the names of their files.
public enum GallerySection: String, CaseIterable, Hashable, Sendable {
  /// Pictures and films.
  case media = "gallery"
  case files, links
  /// Voice messages and other recordings.
  case voice

  /// The phrase that names the section.
  var phrase: Phrase {
    switch self {
    case .media: .gallery
    case .files: .files
    case .links: .withLink
    case .voice: .recordings
    }
  }
}

/// An entry of the gallery: a picture, film, file, recording or link.
public struct GalleryTile: Hashable, Sendable {
  /// Path of the file from the site's root; the address of a link.
  public var path: String
  /// Path of the picture to show; nil for a film without one.
  public var picture: String?
  /// True if the file is a film rather than a picture.
  public var isFilm = false
  /// The text alternative: a description of the picture. The name of a file, the words of a link.
  public var alt: String
  /// The number of the message's page, counted from 1.
  public var page: Int
  /// The anchor of the message on its page.
  public var anchor: String
  /// The day of its message; empty without a time.
  public var date = ""
  /// The name of the message's sender; empty if there is none.
  public var sender = ""
  /// The size and length of a file, in words.
  public var note = ""

  /// Creates an entry without a picture.
  public init(path: String, alt: String, page: Int, anchor: String) {
    (self.path, self.alt, self.page, self.anchor) = (path, alt, page, anchor)
  }
}

/// The entries of a month on a page of the gallery.
public struct GalleryMonth: Hashable, Sendable {
  /// The month; empty for entries whose messages have no time.
  public var title: String
  /// The entries in the order of their messages.
  public var tiles: [GalleryTile]

  /// Creates the entries of a month.
  public init(title: String, tiles: [GalleryTile] = []) { (self.title, self.tiles) = (title, tiles) }
}

/// A page of the gallery: pictures and films in squares of one size, or a list of files, links or recordings, in the order of
/// their messages.
///
/// The style sheet sets the size of the squares, so that nothing moves when a picture is loaded and no size need be known.
public struct GalleryModel: Sendable {
  /// The conversation's title.
  public var title: String
  /// The section that the page belongs to.
  public var section: GallerySection
  /// The sections of the gallery, in the order of their tabs.
  public var sections: [GallerySection] = [.media]
  /// The page's number in its section, counted from 1.
  public var number: Int
  /// The number of pages of the section.
  public var count: Int
  /// The number of entries on the pages before.
  public var first = 0
  /// The months on this page, in order.
  public var months: [GalleryMonth] = []
  /// The page's language.
  public var language: PageLanguage
  /// True if addresses outside the site are links.
  public var leadsOut = true

  /// Creates a page of the gallery.
  public init(
    title: String, section: GallerySection = .media, number: Int, count: Int, language: PageLanguage
  ) {
    (self.title, self.section, self.number) = (title, section, number)
    (self.count, self.language) = (count, language)
  }
}

extension GalleryModel {
  /// The values of `gallery.mustache`.
  var values: TemplateValues {
    var values: TemplateValues = [
      "title": .text(title), "number": .number(number), "count": .number(count),
      "hasSeveral": .flag(count > 1), "first": .text(Self.file(1, of: section)),
      "last": .text(Self.file(count, of: section)), "section": .text(language.phrases(section.phrase)),
      "before": .number(first), "hasTiles": .flag(section == .media),
      "tabs": .list(
        sections.map { tab in
          [
            "file": .text(Self.file(1, of: tab)), "name": .text(language.phrases(tab.phrase)),
            "isShown": .flag(tab == section),
          ]
        }),
    ]
    values.merge(language.values) { $1 }
    if number > 1 { values["previous"] = .text(Self.file(number - 1, of: section)) }
    if number < count { values["next"] = .text(Self.file(number + 1, of: section)) }
    return values
  }

  /// The file of a page of a section, beside the conversation's pages.
  public static func file(_ number: Int, of section: GallerySection) -> String {
    "\(section.rawValue)-\(number).html"
  }

  /// The file of this page.
  public var file: String { Self.file(number, of: section) }
}
