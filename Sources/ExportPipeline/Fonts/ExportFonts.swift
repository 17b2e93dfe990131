import Digests
import Fonts
import Frames
import Reuse

/// The faces of an export, with the digests that identify their files.
///
/// Only shared files depend on ``set``: pages depend on ``available``.
struct ExportFonts: Sendable {
  let set: FontSet
  /// SHA-256 of each face's subset.
  let digests: [String]
  /// The identity of the fonts that the faces were chosen from (``AvailableFonts/identity``): all that a page depends on.
  let available: String
  /// The record for the next export, or nil if the fonts cannot be recognised then.
  let kept: CachedFonts?
  /// True if the site that is replaced was made with these faces.
  let isKnown: Bool

  /// Loads the faces for laying out text: the earlier site's are only subset when the first text has changed.
  func load() throws {
    try set.load { face, subset in SHA256.hexDigest(of: subset.span) == digests[Int(face.id.index)] }
  }
}
