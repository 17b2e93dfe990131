import MediaProbe
import SiteWriter
import TestSupport
import Testing

@testable import Digests
@testable import ExportPipeline

@Suite struct KeptFilesTests {
  private let files = (1...40).map { number in
    KeptFile(
      path: "chat/\(number).html", key: "k\(number)", size: number * 1000,
      checksum: Checksum(low: UInt64(number), high: .max - UInt64(number)),
      facts: CachedPage(
        height: number, exactHeight: number * 64, wideHeight: number * 60, rows: 9, senders: ["Ana", "Bo 👍"]
      ).bytes)
  }

  @Test("What is written is read again, whatever order it came in")
  func roundTrip() {
    let bytes = ReuseManifest.bytes(of: files)
    #expect(ReuseManifest.bytes(of: files.reversed()) == bytes)
    let read = ReuseManifest.read(bytes)
    #expect(read.count == files.count)
    for file in files { #expect(read[file.path] == file) }
    var facts = CachedPage(height: -1, exactHeight: .max, wideHeight: 7, rows: .min, senders: [""])
    facts.sha256 = "5"
    #expect(CachedPage(facts.bytes) == facts)
    for missing in [[], [0, 1, UInt64.max]] {
      var settled = facts
      settled.settled = CachedPage.Settled(
        origin: ShortDigest(first: 1, second: .max), dates: "5 May",
        days: [.init(day: -3, firstIndex: 0), .init(day: .max, firstIndex: 9)],
        missing: missing,
        ahead: missing.map { AnswerAhead(target: "\($0) 👍", shown: ShortDigest(first: $0, second: 3)) })
      #expect(CachedPage(settled.bytes) == settled)
    }
  }

  @Test("A damaged file is as if it were not there")
  func damage() {
    let bytes = ReuseManifest.bytes(of: files)
    for end in 0..<bytes.count where ReuseManifest.read(Array(bytes[..<end])) != [:] {
      Issue.record("the first \(end) bytes were read")
    }
    var random = SplitMix64(seed: 2)
    for _ in 0..<200 {
      var changed = bytes
      changed[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
      #expect(ReuseManifest.read(changed) == [:])
    }
  }

  @Test("No bytes lead the reader beyond their end")
  func reader() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2_000 {
      let bytes = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next() | random.next()) }
      _ = CachedPage(bytes)
      var reader = KeyReader(bytes[...])
      while !reader.isAtEnd, reader.integer() != nil {}
    }
  }
}
