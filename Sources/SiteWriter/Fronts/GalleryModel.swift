public import Frames
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

/// The kinds of pictures, which readers choose among. The page's script has the same raw values.
public enum PictureKind: Int, CaseIterable, Hashable, Sendable {
  case photo, film, animation

  /// The phrase that names them all.
  var phrase: Phrase {
    switch self {
    case .photo: .photos
    case .film: .videos
    case .animation: .gif
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
  /// The kind of a picture.
  public var kind = PictureKind.photo
  /// The length of a film, in words; empty if unknown.
  public var length = ""
  /// The width of a picture in percent of its height; 0 if unknown.
  public var shape = 0
  /// The text alternative: a description of the picture. The name of a file, the words of a link.
  public var alt: String
  /// The number of the message's page, counted from 1.
  public var page: Int
  /// The anchor of the message on its page.
  public var anchor: String
  /// The day of its message; empty without a time.
  public var date = ""
  /// The day of its message as `2026-05-01`; empty without a time.
  public var day = ""
  /// The name of the message's sender; empty if there is none.
  public var sender = ""
  /// The sender's index in ``GalleryModel/people``; nil if not among them.
  public var person: Int?
  /// The size and length of a file, in words.
  public var note = ""

  /// Creates an entry without a picture.
  public init(path: String, alt: String, page: Int, anchor: String) {
    (self.path, self.alt, self.page, self.anchor) = (path, alt, page, anchor)
  }
}

/// The entries of a month on a page of the gallery, or of neighbouring months with few entries.
public struct GalleryMonth: Hashable, Sendable {
  /// The month; empty for entries whose messages have no time.
  public var title: String
  /// The id of its section.
  public var id = ""
  /// The id of its head, if a year ends with it: other pages of the gallery lead there. Empty for others.
  public var yearID = ""
  /// The number of its entries, in words.
  public var count = ""
  /// The entries, the newest first.
  public var tiles: [GalleryTile]

  /// Creates the entries of a month.
  public init(title: String, tiles: [GalleryTile] = []) { (self.title, self.tiles) = (title, tiles) }
}

/// A year of the rail beside the pictures.
public struct GalleryYear: Hashable, Sendable {
  /// The year, in words.
  public var title: String
  /// The address of its newest pictures.
  public var href: String
  /// Its months, if they are on the page, the newest first.
  public var months: [RailMonth] = []

  /// A month, or neighbouring months that share a section.
  public struct RailMonth: Hashable, Sendable {
    /// The name without the year.
    public var title: String
    /// The address of its section.
    public var href: String
    /// The number of its entries, in words.
    public var count: String
    /// The number of its entries as a part of the fullest month's, 0…100.
    public var share: Int

    /// Creates a month.
    public init(title: String, href: String, count: String, share: Int) {
      (self.title, self.href, self.count, self.share) = (title, href, count, share)
    }
  }

  /// Creates a year without months.
  public init(title: String, href: String) { (self.title, self.href) = (title, href) }
}

/// Somebody who sent pictures.
public struct GalleryPerson: Hashable, Sendable {
  /// The name, as in messages.
  public var name: String
  /// One or two letters for people without a picture.
  public var initials: String
  /// Path of the picture from the site's root.
  public var picture: String?
  /// The number that names the person in pages.
  public var id: PersonID
  /// The number of their pictures on the page, in words.
  public var count: String

  /// Creates a person.
  public init(name: String, initials: String, picture: String?, id: PersonID, count: String) {
    (self.name, self.initials, self.picture) = (name, initials, picture)
    (self.id, self.count) = (id, count)
  }
}

/// The pictures of one day of the year in several years.
public struct GalleryDay: Hashable, Sendable {
  /// The day and what follows: `21 June in other years`.
  public var title: String
  /// The years with their numbers of pictures.
  public var years: String
  /// Some of the pictures, each with its number among all, the newest first.
  public var tiles: [(number: Int, tile: GalleryTile)]

  /// Creates a day.
  public init(title: String, years: String, tiles: [(number: Int, tile: GalleryTile)]) {
    (self.title, self.years, self.tiles) = (title, years, tiles)
  }

  public static func == (one: GalleryDay, other: GalleryDay) -> Bool {
    one.title == other.title && one.years == other.years && one.tiles.elementsEqual(other.tiles, by: ==)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(years)
  }
}

/// A page of the gallery: pictures and films in full rows of one height, or a list of files, links or recordings, the newest first.
///
/// The style sheet sets the height of the rows, so that nothing moves when a picture is loaded.
public struct GalleryModel: Sendable {
  /// The conversation's title.
  public var title: String
  /// The section that the page belongs to.
  public var section: GallerySection
  /// The sections of the gallery, in the order of their tabs, with their numbers of entries in words.
  public var sections: [(section: GallerySection, count: String)] = [(.media, "")]
  /// The page's number in its section, counted from 1.
  public var number: Int
  /// The number of pages of the section.
  public var count: Int
  /// The number of entries on the pages before.
  public var first = 0
  /// The months on this page, in order.
  public var months: [GalleryMonth] = []
  /// The years of the section; empty if it is not of pictures.
  public var years: [GalleryYear] = []
  /// The kinds of the pictures on this page, with their numbers in words.
  public var kinds: [(kind: PictureKind, count: String)] = []
  /// The people with most pictures on this page.
  public var people: [GalleryPerson] = []
  /// The newest day in other years; nil if there are no pictures.
  public var day: GalleryDay?
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
      "hasPlayers": .flag(section == .media || section == .voice),
      "tabs": .list(
        sections.map { tab in
          [
            "file": .text(Self.file(1, of: tab.section)), "name": .text(language.phrases(tab.section.phrase)),
            "amount": .text(tab.count), "isShown": .flag(tab.section == section),
            "isChosen": .flag(tab.section == .media && section == .media && kinds.count > 1),
          ]
        }),
      "hasKinds": .flag(kinds.count > 1),
      "kinds": .list(
        kinds.map { kind, count in
          [
            "kind": .number(kind.rawValue), "name": .text(language.phrases(kind.phrase)),
            "amount": .text(count),
          ]
        }),
      "hasPeople": .flag(people.count > 1), "people": .list(people.map(\.values)),
      "hasYears": .flag(years.count > 1 || years.contains { $0.months.count > 1 }),
      "years": .list(
        years.map { year in
          [
            "title": .text(year.title), "href": .text(year.href),
            "weight": .number(max(1, year.months.count)),
            "hasMonths": .flag(!year.months.isEmpty),
            "months": .list(
              year.months.map {
                [
                  "title": .text($0.title), "href": .text($0.href), "amount": .text($0.count),
                  "share": .number($0.share),
                ]
              }),
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

extension GalleryPerson {
  fileprivate var values: TemplateValues {
    var values: TemplateValues = [
      "name": .text(name), "initials": .text(initials), "amount": .text(count),
      "person": .text(PersonColour.className(of: id)),
    ]
    if let picture { values["picture"] = .text("../" + PageAddress.file(picture)) }
    return values
  }
}
