public import ChatModel

/// The user's statements about an input, for facts that the input lacks.
public struct ImportOptions: Sendable {
  /// IANA name of the zone for times given without one; nil: UTC is assumed, with a note.
  public var timeZone: String?
  /// Name or id of the participant whose messages are on the right.
  public var me: String?
  /// Names for phone numbers, addresses and ids.
  public var names = ParticipantNames()
  /// BCP 47 tag for words a reader has to choose itself.
  public var locale: String?
  /// The order of day, month and year in dates of digits; nil: it is inferred from the dates of each file.
  public var dateOrder: DateOrder?
  /// The encoding of text that is not UTF-8; nil: it is detected.
  public var charset: String?
  /// True if messages stay in the order of their export, regardless of their times.
  public var keepsOrder = false
  /// The conversations that the user says are one.
  public var joins = ChosenJoins()
  /// The kinds that a source may name although no format has members for them.
  public var kinds = PartKinds()
  /// Gets the number of messages converted since its last call, now and then; nil if nobody wants to know.
  public var progress: (@Sendable (Int) -> Void)?

  /// Creates the options; nil leaves the choice to the format.
  public init(
    timeZone: String? = nil, me: String? = nil, locale: String? = nil, dateOrder: DateOrder? = nil,
    charset: String? = nil
  ) {
    (self.timeZone, self.me, self.locale) = (timeZone, me, locale)
    (self.dateOrder, self.charset) = (dateOrder, charset)
  }

  /// True if the user named the person with this key or name as the one whose messages are on the right.
  package func isMe(_ nameOrKey: String) -> Bool {
    me != nil && (me == nameOrKey || names.name(for: nameOrKey) == me)
  }
}
