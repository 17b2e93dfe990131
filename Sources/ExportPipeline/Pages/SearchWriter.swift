import SearchIndex
internal import SiteFiles
import SiteWriter

/// Writes a conversation's search index into its folder, and notes what the next export reads of it.
struct SearchWriter: Sendable {
  private let place: Place
  private var index = SearchIndex()
  private var files: [KeptFile] = []

  private struct Place {
    let name: String
    let folder: OutputFolder
    let keeper: ReusableFiles
    let earlier: EarlierRowTerms

    /// Lets `body` write files, and notes those that the next export reads.
    func noting(
      _ files: inout [KeptFile],
      _ body: (RowTermFiles.Earlier, (String, [UInt8]) throws -> Void) throws -> Void
    ) throws {
      var kept: [KeptFile] = []
      let earlier = RowTermFiles.Earlier(told: earlier.told) { file in
        if let file = keeper.known("\(name)/map/\(file)") { kept.append(file) }
      }
      try body(earlier) { file, bytes in
        let path = "\(name)/map/\(file)"
        if CachedPages.wants(file) {
          files.append(try keeper.write(bytes, to: path))
        } else {
          try folder.write(path, bytes)
        }
      }
      files += kept
    }
  }

  init(name: String, folder: OutputFolder, keeper: ReusableFiles, earlier: EarlierRowTerms) {
    place = Place(name: name, folder: folder, keeper: keeper, earlier: earlier)
  }

  /// Adds the terms of the next page.
  mutating func add(_ terms: PageTerms, number: Int) throws {
    let place = place
    try place.noting(&files) { try index.add(terms, number: number, earlier: $0, $1) }
  }

  /// Writes what is not written yet and gives what the next export reads; nothing where there shall be no index.
  consuming func finish(isWanted: Bool) throws -> [KeptFile] {
    guard isWanted else { return [] }
    var files = files
    let place = place
    try place.noting(&files) { try index.write(earlier: $0, $1) }
    return files
  }
}
