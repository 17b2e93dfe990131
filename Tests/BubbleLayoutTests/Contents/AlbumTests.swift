import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

@Suite struct AlbumTests {
  private func album(_ sizes: [(Int?, Int?)], caption: String = "") throws -> Row {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let content = MessageContent.media(
      sizes.map { _ in Attachment(kind: .image, path: "a.png") },
      caption: MessageText(caption, markup: .plain))
    let media = sizes.map {
      MediaPlacement(path: "media/a.png", isInlineImage: true, width: $0.0, height: $0.1)
    }
    return try #require(TestLayout.row(layouter, TestLayout.input(content, media: media)))
  }

  private func cells(_ row: Row) -> [Rect] { row.frame.items.filter { $0.id.role == .image }.map(\.rect) }

  @Test("However many pictures: all are shown, in order, in rows from edge to edge, none over another")
  func fills() throws {
    var random = SplitMix64(seed: 7)
    for count in 2...24 {
      let row = try album((0..<count).map { _ in (1 + random.below(4000), 1 + random.below(4000)) })
      let bubble = try #require(row.item(.bubble)).rect
      let cells = cells(row)
      #expect(cells.count == count)
      for (a, b) in zip(cells, cells.dropFirst()) {
        if a.minY == b.minY {
          #expect(b.minX == a.maxX + 2 && b.height == a.height)
        } else {
          #expect(b.minY == a.maxY + 2)
          #expect(a.maxX == bubble.maxX && b.minX == bubble.minX)
        }
      }
      #expect(cells.first?.origin == bubble.origin)
      #expect(cells.last?.maxX == bubble.maxX && cells.last?.maxY == bubble.maxY)
      #expect(cells.allSatisfy { $0.width.px >= 16 && $0.height.px >= 16 })
    }
  }

  @Test("Ratios are kept: ordinary pictures lose less than a twentieth to the grid")
  func ratios() throws {
    let sizes = [(1600, 1200), (1200, 1600), (1000, 1000), (1600, 1200), (1500, 1000)]
    for (cell, size) in zip(cells(try album(sizes)), sizes) {
      let ratio = Double(size.0) / Double(size.1)
      #expect(abs(cell.width.px / cell.height.px / ratio - 1) < 0.05)
    }
  }

  @Test("Two wide pictures lie one under the other, two tall ones side by side")
  func pairs() throws {
    let wide = cells(try album([(1600, 1000), (1600, 1000)]))
    #expect(wide[0].minX == wide[1].minX && wide[0].maxY < wide[1].minY)
    let tall = cells(try album([(1000, 1500), (1000, 1500)]))
    #expect(tall[0].minY == tall[1].minY && tall[0].maxX < tall[1].minX)
  }

  @Test("Sizes that are missing or absurd leave a picture to look at")
  func hostile() throws {
    let sizes: [(Int?, Int?)] = [(nil, nil), (.max, 1), (1, .max), (.min, -1), (0, 5), (.max, .max)]
    let cells = cells(try album(sizes))
    #expect(cells.count == sizes.count)
    #expect(cells.allSatisfy { $0.width.px >= 16 && $0.height.px >= 16 && $0.height.px < 400 })
  }

  @Test(
    "The bubble's corners clip the pictures that lie in them, and no others; a caption takes the lower two")
  func corners() throws {
    func radii(_ row: Row) -> [CornerRadii] {
      row.frame.items.compactMap { if case .image(let image) = $0.content { image.radii } else { nil } }
    }
    let square = (900, 900)
    let four = radii(try album([square, square, square, square]))
    #expect(four.map(\.topLeft) == [18, 0, 0, 0] && four.map(\.topRight) == [0, 18, 0, 0])
    #expect(four.map(\.bottomLeft) == [0, 0, 18, 0] && four.map(\.bottomRight) == [0, 0, 0, 18])
    let captioned = try album(
      [square, square, square, square], caption: "Four tiles of one wall, seen twice")
    #expect(radii(captioned).allSatisfy { $0.bottomLeft == .zero && $0.bottomRight == .zero })
    let (bubble, text) = (captioned.item(.bubble)?.rect, captioned.item(.text)?.rect)
    #expect(bubble?.width == 257)
    #expect(text.map { $0.maxX.px <= 257 + 11 } == true)
  }
}
