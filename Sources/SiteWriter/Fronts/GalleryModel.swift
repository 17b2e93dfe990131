public import Frames
public import Phrases

/// A picture or film in the gallery.
public struct GalleryTile: Hashable, Sendable {
  /// Path of the file from the site's root.
  public var path: String
  /// Path of the picture to show; nil for a film of which there is none.
  public var picture: String?
  /// Indicates whether the file is a film rather than a picture.
  public var isFilm: Bool
  /// The text alternative: a description of the picture.
  public var alt: String
  /// The number of the page that has the message, counted from 1.
  public var page: Int
  /// The anchor of the message on its page.
  public var anchor: String
  /// The day of its message; empty when it has no time.
  public var date: String

  /// Creates a tile.
  public init(
    path: String, picture: String?, isFilm: Bool = false, alt: String, page: Int, anchor: String,
    date: String = ""
  ) {
    (self.path, self.picture, self.isFilm, self.alt) = (path, picture, isFilm, alt)
    (self.page, self.anchor, self.date) = (page, anchor, date)
  }
}

/// The tiles of a month on a page of the gallery.
public struct GalleryMonth: Hashable, Sendable {
  /// Empty for tiles whose messages have no time.
  public var title: String
  /// The tiles in the order of their messages.
  public var tiles: [GalleryTile]

  /// Creates the tiles of a month.
  public init(title: String, tiles: [GalleryTile]) { (self.title, self.tiles) = (title, tiles) }
}

/// A page of the gallery: pictures and films in the order of their messages, in squares of one size.
///
/// The squares are the style sheet's, so that nothing moves when a picture arrives and no size need be known.
public struct GalleryModel: Sendable {
  /// The conversation's title.
  public var title: String
  /// The page's number, counted from 1.
  public var number: Int
  /// The number of pages of the gallery.
  public var count: Int
  /// The months on this page, in order.
  public var months: [GalleryMonth]
  /// The BCP 47 tag of the page's language.
  public var language: String
  /// The writing direction of the page.
  public var direction: TextDirection
  /// The words of the furniture.
  public var phrases: Phrases

  /// Creates a page of the gallery.
  public init(
    title: String, number: Int, count: Int, months: [GalleryMonth] = [], language: String = "en",
    direction: TextDirection = .leftToRight, phrases: Phrases
  ) {
    (self.title, self.number, self.count, self.months) = (title, number, count, months)
    (self.language, self.direction, self.phrases) = (language, direction, phrases)
  }
}

extension GalleryModel {
  /// The values of `gallery.mustache`.
  var values: [String: Any] {
    var values: [String: Any] = [
      "title": title, "number": number, "count": count, "language": language,
      "direction": direction.attribute, NamedPhrases.key: NamedPhrases(phrases),
      "hasSeveral": count > 1, "first": Self.file(1), "last": Self.file(count),
    ]
    if number > 1 { values["previous"] = Self.file(number - 1) }
    if number < count { values["next"] = Self.file(number + 1) }
    return values
  }

  /// The file of a page, beside the conversation's pages.
  public static func file(_ number: Int) -> String { "gallery-\(number).html" }
}
