internal import FoundationEssentials
internal import Frames
internal import ICU

/// All faces that may be used: the bundled ones, and those in folders for what the bundled ones lack.
///
/// Folders are looked into only when a character is missing, and always in the order of file names.
public final class FontCatalog: Sendable {
  /// Where Debian's Noto packages put their fonts.
  public static let systemFolders = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"]

  let bundled: [FontSource]
  private let folders: [String]

  /// Faces by slot, and folders to fall back on, earlier ones first. A folder that does not exist is skipped.
  public init(bundled: [FontSource], folders: [String]) {
    (self.bundled, self.folders) = (bundled, folders)
  }

  /// Cuts the faces down to what the texts of an export need.
  public func makeFontSet(for survey: TextSurvey, locale: String) throws(FontError) -> FontSet {
    var builder = FontSetBuilder(catalog: self, survey: survey, locale: locale)
    return try builder.build()
  }

  /// The fonts in the folders and theirs, by name.
  func candidates() -> [FontCandidate] {
    var result: [FontCandidate] = []
    for (place, folder) in folders.enumerated() {
      let found = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      for file in found.sorted(by: { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }) {
        guard var candidate = FontCandidate(path: folder + "/" + file, folder: place) else { continue }
        result.append(candidate)
        // Of a collection for East Asian languages the language chooses the face, of any other the characters.
        guard candidate.hasSeveralFaces, !candidate.isCollection else { continue }
        for index in 1..<max(1, FontFile.faceCount(path: candidate.path)) {
          candidate.index = index
          result.append(candidate)
        }
      }
    }
    return result
  }

  /// A font with coloured emoji, the first by name.
  func emojiFont(among candidates: [FontCandidate]) -> FontFile? {
    let named = candidates.first { $0.family.contains("coloremoji") }
    return named.flatMap { FontFile(path: $0.path) }
  }
}
