import Testing

@testable import ICU

@Suite struct ZoneFileTests {
  @Test(
    "Rules for the future, and the offsets they give",
    arguments: [
      // 2040-01-15, 2040-07-15 at noon UTC.
      ("UTC0", 0, 0), ("<+0330>-3:30", 12600, 12600), ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200),
      ("EST5EDT,M3.2.0,M11.1.0", -18000, -14400), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 39600, 36000),
      // Dublin's winter time is the exception, an hour behind.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3600), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 39600, 37800),
      ("XXX3YYY,J60/0,J300/0", -10800, -7200), ("XXX3YYY,59/-1,300/26", -10800, -7200),
    ])
  func rules(text: String, january: Int64, july: Int64) throws {
    let rule = try #require(ZoneRule(text))
    #expect(rule.interval(at: 2_210_328_000).offset == january)
    #expect(rule.interval(at: 2_226_052_800).offset == july)
    // Stretches follow each other without a gap.
    var interval = rule.interval(at: 2_210_328_000)
    for _ in 0..<10 where interval.end < .max {
      let next = rule.interval(at: interval.end)
      #expect(next.start == interval.end && next.offset != interval.offset)
      interval = next
    }
  }

  @Test(
    "What is no rule is nil",
    arguments: ["", "X", "CET", "CET-1CEST,M3.5", "CET-1CEST,M13.1.0,M1.1.0", "<CET"])
  func noRule(text: String) { #expect(ZoneRule(text) == nil) }

  @Test("Damaged zone files are refused, whatever byte they end or change at")
  func damaged() throws {
    var bytes = Array("TZif2".utf8) + Array(repeating: UInt8(0), count: 15)
    func counts(_ values: [UInt8]) -> [UInt8] { values.flatMap { [0, 0, 0, $0] } }
    let block = bytes + counts([0, 0, 0, 2, 2, 8])
    let types: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0, 0, 0, 0x1C, 0x20, 1, 4] + Array("CET\0CEST".utf8).prefix(8)
    bytes = block + [0, 0, 0, 100, 0, 0, 0, 200, 1, 0] + types
    bytes +=
      block + [0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 200, 1, 0] + types + Array("\nCET-1\n".utf8)
    let file = try #require(ZoneFile(bytes))
    #expect(file.interval(at: 0) == .init(start: .min, end: 100, offset: 3600))
    #expect(file.interval(at: 150) == .init(start: 100, end: 200, offset: 7200))
    #expect(file.interval(at: 200) == .init(start: 200, end: .max, offset: 3600))
    for end in 0..<bytes.count - 8 { #expect(ZoneFile(Array(bytes[..<end])) == nil) }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0xFF
      _ = ZoneFile(changed)?.interval(at: 150)
    }
  }
}
