public import Frames
public import ICU

/// What stands around a message because of its neighbours: group position, tail, avatar, name, gap, day.
///
/// A value of its own, so that a row's layout is a function of it and of the message alone.
public struct Decoration: Hashable, Sendable {
  /// The side the message stands on.
  public var side: Side
  /// Whether no earlier message belongs to the same group.
  public var startsGroup: Bool
  /// Whether no later message belongs to the same group: it has the avatar.
  public var endsGroup: Bool
  /// Whether a bubble of the same group stands directly above, whose corners this one's fit.
  public var joinsAbove: Bool
  /// Whether a bubble of the same group stands directly below; else this one has the tail.
  public var joinsBelow: Bool
  /// The local day, when the message is the first of it: a separator stands above.
  public var newDay: CivilDate?
  /// Whether anything stands above, in the conversation, not the page.
  public var isFirst: Bool
  /// Minute of the local day, −1 when the message has no time.
  public var minute: Int16

  public init(
    side: Side, startsGroup: Bool, endsGroup: Bool, joinsAbove: Bool? = nil, joinsBelow: Bool? = nil,
    newDay: CivilDate?, isFirst: Bool, minute: Int16
  ) {
    (self.side, self.startsGroup, self.endsGroup) = (side, startsGroup, endsGroup)
    (self.joinsAbove, self.joinsBelow) = (joinsAbove ?? !startsGroup, joinsBelow ?? !endsGroup)
    (self.newDay, self.isFirst, self.minute) = (newDay, isFirst, minute)
  }
}

/// What grouping looks at in a message.
public struct GroupKey: Hashable, Sendable {
  /// The sender's place in the participant table, −1 for none.
  public var sender: Int32
  public var side: Side
  /// Days since 1970 in the display zone; nil for a message without a time.
  public var day: Int32?
  /// Seconds since 1970; nil for a message without a time.
  public var seconds: Int64?
  /// Whether it is a notice, which stands alone.
  public var isNotice: Bool
  /// Whether it is on another branch than the current one: folded away, it stands alone too.
  public var isOffBranch: Bool
  /// Whether it is shown without a bubble.
  public var hasNoBubble: Bool
  /// Whether something stands above it that ends every group.
  public var startsAnew: Bool

  public init(
    sender: Int32, side: Side, day: Int32?, seconds: Int64?, isNotice: Bool,
    isOffBranch: Bool = false, hasNoBubble: Bool = false, startsAnew: Bool = false
  ) {
    (self.sender, self.side, self.day) = (sender, side, day)
    (self.seconds, self.isNotice, self.isOffBranch) = (seconds, isNotice, isOffBranch)
    (self.hasNoBubble, self.startsAnew) = (hasNoBubble, startsAnew)
  }

  /// Whether `next`, directly behind this message, belongs to the same group.
  ///
  /// A group ends when sender, side or local day changes, after `groupSeconds`, at a notice, at a message on another
  /// branch and at a marker. Messages without a time group by sender alone.
  public func continues(to next: GroupKey, within groupSeconds: Int64) -> Bool {
    separation(from: next, within: groupSeconds) == nil
  }

  /// Why `next` does not belong to the same group; nil when it does.
  public func separation(from next: GroupKey, within groupSeconds: Int64) -> GroupSeparation? {
    if isNotice || next.isNotice { return .notice }
    if isOffBranch || next.isOffBranch { return .branch }
    if next.startsAnew { return .marker }
    if sender != next.sender || side != next.side { return .sender }
    if day != next.day { return .day }
    guard let seconds, let other = next.seconds else {
      return seconds == nil && next.seconds == nil ? nil : .time(seconds: nil)
    }
    let gap = other - seconds
    return gap >= 0 && gap <= groupSeconds ? nil : .time(seconds: gap)
  }
}

/// What parts two messages that follow each other.
public enum GroupSeparation: Hashable, Sendable {
  /// One of them is a notice, which stands alone.
  case notice
  /// One of them is on another branch, and folded away.
  case branch
  /// Something stands between them: the marker of unread messages.
  case marker
  /// Other senders, or other sides.
  case sender
  /// Other local days.
  case day
  /// More seconds than a group lasts; nil where one of them has no time.
  case time(seconds: Int64?)
}

/// Decorates a stream of messages, looking one message back and one ahead.
///
/// It sees the whole conversation, so where pages are cut never adds, moves or removes a separator, a tail,
/// an avatar or a name.
public struct Decorator: Sendable {
  private let groupSeconds: Int64
  private var previous: GroupKey?

  public init(groupSeconds: Int64) { self.groupSeconds = groupSeconds }

  /// The decoration of `current`, which stands between the message last decorated and `next`.
  public mutating func decorate(
    _ current: GroupKey, next: GroupKey?, minute: Int16
  ) -> Decoration {
    defer { previous = current }
    let continues = previous?.continues(to: current, within: groupSeconds) ?? false
    let goesOn = next.map { current.continues(to: $0, within: groupSeconds) } ?? false
    var newDay: CivilDate?
    if let day = current.day, previous?.day != day { newDay = CivilDate(daysSince1970: Int(day)) }
    return Decoration(
      side: current.side, startsGroup: !continues, endsGroup: !goesOn,
      joinsAbove: continues && previous?.hasNoBubble == false,
      joinsBelow: goesOn && next?.hasNoBubble == false,
      newDay: newDay, isFirst: previous == nil, minute: minute)
  }
}
