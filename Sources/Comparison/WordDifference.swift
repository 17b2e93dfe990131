import Digests
import ICU
import SiteReading

/// The difference of two texts in words (UAX #29).
struct WordDifference {
  typealias Piece = Change.Words

  /// The parts in order; of two parts at one position the old one is first.
  let pieces: [Piece]

  /// The most pairs of words in a gap that are compared with each other.
  private static let gapLimit = 40_000

  /// The most bytes of a text whose words are compared; of a longer one only its beginning is kept.
  private static let textLimit = 1 << 18

  /// Returns a text, or the beginning of one that is too long to be kept.
  static func kept(_ text: String) -> String {
    text.utf8.count > textLimit ? text.prefix(4_000) + "…" : text
  }

  init(_ old: String, _ new: String) {
    if old.utf8.count > Self.textLimit || new.utf8.count > Self.textLimit {
      pieces = [Piece(side: .old, text: Self.kept(old)), Piece(side: .new, text: Self.kept(new))]
      return
    }
    let boundaries = TextBoundaries(.word, locale: "")
    let (words, others) = (Self.words(old, boundaries), Self.words(new, boundaries))
    let pairs = Self.pairs(words.map(Self.hash), others.map(Self.hash))
    var pieces: [Piece] = []
    func add(_ side: Piece.Side, _ text: some Sequence<String>) {
      let text = text.joined()
      guard !text.isEmpty else { return }
      if pieces.last?.side == side {
        pieces[pieces.count - 1].text += text
      } else {
        pieces.append(Piece(side: side, text: text))
      }
    }
    var next = (old: 0, new: 0)
    for pair in pairs + [(words.count, others.count)] {
      add(.old, words[next.old..<pair.old])
      add(.new, others[next.new..<pair.new])
      if pair.old < words.count { add(.both, [words[pair.old]]) }
      next = (pair.old + 1, pair.new + 1)
    }
    self.pieces = Self.joined(pieces)
  }

  private static func words(_ text: String, _ boundaries: TextBoundaries) -> [String] {
    let units = Array(text.utf16)
    var ends: [Int32] = []
    boundaries.find(in: units, into: &ends)
    var (words, start): ([String], Int) = ([], 0)
    for end in ends {
      words.append(String(decoding: units[start..<Int(end)], as: UTF16.self))
      start = Int(end)
    }
    if start < units.count { words.append(String(decoding: units[start...], as: UTF16.self)) }
    return words
  }

  private static func hash(_ word: String) -> UInt64 {
    let bytes = Array(word.utf8)
    return Checksum(of: bytes.span).low
  }

  /// Returns the indices of equal words. Short gaps that anchors leave are compared word by word.
  private static func pairs(_ old: [UInt64], _ new: [UInt64]) -> [(old: Int, new: Int)] {
    var result: [(old: Int, new: Int)] = []
    var next = (old: 0, new: 0)
    for pair in SequenceAlignment(old, new).pairs + [(old.count, new.count)] {
      let (gap, gapNew) = (next.old..<pair.old, next.new..<pair.new)
      if !gap.isEmpty, !gapNew.isEmpty, gap.count <= gapLimit / gapNew.count {
        result += longestCommon(Array(old[gap]), Array(new[gapNew])).map {
          (gap.lowerBound + $0.old, gapNew.lowerBound + $0.new)
        }
      }
      if pair.old < old.count { result.append(pair) }
      next = (pair.old + 1, pair.new + 1)
    }
    return result
  }

  /// Returns the longest common subsequence by dynamic programming.
  private static func longestCommon(_ old: [UInt64], _ new: [UInt64]) -> [(old: Int, new: Int)] {
    let width = new.count + 1
    var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        lengths[row * width + column] =
          old[row] == new[column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var (row, column) = (0, 0)
    var pairs: [(old: Int, new: Int)] = []
    while row < old.count, column < new.count {
      if old[row] == new[column] {
        pairs.append((row, column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  /// Makes one change of changes that only white space separates: "for five" and not "for" and "five".
  private static func joined(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    var (old, new) = ("", "")
    func flush() {
      if !old.isEmpty { result.append(Piece(side: .old, text: old)) }
      if !new.isEmpty { result.append(Piece(side: .new, text: new)) }
      (old, new) = ("", "")
    }
    for (index, piece) in pieces.enumerated() {
      switch piece.side {
      case .old: old += piece.text
      case .new: new += piece.text
      case .both:
        let isBetween =
          !old.isEmpty && !new.isEmpty && index + 1 < pieces.count && piece.text.allSatisfy(\.isWhitespace)
        if isBetween {
          old += piece.text
          new += piece.text
        } else {
          flush()
          result.append(piece)
        }
      }
    }
    flush()
    return result
  }
}
