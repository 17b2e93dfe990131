import Digests
import Storage
import TestSupport
import Testing

@testable import Reuse

@Suite struct ReuseTests {
  private let files = (1...40).map { number in
    CachedFile(
      path: "chat/\(number).html", key: "k\(number)", size: number * 1000,
      checksum: Checksum(low: UInt64(number), high: .max - UInt64(number)))
  }

  private var page: CachedPage {
    var page = CachedPage()
    (page.content, page.key) = (ShortDigest(first: 1, second: .max), ShortDigest(first: 0, second: 7))
    page.lookups = [.file("a/ü.png"), .message("m👍"), .months(first: -3, last: 2026)]
    (page.size, page.checksum, page.sha256) = (9, Checksum(low: 3, high: .max), "5f")
    (page.height, page.exactHeight, page.wideHeight, page.rows) = (-1, .max, .min, 5)
    (page.opened, page.wideOpened) = (.max, -7)
    (page.dates, page.days) = ("5 May", [.init(day: -3, firstIndex: 0), .init(day: .max, firstIndex: 9)])
    (page.ids, page.gallery, page.terms) = ([0, .max, 0x0102_0304], [1, 2, 0], [7])
    return page
  }

  @Test("The manifest gives back its files, whatever order they came in")
  func manifest() {
    let bytes = ReuseManifest.bytes(of: files)
    #expect(ReuseManifest.bytes(of: files.reversed()) == bytes)
    #expect(ReuseManifest.read(bytes) == Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) }))
  }

  @Test("A damaged manifest has no files")
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

  @Test("A page's record is read as it was written, and no part of one is")
  func record() {
    #expect(CachedPage(page.bytes[...]) == page)
    #expect(CachedPage(CachedPage().bytes[...]) == CachedPage())
    let bytes = page.bytes
    for end in bytes.indices where CachedPage(bytes[..<end]) != nil {
      Issue.record("the first \(end) bytes were read")
    }
    #expect(CachedPage((bytes + [0])[...]) == nil)
  }

  @Test("No bytes lead the decoder beyond their end")
  func decoder() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2_000 {
      let bytes = (0..<random.below(80)).map { _ in UInt8(truncatingIfNeeded: random.next() & random.next()) }
      _ = CachedPage(bytes[...])
      var decoder = StableDecoder(bytes[...])
      _ = decoder.numbers()
      while !decoder.isAtEnd, decoder.integer() != nil {}
    }
    for _ in 0..<500 {
      var changed = page.bytes
      for _ in 0..<3 { changed[random.below(changed.count)] = UInt8(truncatingIfNeeded: random.next()) }
      _ = CachedPage(changed[...])
    }
  }

  @Test("Two sequences of values never have the same bytes")
  func encoder() {
    func encoded(_ add: (inout StableEncoder) -> Void) -> [UInt8] {
      var encoder = StableEncoder()
      add(&encoder)
      return encoder.bytes
    }
    let all = [
      encoded {
        $0.add("ab"); $0.add("c")
      },
      encoded {
        $0.add("a"); $0.add("bc")
      }, encoded { $0.add("abc") },
      encoded {
        $0.add(String?.none); $0.add("abc")
      }, encoded { $0.add(String?.some("abc")) },
      encoded { $0.add(1) }, encoded { $0.add(-1) }, encoded { $0.add(128) }, encoded { $0.add(Int.min) },
    ]
    #expect(Set(all).count == all.count)
  }

  @Test("This program has an identity, and it is always the same")
  func program() {
    #expect(ProgramIdentity.current?.utf8.count == 64)
    #expect(ProgramIdentity.current == ProgramIdentity.current)
  }
}
