import BubbleLayout
import Frames
import ICU
import TestSupport
import Testing

/// Rows 9 and 12 of the list of seed features: who belongs to a group, and where days begin.
@Suite struct GroupingTests {
  static let base = GroupKey(sender: 1, side: .incoming, day: 100, seconds: 1_000, isNotice: false)

  static func key(_ change: (inout GroupKey) -> Void) -> GroupKey {
    var key = base
    change(&key)
    return key
  }

  @Test(
    "Row 9: a group goes on with the same sender, side and day within 120 s",
    arguments: [
      (key { $0.seconds = 1_000 }, true), (key { $0.seconds = 1_120 }, true),
      (key { $0.seconds = 1_121 }, false), (key { $0.seconds = 999 }, false),
      (key { $0.sender = 2 }, false), (key { $0.side = .outgoing }, false), (key { $0.day = 101 }, false),
      (key { $0.isNotice = true }, false), (key { $0.seconds = nil }, false),
      (key { $0.isOffBranch = true }, false), (key { $0.startsAnew = true }, false),
      (key { $0.startsPage = true }, false),
    ])
  func continues(next: GroupKey, expected: Bool) {
    #expect(Self.base.continues(to: next, within: 120) == expected)
  }

  @Test("What parts two messages is known: of several reasons the one that is seen first")
  func separation() {
    let cases: [(GroupKey, GroupSeparation)] = [
      (Self.key { ($0.isNotice, $0.sender) = (true, 2) }, .notice),
      (Self.key { ($0.isOffBranch, $0.day) = (true, 101) }, .branch),
      (Self.key { ($0.startsAnew, $0.sender) = (true, 2) }, .marker),
      (Self.key { ($0.startsPage, $0.day) = (true, 101) }, .page),
      (Self.key { $0.side = .outgoing }, .sender), (Self.key { $0.day = 101 }, .day),
      (Self.key { $0.seconds = 1_121 }, .time(seconds: 121)),
      (Self.key { $0.seconds = nil }, .time(seconds: nil)),
    ]
    for (next, separation) in cases {
      #expect(Self.base.separation(from: next, within: 120) == separation)
    }
    // A marker stands above its message, and parts nothing under it.
    #expect(Self.key { $0.startsAnew = true }.separation(from: Self.base, within: 120) == nil)
    #expect(Self.key { $0.isOffBranch = true }.separation(from: Self.base, within: 120) == .branch)
  }

  @Test("Messages without any time group by sender")
  func noTime() {
    let a = GroupKey(sender: 1, side: .incoming, day: nil, seconds: nil, isNotice: false)
    let b = GroupKey(sender: 2, side: .incoming, day: nil, seconds: nil, isNotice: false)
    #expect(a.continues(to: a, within: 120))
    #expect(!a.continues(to: b, within: 120))
  }

  @Test("Row 9: two incoming authors never merge")
  func authors() {
    let decorations = Self.decorate([(1, 0), (2, 1), (1, 2)])
    #expect(decorations.allSatisfy { $0.startsGroup && $0.endsGroup })
  }

  @Test("Row 10: exactly one start and one end per group, whatever the senders and gaps")
  func oneEndPerGroup() {
    var random = SplitMix64(seed: 7)
    let events = (0..<2_000).map { _ in (Int32(random.below(3)), Int64(random.below(200))) }
    var seconds: Int64 = 0
    let decorations = Self.decorate(
      events.map { event in
        seconds += event.1
        return (event.0, seconds)
      })
    var isOpen = false
    for decoration in decorations {
      #expect(decoration.startsGroup == !isOpen)
      isOpen = !decoration.endsGroup
    }
    #expect(!isOpen)
  }

  @Test("Row 12: the first message of each local day carries the separator, and no other")
  func days() {
    let decorations = Self.decorate([(1, 0), (1, 10), (1, 86_390), (1, 86_400), (2, 86_401), (1, 200_000)])
    #expect(
      decorations.map { $0.newDay?.isoText } == [
        "1970-01-01", nil, nil, "1970-01-02", nil, "1970-01-03",
      ])
  }

  static func decorate(_ events: [(sender: Int32, seconds: Int64)]) -> [Decoration] {
    let keys = events.map {
      GroupKey(
        sender: $0.sender, side: .incoming, day: Int32($0.seconds / 86_400), seconds: $0.seconds,
        isNotice: false)
    }
    var decorator = Decorator(groupSeconds: 120)
    return keys.indices.map { index in
      decorator.decorate(keys[index], next: index + 1 < keys.count ? keys[index + 1] : nil, minute: 0)
    }
  }
}
