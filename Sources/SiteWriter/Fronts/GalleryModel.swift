public import Frames
public import Phrases

/// A picture or film in the gallery.
public struct GalleryTile: Hashable, Sendable {
  /// Path of the file from the site's root.
  public var path: String
  /// Path of the picture to show; nil for a film of which there is none.
  public var picture: String?
  public var isFilm: Bool
  /// What it shows, in words.
  public var alt: String
  /// Where its message is.
  public var page: Int
  public var anchor: String
  /// The day of its message; empty when it has no time.
  public var date: String

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
  public var tiles: [GalleryTile]

  public init(title: String, tiles: [GalleryTile]) { (self.title, self.tiles) = (title, tiles) }
}

/// A page of the gallery: pictures and films in the order of their messages, in squares of one size.
///
/// The squares are the style sheet's, so that nothing moves when a picture arrives and no size need be known.
public struct GalleryModel: Sendable {
  public var title: String
  /// The page's number, counted from 1.
  public var number: Int
  /// How many pages the gallery has.
  public var count: Int
  public var months: [GalleryMonth]
  public var language: String
  public var direction: TextDirection
  /// The words of the furniture.
  public var phrases: Phrases

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
