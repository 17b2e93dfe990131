import Digests
import Fonts
import Frames
import Reuse

/// The faces of an export, with what tells their files from others.
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
  /// Indicates whether the site that is replaced was made with these faces.
  let isKnown: Bool

  /// Has the faces there that text is laid out with: those of the earlier site are cut when the first text changed.
  func load() throws {
    try set.load { face, subset in SHA256.hexDigest(of: subset.span) == digests[Int(face.id.index)] }
  }
}
