import Digests
import Frames
import TextLayout

/// The faces of an export, with what tells their files from others.
///
/// Only shared files depend on ``set``: pages depend on ``available``.
struct ExportFonts: Sendable {
  let set: FontSet
  /// SHA-256 of each face's subset.
  let digests: [String]
  /// The identity of the fonts that the faces were chosen from (``AvailableFonts/identity``): all that a page depends on.
  let available: String
  /// What the next export is told of them; nil where they cannot be known again.
  let kept: CachedFonts?
  /// Whether the site that is replaced was made with the same.
  let isKnown: Bool

  /// Has the faces there that text is laid out with: those of the earlier site are cut when the first text changed.
  func load() throws {
    try set.load { face, subset in SHA256.hexDigest(of: subset.span) == digests[Int(face.id.index)] }
  }
}
