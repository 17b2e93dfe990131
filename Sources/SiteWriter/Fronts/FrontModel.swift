public import Frames

/// A person on the front of a conversation.
public struct FrontPerson: Hashable, Sendable {
  /// The name as messages show it.
  public var name: String
  /// One or two letters for the avatar without a picture.
  public var initials: String
  /// The number that names the person in style sheets.
  public var id: PersonID
  /// Path of the picture from the site's root, or nil.
  public var picture: String?
  /// The number of messages the person wrote, in the page's language.
  public var messages = ""
  /// The person's part of all messages, 0…1: the length of the bar.
  public var share = 0.0
  /// The part in percent, in the page's language.
  public var percent = ""
  /// The days of the person's messages, in words; empty if unknown.
  public var span = ""

  /// Creates a person without messages.
  public init(name: String, initials: String, id: PersonID, picture: String? = nil) {
    (self.name, self.initials, self.id, self.picture) = (name, initials, id, picture)
  }
}

/// A page on the front's list of pages.
public struct FrontPageLink: Hashable, Sendable {
  /// The page's number, counted from 1.
  public var number: Int
  /// The dates it covers.
  public var dates: String

  /// Creates the link to a page.
  public init(number: Int, dates: String) { (self.number, self.dates) = (number, dates) }
}

/// A year on the front, with its months.
public struct FrontYear: Hashable, Sendable {
  /// The year in words.
  public var title: String
  /// The months with messages, in order.
  public var months: [MonthLink]

  /// Creates a year.
  public init(title: String, months: [MonthLink]) { (self.title, self.months) = (title, months) }
}

/// The content of a conversation's front: who, when, how much, and the links into it.
public struct FrontModel: Sendable {
  /// The conversation's title.
  public var title: String
  /// The dates of the whole conversation.
  public var dates: String
  /// The people listed, those with most messages first.
  public var people: [FrontPerson]
  /// The number of people who are not listed, with their noun; empty if it is zero.
  public var otherPeople = ""
  /// The pictures of the conversation.
  public var overview = OverviewModel()
  /// The years with messages, in order.
  public var years: [FrontYear] = []
  /// The pages, in order.
  public var pages: [FrontPageLink] = []
  /// The page's language.
  public var language: PageLanguage
  /// True if the site has other conversations; the page then links to their list.
  public var isOneOfSeveral = false
  /// True if the conversation has a page of statistics.
  public var hasStatistics = false
  /// The first page of its gallery; nil if there is nothing to show.
  public var gallery: String?
  /// True if the conversation has an index to search.
  public var hasSearch = false
  /// The conversation's folder if the front is the site's; nil if it is in that folder itself.
  public var folder: String?

  /// Creates the front of a conversation.
  public init(title: String, dates: String = "", people: [FrontPerson] = [], language: PageLanguage) {
    (self.title, self.dates, self.people, self.language) = (title, dates, people, language)
  }
}

/// A conversation in the site's list.
public struct IndexEntry: Hashable, Sendable {
  /// The conversation's title.
  public var title: String
  /// The conversation's folder, one path component.
  public var folder: String
  /// The number of its pages; the last one is the entry.
  public var pages: Int
  /// The number of messages with its noun, in the page's language.
  public var detail = ""
  /// One or two letters for the picture.
  public var initials = ""
  /// The index of the avatar's colour.
  public var colour: UInt8 = 0
  /// The path of the avatar's picture from the site's root; nil: the initials.
  public var picture: String?
  /// The number of messages.
  public var messages = 0
  /// The number of messages in the digits of the page's language.
  public var count = ""
  /// The last message; nil if there are no messages.
  public var last: LastMessage?
  /// The instant of the latest message in milliseconds since 1970, by which the list is sorted; nil if no message has a
  /// time.
  public var moment: Int64?

  /// The last message of a conversation, as a line of the list.
  public struct LastMessage: Hashable, Sendable {
    /// The sender with a colon; empty if the sender is obvious.
    public var sender: String
    /// Its text, or the name of its kind.
    public var text: String
    /// Its day as days since 1970-01-01; nil without a time.
    public var day: Int?
    /// Its day in words, in the list's language.
    public var date = ""

    /// Creates the line; the date's words come later, for all entries at once.
    public init(sender: String, text: String, day: Int?) {
      (self.sender, self.text, self.day) = (sender, text, day)
    }
  }

  /// Creates an entry.
  public init(title: String, folder: String, pages: Int) {
    (self.title, self.folder, self.pages) = (title, folder, pages)
  }
}

/// The site's own front: the list of its conversations, or the entry to the only one.
public struct IndexModel: Sendable {
  /// The title of the site.
  public var title: String
  /// The conversations in the order of the list.
  public var conversations: [IndexEntry]
  /// The page's language.
  public var language: PageLanguage
  /// The number of the page of the list, counted from 1, and of all its pages.
  public private(set) var (number, count) = (1, 1)

  /// The most conversations on a page of the list. 20,000 on one made a page of 9 MB.
  static let listed = 200

  /// The pages of the list, at least one: `index.html`, `list-2.html` and so on.
  public var pages: some Sequence<IndexModel> {
    let count = max(1, (conversations.count + Self.listed - 1) / Self.listed)
    return (1...count).lazy.map { number in
      var page = self
      let start = (number - 1) * Self.listed
      page.conversations = Array(conversations[start..<min(start + Self.listed, conversations.count)])
      (page.number, page.count) = (number, count)
      return page
    }
  }

  /// The file of a page of the list.
  public static func file(_ number: Int) -> String { number == 1 ? "index.html" : "list-\(number).html" }

  /// The file of this page.
  public var file: String { Self.file(number) }

  /// Creates the site's front.
  public init(title: String, conversations: [IndexEntry], language: PageLanguage) {
    (self.title, self.conversations, self.language) = (title, conversations, language)
  }
}
