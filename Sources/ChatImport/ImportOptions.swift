/// What the user says about an input that the input does not say itself.
public struct ImportOptions: Sendable, Equatable {
  /// IANA name of the zone for times given without one; nil: UTC is assumed, with a note.
  public var timeZone: String?
  /// Name or id of the participant whose messages stand on the right.
  public var me: String?
  /// BCP 47 tag for words a reader has to choose itself.
  public var locale: String?

  public init(timeZone: String? = nil, me: String? = nil, locale: String? = nil) {
    (self.timeZone, self.me, self.locale) = (timeZone, me, locale)
  }
}
