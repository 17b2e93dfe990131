import Frames
import MediaProbe
import SearchIndex
import SiteWriter
import TestSupport
import Testing

@testable import Digests
@testable import ExportPipeline

/// Row 2: what is noted of rows.
@Suite struct KeptRowsTests {
  private static func marks() -> [RowMark] {
    (0..<256).compactMap { number in
      var outline = RowOutline(
        height: LayoutUnit(px: number * 65_000), wideHeight: LayoutUnit(px: number * 64_000))
      (outline.isInIncoming, outline.isInOutgoing) = (number & 1 > 0, number & 2 > 0)
      outline.hasFolds = number & 4 > 0
      return RowMark(outline, SearchableKinds(rawValue: UInt8(number >> 3)))
    }
  }

  @Test("A mark has the outline and the kinds that it was made of")
  func marks() {
    let marks = Self.marks()
    #expect(marks.count == 256)
    #expect(marks.count == 1 << (3 + SearchableKinds.count), "a mark has room for all kinds")
    for (number, mark) in marks.enumerated() {
      #expect(mark.outline.height == LayoutUnit(px: number * 65_000))
      #expect(RowMark(mark.outline, mark.kinds) == mark)
      #expect(mark.kinds.rawValue == UInt8(number >> 3) && mark.outline.hasFolds == (number & 4 > 0))
    }
    for raw in [-64, 1, 63] {
      #expect(RowMark(RowOutline(height: LayoutUnit(raw: Int32(raw)), wideHeight: .zero), []) == nil)
    }
    for raw in [0, UInt64.max, 0x8000_0000] { _ = RowMark(rawValue: raw).outline }
  }

  @Test("Notes are read as they were written; others are none")
  func roundTrip() {
    let marks = Self.marks()
    let keys = marks.indices.map { ShortDigest(first: UInt64($0) << 56 | 7, second: .max - UInt64($0)) }
    let rows = KeptRows(
      shared: "a", start: 4_000, keys: keys, marks: marks, ids: [0, 1, 0x0102_0304, .max])
    #expect(KeptRows(rows.bytes[...]) == rows)
    #expect(KeptRows.ids(in: rows.bytes[...]) == rows.ids)
    #expect(KeptRows.ids(in: []) == nil)
    #expect(KeptRows([]) == nil)
    #expect(KeptRows(KeptRows(shared: "", start: 0, keys: keys, marks: [], ids: []).bytes[...]) == nil)
    let bytes = rows.bytes
    for end in bytes.indices where KeptRows(bytes[..<end]) != nil {
      Issue.record("the first \(end) bytes were read")
    }
    var random = SplitMix64(seed: 4)
    for _ in 0..<500 {
      var changed = bytes
      for _ in 0..<3 { changed[random.below(40)] = UInt8(truncatingIfNeeded: random.next()) }
      _ = KeptRows(changed[...])
    }
  }

  @Test("Digests of what comes one after the other are those of each alone")
  func digests() {
    var digester = ShortDigester()
    for text in ["", "abc", String(repeating: "a", count: 1000), "abc"] {
      let bytes = Array(text.utf8)
      let digest = digester.digest(of: bytes.span)
      let whole = MediaFile.sha256(of: bytes)
      let numbers = [digest.first, digest.second].map { number in
        let digits = String(number.byteSwapped, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }
      #expect(numbers.joined() == whole.prefix(32))
    }
  }
}
