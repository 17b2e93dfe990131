/// What a message can bring besides words, as it can be asked for.
///
/// Their terms are in lower case, which no folded text has.
enum ContentKind: String, CaseIterable {
  case link, photo, video, audio, file

  /// The groups of its terms: its own, and that of anything but a link.
  var terms: [[UInt64]] {
    (self == .link ? [rawValue] : [rawValue, "attachment"]).map { PackedTerm.of(Array($0.utf8).span) }
  }
}
