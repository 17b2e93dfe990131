import Digests
import Fonts
import Frames
import Reuse

/// The faces of an export, with the digests that identify their files.
///
/// Only shared files depend on ``set``: pages depend on ``available``.
struct ExportFonts: Sendable {
  let set: FontSet
  /// SHA-256 of each face's subset in the site; nil for a face that only hidden words have.
  let digests: [String?]
  /// The faces without the characters that only hidden words have, for the site; nil if it is ``set``.
  var published: FontSet?
  /// The identity of the fonts that the faces were chosen from (``AvailableFonts/identity``): all that a page depends on.
  let available: String
  /// The record for the next export, or nil if the fonts cannot be recognised then.
  let kept: CachedFonts?
  /// True if the site that is replaced was made with these faces.
  let isKnown: Bool

  /// The faces of the site, with its emoji.
  var shown: FontSet { published ?? set }

  /// Returns the bytes of a face's font file in the site; empty for a face that the site does not have.
  func file(of face: ExportFace) -> [UInt8] {
    shown.faces.first { $0.className == face.className }.map { shown.subset(of: $0) } ?? []
  }

  /// Loads the faces for laying out text: the earlier site's are only subset when the first text has changed.
  func load() throws {
    try set.load { face, subset in SHA256.hexDigest(of: subset.span) == digests[Int(face.id.index)] }
  }
}
