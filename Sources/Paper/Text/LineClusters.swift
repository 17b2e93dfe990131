import TextLayout

/// The clusters of a line in reading order: glyphs that are a text together.
struct LineClusters: IteratorProtocol {
  /// A cluster with its text.
  struct Cluster {
    /// The index of its piece.
    var piece: Int
    /// Its glyphs.
    var glyphs: Range<Int>
    /// The bytes of its text, with the joiners after it.
    var text: Range<Int>
    /// True if the bytes have marks of direction, which are left out: the positions of glyphs replace them.
    var hasInvisible = false
  }

  private let line: GlyphLine
  private var piece = 0
  private var glyph = 0

  init(_ line: GlyphLine) { self.line = line }

  /// Returns the next cluster, or an emoji or tab, which have no glyphs. Clusters that show nothing belong to the one before.
  mutating func next() -> Cluster? {
    while piece < line.pieces.count {
      let current = line.pieces[piece]
      if current.glyphs.isEmpty {
        defer { piece += 1 }
        switch current.kind {
        case .emoji, .tab:
          return extended(Cluster(piece: piece, glyphs: glyph..<glyph, text: current.range), from: piece + 1)
        case .letters, .missing: continue
        }
      }
      glyph = max(glyph, current.glyphs.lowerBound)
      guard glyph < current.glyphs.upperBound else {
        piece += 1
        continue
      }
      let start = glyph
      let first = line.glyphs[start]
      glyph += 1
      while glyph < current.glyphs.upperBound, line.glyphs[glyph].start == first.start { glyph += 1 }
      if first.isInvisible { continue }
      let cluster = Cluster(
        piece: piece, glyphs: start..<glyph, text: first.start..<max(first.start, first.end))
      return extended(cluster, from: glyph < current.glyphs.upperBound ? piece : piece + 1)
    }
    return nil
  }

  /// Returns a cluster with the text of the invisible glyphs after it.
  private func extended(_ cluster: Cluster, from firstPiece: Int) -> Cluster {
    var cluster = cluster
    var (at, next) = (firstPiece, glyph)
    while at < line.pieces.count {
      let range = line.pieces[at].glyphs
      next = max(next, range.lowerBound)
      guard !range.isEmpty else { return cluster }
      while next < range.upperBound {
        guard line.glyphs[next].isInvisible, line.glyphs[next].start == cluster.text.upperBound else {
          return cluster
        }
        cluster.text = cluster.text.lowerBound..<max(cluster.text.upperBound, line.glyphs[next].end)
        cluster.hasInvisible = true
        next += 1
      }
      at += 1
    }
    return cluster
  }
}

extension Unicode.Scalar {
  /// True for characters that only arrange others by direction.
  var isDirectionMark: Bool {
    switch value {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: true
    default: false
    }
  }
}
