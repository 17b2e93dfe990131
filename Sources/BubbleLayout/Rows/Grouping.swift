public import Frames
public import ICU

/// The facts of a message's row that depend on its neighbours: group position, tail, avatar, name, gap, day separator.
///
/// They are a value of their own, so that a row's layout is a function of this value and of the message alone.
public struct Decoration: Hashable, Sendable {
  /// The side the message is on.
  public var side: Side
  /// True if the message is the first of its group and has the sender's name.
  public var startsGroup: Bool
  /// True if the message is the last of its group and has the tail and the avatar.
  public var endsGroup: Bool
  /// True if a bubble of the group is directly above; this one's upper corner on the sender's side is then small.
  public var joinsAbove: Bool
  /// True if a bubble of the group is directly below; this one's lower corner on the sender's side is then small.
  public var joinsBelow: Bool
  /// The local day, if the message is the first of it and has a separator above.
  public var newDay: CivilDate?
  /// True if the message is the first of the conversation.
  public var isFirst = false
  /// Minute of the local day, −1 if the message has no time.
  public var minute: Int16
  /// Minutes east of Greenwich, if the local clock shows the minute twice and the time needs its offset; otherwise nil.
  public var offset: Int16?

  /// The decoration of a message that is not the first of a day, and whose neighbours in the group have bubbles.
  public init(side: Side, startsGroup: Bool, endsGroup: Bool, minute: Int16) {
    (self.side, self.startsGroup, self.endsGroup, self.minute) = (side, startsGroup, endsGroup, minute)
    (joinsAbove, joinsBelow) = (!startsGroup, !endsGroup)
  }
}

/// The facts of a message that grouping depends on.
public struct GroupKey: Hashable, Sendable {
  /// The sender's index in the participant table, −1 for none.
  public var sender: Int32
  /// The side of the row.
  public var side: Side
  /// Days since 1970 in the display zone; nil for a message without a time.
  public var day: Int32?
  /// Seconds since 1970; nil for a message without a time.
  public var seconds: Int64?
  /// True if the message is a notice, which belongs to no group.
  public var isNotice: Bool
  /// True if the message is on another branch than the current one; it is folded and belongs to no group.
  public var isOffBranch = false
  /// True if the message is shown without a bubble.
  public var hasNoBubble = false
  /// True if the marker of unread messages is above the message; it ends every group.
  public var startsAnew = false
  /// True if the message is the first of a page, in a look where pages start groups (``Theme/startsGroupsOnPages``).
  public var startsPage = false

  /// The key of a message on the current branch with a bubble.
  public init(sender: Int32, side: Side, day: Int32?, seconds: Int64?, isNotice: Bool) {
    (self.sender, self.side, self.day) = (sender, side, day)
    (self.seconds, self.isNotice) = (seconds, isNotice)
  }

  /// True if `next`, the message after this one, belongs to the same group.
  ///
  /// A group ends when sender, side or local day changes, after `groupSeconds`, at a notice, at a message on another
  /// branch, at a marker and at the end of a page. Messages without a time group by sender alone.
  public func continues(to next: GroupKey, within groupSeconds: Int64) -> Bool {
    separation(from: next, within: groupSeconds) == nil
  }

  /// Returns the reason that `next` starts another group, or nil if it belongs to this one.
  public func separation(from next: GroupKey, within groupSeconds: Int64) -> GroupSeparation? {
    if isNotice || next.isNotice { return .notice }
    if isOffBranch || next.isOffBranch { return .branch }
    if next.startsAnew { return .marker }
    if next.startsPage { return .page }
    if sender != next.sender || side != next.side { return .sender }
    if day != next.day { return .day }
    guard let seconds, let other = next.seconds else {
      return seconds == nil && next.seconds == nil ? nil : .time(seconds: nil)
    }
    let gap = other - seconds
    return gap >= 0 && gap <= groupSeconds ? nil : .time(seconds: gap)
  }
}

/// The reason that two consecutive messages are in different groups.
public enum GroupSeparation: Hashable, Sendable {
  /// One of them is a notice.
  case notice
  /// One of them is on another branch, and folded.
  case branch
  /// The marker of unread messages is between them.
  case marker
  /// The second is the first message of a page.
  case page
  /// Different senders or sides.
  case sender
  /// Different local days.
  case day
  /// More seconds between them than a group allows; nil if one of them has no time.
  case time(seconds: Int64?)
}

/// Decorates a stream of messages.
///
/// Grouping is a relation between neighbours (``GroupKey/separation(from:within:)``), so the decoration of a message needs
/// one message before and one after it and nothing else. The decorator is fed the whole conversation: page breaks add no
/// separator of days, and end groups as ``GroupKey/startsPage`` says.
public struct Decorator: Sendable {
  private let groupSeconds: Int64
  private var previous: GroupKey?

  /// A decorator at the start of a conversation; groups end after `groupSeconds` seconds.
  public init(groupSeconds: Int64) { self.groupSeconds = groupSeconds }

  /// Returns the decoration of `current`, which follows the message decorated last and precedes `next`.
  public mutating func decorate(
    _ current: GroupKey, next: GroupKey?, minute: Int16, offset: Int16? = nil
  ) -> Decoration {
    defer { previous = current }
    let continues = previous?.continues(to: current, within: groupSeconds) ?? false
    let goesOn = next.map { current.continues(to: $0, within: groupSeconds) } ?? false
    var decoration = Decoration(
      side: current.side, startsGroup: !continues, endsGroup: !goesOn, minute: minute)
    decoration.joinsAbove = continues && previous?.hasNoBubble == false
    decoration.joinsBelow = goesOn && next?.hasNoBubble == false
    if let day = current.day, previous?.day != day {
      decoration.newDay = CivilDate(daysSince1970: Int(day))
    }
    (decoration.isFirst, decoration.offset) = (previous == nil, offset)
    return decoration
  }
}
