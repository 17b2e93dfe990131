/// A kind of content that searches can ask for.
///
/// Its terms are in lower case, so they cannot collide with folded text, which is in upper case.
enum ContentKind: String, CaseIterable {
  case link, photo, video, audio, file

  /// Its packed terms: its name, and `attachment` unless it is a link.
  var terms: [[UInt64]] {
    (self == .link ? [rawValue] : [rawValue, "attachment"]).map { PackedTerm.of(Array($0.utf8).span) }
  }
}
