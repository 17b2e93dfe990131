import Fonts
import Frames
import TestSupport
import Testing

@testable import Reuse

@Suite struct CachedFontsTests {
  private static func set(_ ranges: ClosedRange<UInt32>...) -> ScalarSet {
    var set = ScalarSet()
    for range in ranges { set.insert(range) }
    return set
  }

  private let fonts = CachedFonts(
    key: "a key", digests: ["0a", "f9"].map { String(repeating: $0, count: 32) },
    record: FontRecord(
      faces: [
        FontRecord.Face(
          file: -1, index: 0, slot: 0, name: "Ä.otf", className: "f0", isKerned: true,
          keeps: set(0...0x7E, 0x10FFFF...0x10FFFF),
          coverage: set(0x20...0x7E), postScriptName: "A-Regular", unitsPerEm: 2816, size: 12_345),
        FontRecord.Face(
          file: 7, index: 3, slot: 2, name: "b.ttc", className: "f-jp", isKerned: false, keeps: ScalarSet(),
          coverage: set(0x4E00...0x4E00, 0x4E02...0x4E0F), postScriptName: "", unitsPerEm: 1000, size: 1),
      ],
      slotFaces: [0, 0, 1, 0, 0],
      choices: [
        [],
        [FontRecord.FaceRun(count: 3, face: 1), FontRecord.FaceRun(count: 1, face: FontRecord.FaceRun.none)],
        [],
      ],
      missing: set(0xE000...0xE001),
      emoji: [ExportEmoji(text: "🔥", hasPicture: true), ExportEmoji(text: "🫪", hasPicture: false)]))

  @Test("What is written is read again")
  func roundTrip() {
    #expect(CachedFonts(fonts.bytes) == fonts)
    #expect(
      CachedFonts(
        CachedFonts(
          key: "", digests: [],
          record: FontRecord(
            faces: [], slotFaces: [], choices: [], missing: ScalarSet(), emoji: [])
        ).bytes) != nil)
  }

  @Test("What would be part of a file's name is nothing but a digest")
  func digests() {
    for digest in ["", "../../..", String(repeating: "G", count: 64), String(repeating: "é", count: 32)] {
      var other = fonts
      other.digests[1] = digest
      #expect(CachedFonts(other.bytes) == nil)
    }
  }

  @Test("What is cut short or goes on is no record, and no bytes lead beyond their end")
  func damage() {
    let bytes = fonts.bytes
    for end in 0..<bytes.count { #expect(CachedFonts(Array(bytes[..<end])) == nil) }
    #expect(CachedFonts(bytes + [0]) == nil)
    var random = SplitMix64(seed: 5)
    for _ in 0..<4_000 {
      var changed = bytes
      for _ in 0..<1 + random.below(3) { changed[random.below(bytes.count)] = UInt8(random.below(256)) }
      _ = CachedFonts(changed)
    }
  }
}
