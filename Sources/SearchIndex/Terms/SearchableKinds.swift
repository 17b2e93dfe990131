/// What a row brings besides words: links, pictures, recordings, files.
public struct SearchableKinds: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// How many kinds there are.
  public static let count = ContentKind.allCases.count

  init(_ kind: ContentKind) {
    rawValue =
      switch kind {
      case .link: 1
      case .photo: 2
      case .video: 4
      case .audio: 8
      case .file: 16
      }
  }

  func each(_ body: (ContentKind) -> Void) {
    for kind in ContentKind.allCases where contains(SearchableKinds(kind)) { body(kind) }
  }
}

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
