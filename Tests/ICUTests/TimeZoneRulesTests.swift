import ICU
import Testing

@Suite struct TimeZoneRulesTests {
  /// Seconds since 1970 of a UTC date and time.
  private func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws -> Int64
  {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    return Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60)
  }

  @Test(
    "A name IANA does not have is refused",
    arguments: [
      "Foo/Bar", "", "GMT+3", "+03:00", "Etc/Unknown", "BST", "PST", "IST", "europe/lisbon", "Europe/Lisbon ",
      "SystemV/PST8", "Europe/Liſbon", "\0", "../etc/localtime",
    ])
  func unknown(name: String) { #expect(TimeZoneRules(identifier: name) == nil) }

  @Test(
    "A name IANA has is kept as given",
    arguments: [
      "UTC", "GMT", "Etc/GMT-14", "Europe/Lisbon", "Europe/Kyiv", "Asia/Kolkata", "Asia/Calcutta", "EST5EDT",
      "America/Argentina/Buenos_Aires", "Cuba", "CET",
    ])
  func known(name: String) { #expect(TimeZoneRules(identifier: name)?.identifier == name) }

  @Test("findings D9: local times that the clocks show twice are told, with their offset")
  func repeated() throws {
    var rules = try #require(TimeZoneRules(identifier: "Europe/Lisbon"))
    // Clocks go back at 01:00 UTC on 25 October 2026.
    for (hour, minute, hours) in [(0, 0, 1), (0, 59, 1), (1, 0, 0), (1, 59, 0)] as [(Int, Int, Int64)] {
      #expect(rules.offsetIfRepeated(atUTC: try utc(2026, 10, 25, hour, minute)) == hours * 3600)
    }
    for instant in [
      try utc(2026, 10, 24, 23, 59), try utc(2026, 10, 25, 2), try utc(2026, 3, 29, 0, 30),
      try utc(2026, 3, 29, 1), 0,
      Int64.max, Int64.min,
    ] {
      #expect(rules.offsetIfRepeated(atUTC: instant) == nil)
    }
  }

  @Test("The database tells its edition: a year and a letter")
  func edition() {
    #expect(TimeZoneRules.edition.wholeMatch(of: /20\d\d[a-z]+/) != nil)
  }

  @Test("Offsets in winter and summer, and where the rules changed")
  func offsets() throws {
    let cases: [(zone: String, at: Int64, hours: Double)] = [
      ("UTC", 0, 0),
      ("Europe/Lisbon", try utc(2026, 1, 1), 0), ("Europe/Lisbon", try utc(2026, 7, 1), 1),
      ("Europe/Lisbon", try utc(1995, 1, 1), 1), ("Europe/Lisbon", try utc(2037, 7, 1), 1),
      ("America/New_York", try utc(2024, 3, 10, 6, 59), -5),
      ("America/New_York", try utc(2024, 3, 10, 7), -4),
      ("America/New_York", try utc(1970, 7, 1), -4), ("America/New_York", try utc(2037, 12, 1), -5),
      ("Australia/Lord_Howe", try utc(2024, 1, 1), 11), ("Australia/Lord_Howe", try utc(2024, 7, 1), 10.5),
      ("Asia/Kathmandu", try utc(1985, 1, 1), 5.5), ("Asia/Kathmandu", try utc(2024, 1, 1), 5.75),
      // Morocco leaves summer time for Ramadan: 2024-03-10 to 2024-04-14.
      ("Africa/Casablanca", try utc(2024, 3, 1), 1), ("Africa/Casablanca", try utc(2024, 3, 20), 0),
      ("Africa/Casablanca", try utc(2024, 5, 1), 1),
      // Samoa skipped 2011-12-30.
      ("Pacific/Apia", try utc(2011, 12, 30, 9), -10), ("Pacific/Apia", try utc(2011, 12, 30, 11), 14),
    ]
    for (zone, instant, hours) in cases {
      var rules = try #require(TimeZoneRules(identifier: zone))
      #expect(rules.offset(atUTC: instant) == Int64(hours * 3600), "\(zone) at \(instant)")
    }
  }

  @Test("A time the clocks skipped is the instant at which they did")
  func gap() throws {
    var newYork = try #require(TimeZoneRules(identifier: "America/New_York"))
    #expect(newYork.instantSeconds(ofWallClock: try utc(2024, 3, 10, 1, 59)) == (try utc(2024, 3, 10, 6, 59)))
    #expect(newYork.instantSeconds(ofWallClock: try utc(2024, 3, 10, 2, 30)) == (try utc(2024, 3, 10, 7)))
    #expect(newYork.instantSeconds(ofWallClock: try utc(2024, 3, 10, 3, 0)) == (try utc(2024, 3, 10, 7, 0)))
    var lordHowe = try #require(TimeZoneRules(identifier: "Australia/Lord_Howe"))
    #expect(
      lordHowe.instantSeconds(ofWallClock: try utc(2024, 10, 6, 2, 15)) == (try utc(2024, 10, 5, 15, 30)))
    var apia = try #require(TimeZoneRules(identifier: "Pacific/Apia"))
    #expect(apia.instantSeconds(ofWallClock: try utc(2011, 12, 30, 12)) == (try utc(2011, 12, 30, 10)))
  }

  @Test("A time that no clock of the zone shows is told from others")
  func skipped() throws {
    var berlin = try #require(TimeZoneRules(identifier: "Europe/Berlin"))
    for (hour, minute, isSkipped) in [(1, 59, false), (2, 0, true), (2, 59, true), (3, 0, false)] {
      #expect(berlin.skips(wallClock: try utc(2025, 3, 30, hour, minute)) == isSkipped)
      #expect(!berlin.skips(wallClock: try utc(2025, 10, 26, hour, minute)))
    }
  }

  @Test("Of a time the clocks showed twice the earlier instant is taken, or the first not before a limit")
  func ambiguity() throws {
    var lisbon = try #require(TimeZoneRules(identifier: "Europe/Lisbon"))
    let wallClock = try utc(2024, 10, 27, 1, 30)
    let (earlier, later) = (try utc(2024, 10, 27, 0, 30), try utc(2024, 10, 27, 1, 30))
    #expect(lisbon.instantSeconds(ofWallClock: wallClock) == earlier)
    #expect(lisbon.instantSeconds(ofWallClock: wallClock, notBefore: .min) == earlier)
    #expect(lisbon.instantSeconds(ofWallClock: wallClock, notBefore: earlier) == earlier)
    #expect(lisbon.instantSeconds(ofWallClock: wallClock, notBefore: earlier + 1) == later)
    #expect(lisbon.instantSeconds(ofWallClock: wallClock, notBefore: .max) == later)
    var lordHowe = try #require(TimeZoneRules(identifier: "Australia/Lord_Howe"))
    let twice = try utc(2024, 4, 7, 1, 45)
    let first = lordHowe.instantSeconds(ofWallClock: twice)
    #expect(first == (try utc(2024, 4, 6, 14, 45)))
    #expect(lordHowe.instantSeconds(ofWallClock: twice, notBefore: first + 1) == first + 1800)
    let once = try utc(2024, 6, 1)
    #expect(
      lisbon.instantSeconds(ofWallClock: once, notBefore: .max) == lisbon.instantSeconds(ofWallClock: once))
  }

  @Test(
    "Cached offsets are those ICU gives a fresh value, and wall clocks lead back to their instant",
    arguments: [
      "Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca",
      "Pacific/Apia", "America/Sao_Paulo", "Europe/London",
    ])
  func random(zone: String) throws {
    var rules = try #require(TimeZoneRules(identifier: zone))
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var wrong = 0
    for _ in 0..<10_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // 1970 to 2037.
      let instant = Int64(state >> 33) % 2_145_916_800
      let offset = rules.offset(atUTC: instant)
      var fresh = try #require(TimeZoneRules(identifier: zone))
      if fresh.offset(atUTC: instant) != offset { wrong += 1 }
      let wallClock = instant + offset
      let back = rules.instantSeconds(ofWallClock: wallClock)
      if back != instant {
        // Only a time shown twice may lead elsewhere: to the earlier instant, which shows the same.
        if back > instant || rules.offset(atUTC: back) + back != wallClock { wrong += 1 }
      }
      if rules.instantSeconds(ofWallClock: wallClock, notBefore: instant) != instant { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(
    "Instants nobody means give some offset and no crash",
    arguments: [Int64.min, -1 << 60, 1 << 60, Int64.max])
  func extremes(instant: Int64) throws {
    var rules = try #require(TimeZoneRules(identifier: "America/New_York"))
    #expect(abs(rules.offset(atUTC: instant)) < 86_400)
    _ = rules.instantSeconds(ofWallClock: instant)
    _ = rules.instantSeconds(ofWallClock: instant, notBefore: instant)
    #expect(rules.offset(atUTC: 1_720_000_000) == -4 * 3600)
  }
}
