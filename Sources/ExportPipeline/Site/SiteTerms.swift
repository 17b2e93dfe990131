import Reuse
import SearchIndex
import SiteFiles
import Synchronization

/// The terms of all conversations of a site, for the search of all.
///
/// Conversations are written several at a time and finish in any order. The index takes them in theirs, so the number of jobs never
/// shows in the bytes: pages wait until all conversations before theirs are finished. A conversation of many pages is written
/// alone (``SiteBuilder``), so only pages of short ones wait.
final class SiteTerms: Sendable {
  /// The folder of the index's files in a site. No conversation can have it.
  private static let folder = "assets/search"

  private struct State {
    var index = SiteIndex()
    /// The conversation whose pages are added at once, from 0.
    var next = 0
    var waiting: [Int: [PageTerms]] = [:]
    var finished: Set<Int> = []
  }
  private let state = Mutex(State())

  /// Adds a page of conversation `number`, from 0.
  func add(_ page: PageTerms, of number: Int) {
    state.withLock { state in
      if number == state.next {
        state.index.add(page, conversation: number + 1)
      } else {
        state.waiting[number, default: []].append(page)
      }
    }
  }

  /// Ends conversation `number`, which has all its pages.
  func finish(_ number: Int) {
    state.withLock { state in
      state.finished.insert(number)
      while state.finished.remove(state.next) != nil {
        state.next += 1
        for page in state.waiting.removeValue(forKey: state.next) ?? [] {
          state.index.add(page, conversation: state.next + 1)
        }
      }
    }
  }

  /// Writes the index. `order` has the numbers of the conversations in the order of the site's list. Returns the files.
  func write(order: [Int], to files: ReusableFiles) throws -> [CachedFile] {
    var positions = [Int](repeating: 0, count: order.count)
    for (position, number) in order.enumerated() { positions[number] = position + 1 }
    var written: [CachedFile] = []
    try state.withLock { state in
      var index = state.index
      state.index = SiteIndex()
      try index.write(positions: positions) {
        written.append(try files.write($1, to: "\(Self.folder)/\($0)"))
      }
    }
    return written
  }
}
