/// The values in an event of a conversation, for sentences in the page's language.
public struct EventFacts: Sendable, Hashable {
  /// An amount of money, or of something like it.
  public struct Amount: Sendable, Hashable {
    /// The currency of Telegram's stars, which have no smaller unit.
    public static let stars = "XTR"
    /// The amount in its smallest unit.
    public var units: Int64
    /// An ISO 4217 code, or the source's word.
    public var currency: String
    /// The number of decimal digits of the smallest unit; nil: the currency's own.
    public var digits: Int?

    /// Creates an amount of `units` of the currency's smallest unit.
    public init(units: Int64, currency: String, digits: Int? = nil) {
      (self.units, self.currency, self.digits) = (units, currency, digits)
    }
  }

  /// A day of each year, or of one.
  public struct EventDay: Sendable, Hashable {
    /// The year, or nil for a day of each year.
    public var year: Int?
    /// 1…12
    public var month: Int
    /// 1…31
    public var day: Int

    /// Creates a day.
    public init(year: Int?, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }
  }

  /// A remark.
  public enum EventMark: Int, Sendable, Hashable, CaseIterable {
    case recurring, limited, anonymous, unclaimed
  }

  /// The time that the event is about, for example of a planned call.
  public var instant: Instant?
  /// Seconds.
  public var duration: Double?
  /// Months, if the source counts in them.
  public var months: Int?
  /// A number of things that the event is about: points, winners, metres.
  public var count: Int?
  /// A second number: unclaimed prizes, reopened tasks.
  public var otherCount: Int?
  /// An amount of money.
  public var amount: Amount?
  /// A day, such as a birthday.
  public var day: EventDay?
  /// The name of a person who is not a participant, or the earlier name of a person who has a new one.
  public var name: String?
  /// Remarks on the event.
  public var marks: [EventMark] = []

  /// No facts.
  public init() {}
}
