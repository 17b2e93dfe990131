import SearchIndex
import Synchronization

/// Which messages of the pages of the site that is replaced have which terms, read a group of pages at a time.
final class EarlierRowTerms: Sendable {
  /// What is known of a page: nil when the index does not tell of it.
  struct Page {
    var inRows: [UInt8]?
  }

  private let keeper: SiteKeeper
  private let name: String
  private let pages: Int
  /// The groups that were read last: workers go through the pages in order, a few pages apart.
  private let read = Mutex<[(group: Int, pages: [Page])]>([])
  private static let mostGroups = 3

  /// Those of the conversation with this folder, which has so many pages.
  init(of name: String, pages: Int, in keeper: SiteKeeper) {
    (self.name, self.pages, self.keeper) = (name, pages, keeper)
  }

  /// What is known of a page, counted from 1; nil when the files are not as they were written.
  func page(_ number: Int) -> Page? {
    guard number >= 1, number <= pages else { return nil }
    let group = (number - 1) / RowTermFiles.pages
    return read.withLock { read in
      let found: [Page]
      if let place = read.firstIndex(where: { $0.group == group }) {
        found = read[place].pages
      } else {
        found = self.pages(ofGroup: group)
        if read.count == Self.mostGroups { read.removeFirst() }
        read.append((group, found))
      }
      let place = number - 1 - group * RowTermFiles.pages
      return found.indices.contains(place) ? found[place] : nil
    }
  }

  /// The group's pages; none when something is wrong.
  private func pages(ofGroup group: Int) -> [Page] {
    let paths = RowTermFiles.names(ofGroup: group, pages: pages).map { "\(name)/map/\($0)" }
    // Of pages with too many messages nothing is told.
    if !paths.contains(where: keeper.knows) {
      return Array(repeating: Page(inRows: nil), count: RowTermFiles.pages)
    }
    let files = paths.compactMap { keeper.bytes(of: $0) }
    guard files.count == paths.count else { return [] }
    return RowTermFiles.read(files, group: group, pages: pages)?.map { Page(inRows: $0) } ?? []
  }
}
