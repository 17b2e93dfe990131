import SearchIndex
import Synchronization

/// Which messages of the pages of the site that is replaced have which terms, in files for groups of pages: taken over a
/// group at a time, or read where pages of it have changed.
final class EarlierRowTerms: Sendable {
  /// What is known of a page: nil when the index does not tell of it.
  struct Page {
    var inRows: [UInt8]?
  }

  private let keeper: ReusableFiles
  private let name: String
  private let pages: Int
  private let pagesNow: Int
  /// The groups whose files were to be taken over, and whether they are in their place.
  private let inPlace = Mutex<[Int: Bool]>([:])
  /// The groups that were read last: workers go through the pages in order, a few pages apart.
  private let read = Mutex<[(group: Int, pages: [Page])]>([])
  private static let mostGroups = 3

  /// Those of the conversation with this folder, which has so many pages, and will have so many.
  init(of name: String, pages: Int, pagesNow: Int, in keeper: ReusableFiles) {
    (self.name, self.pages, self.pagesNow, self.keeper) = (name, pages, pagesNow, keeper)
  }

  /// Whether the files that tell of a page, counted from 1, are in their place: taken over, if they are as they were
  /// written, and their group has as many pages as before.
  func isInPlace(_ number: Int) throws -> Bool {
    guard number >= 1, number <= pages else { return false }
    let group = (number - 1) / RowTermFiles.pages
    let end = (group + 1) * RowTermFiles.pages
    guard min(pages, end) == min(pagesNow, end) else { return false }
    let files = RowTermFiles.names(ofGroup: group, pages: pages)
    return try inPlace.withLock { known in
      if let isKept = known[group] { return isKept }
      var isKept = true
      for file in files where isKept {
        let file = keeper.known("\(name)/map/\(file)")
        isKept = try file.map(keeper.keep) ?? false
      }
      known[group] = isKept
      return isKept
    }
  }

  /// What was told of a page whose files are in place.
  func told(_ number: Int) throws -> [UInt8]? {
    guard let page = page(number) else {
      throw ExportError.output(
        "\(name) in the site that is replaced was changed while it was read; run the export again")
    }
    return page.inRows
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
