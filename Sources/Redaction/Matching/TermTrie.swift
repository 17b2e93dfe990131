/// Terms by their letters, so that a text is searched for thousands of them at once.
struct TermTrie: Sendable {
  private struct Node: Sendable {
    var letters: [UInt32: Int] = [:]
    /// The node after a gap.
    var gap: Int?
    /// The term that ends here, as an index of ``terms``: the closed one and the one that continues to the end of a word.
    var closed: Int?
    var open: Int?
  }

  /// The most characters of a gap between two words of a phrase.
  private static let gapLimit = 16
  /// The most marks and invisible characters between two letters of a word.
  private static let softLimit = 64

  private var nodes = [Node()]
  private(set) var terms: [Term] = []

  /// True if there are no terms.
  var isEmpty: Bool { terms.isEmpty }

  /// Adds a term. Of two with equal letters, the first counts.
  mutating func add(_ term: Term) {
    var node = 0
    for letter in term.letters {
      if let known = letter.map({ nodes[node].letters[$0] }) ?? nodes[node].gap {
        node = known
        continue
      }
      nodes.append(Node())
      let next = nodes.count - 1
      if let letter { nodes[node].letters[letter] = next } else { nodes[node].gap = next }
      node = next
    }
    terms.append(term)
    if term.endsOpen {
      nodes[node].open = nodes[node].open ?? terms.count - 1
    } else {
      nodes[node].closed = nodes[node].closed ?? terms.count - 1
    }
  }

  /// A term found in a text.
  struct Found {
    var term: Int
    /// The index of the unit after the last one.
    var end: Int
  }

  /// Returns the longest term that begins with the unit at `start`, or nil.
  func longest(in text: ComparedText, at start: Int) -> Found? {
    var best: Found?
    search(0, text, start, &best)
    return best
  }

  private func search(_ number: Int, _ text: ComparedText, _ position: Int, _ best: inout Found?) {
    let node = nodes[number]
    if let closed = node.closed, text.isEnd(position), position > best?.end ?? 0 {
      best = Found(term: closed, end: position)
    }
    if let open = node.open {
      var end = position
      while !text.isEnd(end) { end += 1 }
      if end > best?.end ?? 0 { best = Found(term: open, end: end) }
    }
    let units = text.units
    if let gap = node.gap {
      var end = position
      while end < units.count, end - position < Self.gapLimit,
        units[end].kind == .gap || units[end].kind == .soft
      {
        end += 1
      }
      search(gap, text, end, &best)
    }
    guard !node.letters.isEmpty else { return }
    var next = position
    // Not before the first letter, because the match begins there.
    while number != 0, next < units.count, units[next].kind == .soft, next - position < Self.softLimit {
      next += 1
    }
    guard next < units.count, let child = node.letters[units[next].scalar] else { return }
    search(child, text, next + 1, &best)
  }
}
