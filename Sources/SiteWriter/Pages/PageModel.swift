/// A month of the conversation and the position of its first message.
public struct MonthLink: Hashable, Sendable {
  /// The month in the page's language, e.g. `May 2026`.
  public var title: String
  /// The page its first message is on, counted from 1.
  public var page: Int
  /// That message's anchor name, without `m-`.
  public var anchor: String
  /// The number of its messages, in the page's language; may be empty.
  public var count: String

  /// Creates a link to a month.
  public init(title: String, page: Int, anchor: String, count: String = "") {
    (self.title, self.page, self.anchor, self.count) = (title, page, anchor, count)
  }
}

/// The texts and links of a page of messages around its rows.
///
/// Nothing in it depends on content far after the page, or on the other conversations of the site, so that both can grow
/// without changing it.
///
/// Texts are complete: dates and numbers are in the page's language. Everything may come from an input; the writer
/// escapes it.
public struct PageModel: Sendable, Equatable {
  /// The conversation's title.
  public var title: String
  /// The page's number, counted from 1.
  public var number: Int
  /// True if another page follows. The number of pages is left out, because it would change with every page added.
  public var hasNext: Bool
  /// The dates the page covers, e.g. `1–14 May 2026`.
  public var dates = ""
  /// The day of its first message in words, for readers who do not see the day's heading; empty if the message has
  /// no time.
  public var day = ""
  /// The messages the page covers, e.g. `501–1,000`.
  public var messages = ""
  /// The months to offer: of the years on the page, up to its end, oldest first.
  public var months: [MonthLink]
  /// The page's language.
  public var language: PageLanguage
  /// True if links of messages may lead out of the site; if not, only their words are shown, at the same positions.
  public var leadsOut = true
  /// True if the conversation has an index to search.
  public var hasSearch = false
  /// The time zone in which times are shown, an IANA name.
  public var zone = "UTC"

  /// Creates the model of a page.
  public init(
    title: String, number: Int, hasNext: Bool = false, months: [MonthLink] = [], language: PageLanguage
  ) {
    (self.title, self.number, self.hasNext) = (title, number, hasNext)
    (self.months, self.language) = (months, language)
  }

  /// True if the conversation has no other page.
  var isOnly: Bool { number == 1 && !hasNext }
}
