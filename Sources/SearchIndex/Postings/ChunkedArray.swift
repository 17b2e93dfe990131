/// An array in chunks of 8,192 elements: it grows without copying, and wastes at most one chunk.
struct ChunkedArray<Element> {
  private static var bits: Int { 13 }
  private static var mask: Int { 1 << bits - 1 }

  private var chunks: [[Element]] = []
  private(set) var count = 0

  init() {}

  mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      var chunk: [Element] = []
      // The first chunk grows as needed, so small arrays stay small.
      if count > 0 { chunk.reserveCapacity(1 << Self.bits) }
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  subscript(index: Int) -> Element {
    get { chunks[index >> Self.bits][index & Self.mask] }
    _modify { yield &chunks[index >> Self.bits][index & Self.mask] }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}
