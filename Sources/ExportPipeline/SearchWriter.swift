import SearchIndex
import SiteWriter

/// Writes a conversation's search index into its folder, and notes what the next export reads of it.
struct SearchWriter: Sendable {
  private let place: Place
  private var index = SearchIndex()
  private var files: [KeptFile] = []

  private struct Place {
    let name: String
    let folder: OutputFolder
    let keeper: SiteKeeper

    func write(_ file: String, _ bytes: [UInt8], noting files: inout [KeptFile]) throws {
      let path = "\(name)/map/\(file)"
      if EarlierPages.wants(file) {
        files.append(try keeper.write(bytes, to: path))
      } else {
        try folder.write(path, bytes)
      }
    }
  }

  init(name: String, folder: OutputFolder, keeper: SiteKeeper) {
    place = Place(name: name, folder: folder, keeper: keeper)
  }

  /// Adds the terms of the next page.
  mutating func add(_ terms: PageTerms, number: Int) throws {
    // Taken out, as the index is at work meanwhile.
    var files: [KeptFile] = []
    swap(&files, &self.files)
    let place = place
    try index.add(terms, number: number) { try place.write($0, $1, noting: &files) }
    swap(&files, &self.files)
  }

  /// Writes what is not written yet and gives what the next export reads; nothing where there shall be no index.
  consuming func finish(isWanted: Bool) throws -> [KeptFile] {
    guard isWanted else { return [] }
    var files = files
    let place = place
    try index.write { try place.write($0, $1, noting: &files) }
    return files
  }
}
