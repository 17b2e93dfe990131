import Frames
import TestSupport
import Testing

@Suite struct GeometryTests {
  @Test("Row 14: the mirror of the mirror is the identity, and x' = W − x − w")
  func mirror() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<1_000 {
      let rect = Rect(
        x: LayoutUnit(raw: Int32(random.below(20_000))), y: LayoutUnit(raw: Int32(random.below(20_000))),
        width: LayoutUnit(raw: Int32(random.below(20_000))),
        height: LayoutUnit(raw: Int32(random.below(20_000))))
      let mirrored = rect.mirrored(in: 390)
      #expect(mirrored.minX == LayoutUnit(px: 390) - rect.minX - rect.width)
      #expect(mirrored.mirrored(in: 390) == rect)
    }
  }

  @Test(
    "Row 13: radii that do not fit a side are scaled down together",
    arguments: [(10, 100), (100, 10), (36, 36), (1, 1)])
  func radii(width: Int, height: Int) {
    let size = Size(width: LayoutUnit(px: width), height: LayoutUnit(px: height))
    let fitted = CornerRadii(topLeft: 18, topRight: 18, bottomLeft: 5, bottomRight: 18).fitted(to: size)
    #expect(fitted.topLeft + fitted.topRight <= size.width)
    #expect(fitted.bottomLeft + fitted.bottomRight <= size.width)
    #expect(fitted.topLeft + fitted.bottomLeft <= size.height)
    #expect(fitted.topRight + fitted.bottomRight <= size.height)
  }

  @Test("Lengths print with the digits of 1/64 px and no more")
  func dumpedLengths() {
    let dump = FrameDumpProbe.px
    #expect(dump(LayoutUnit(raw: 64)) == "1")
    #expect(dump(LayoutUnit(raw: 1)) == "0.016")
    #expect(dump(LayoutUnit(raw: -96)) == "-1.5")
  }
}

/// The dump of a row of one box, to read a length from.
enum FrameDumpProbe {
  static func px(_ length: LayoutUnit) -> String {
    var dump = FrameDump()
    dump.add(
      Row(
        kind: .day(date: "", before: 0),
        frame: Frame(
          size: .zero,
          items: [
            FrameItem(
              ItemID(.rule), Rect(x: length, y: .zero, width: .zero, height: .zero),
              .box(.rule, radius: .zero))
          ])), page: 1, y: 0)
    let line = dump.text.split(separator: "\n")[1]
    return String(line.split(separator: "(")[1].split(separator: ",")[0])
  }
}
