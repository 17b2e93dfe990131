/// Host names beyond ASCII: their resolution (IDNA by UTS #46), and names made to deceive (UTS #39).
public enum HostNames {
  /// The resolved name, in ASCII; nil if it is not a valid name.
  public static func ascii(_ name: String) -> String? {
    tables.ascii(name)
  }

  /// The readable name, with letters for `xn--…`, and whether it is valid.
  public static func unicode(_ name: String) -> (name: String, isValid: Bool) {
    let (read, isValid) = tables.unicode(name)
    return (read ?? name, isValid && read != nil)
  }

  /// True if a reader may mistake the name for another one.
  ///
  /// This is so if a label mixes scripts that are not written together, or if a whole label looks like Latin letters,
  /// for example Cyrillic `аррӏе`, under a Latin top-level domain.
  public static func isDeceptive(_ name: String) -> Bool {
    guard mayBeBeyondASCII(name.utf8.span) else { return false }
    let labels = unicode(name).name.split(separator: ".")
    guard let domain = labels.last else { return false }
    let isLatinDomain = domain.utf8.allSatisfy { $0 < 0x80 }
    for label in labels where !label.utf8.allSatisfy({ $0 < 0x80 }) {
      let label = String(label)
      if tables.isMixed(label) { return true }
      guard isLatinDomain, let skeleton = tables.skeleton(of: label) else { continue }
      // `é` has a skeleton of its own, so that words with accents stay unchanged.
      if skeleton != label, skeleton.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    }
    return false
  }

  /// True if a name has letters beyond ASCII, directly or as `xn--…`.
  private static func mayBeBeyondASCII(_ name: Span<UInt8>) -> Bool {
    let prefix: InlineArray<4, UInt8> = [0x78, 0x6E, 0x2D, 0x2D]
    var matching = 0
    for index in name.indices {
      if name[index] >= 0x80 { return true }
      matching = name[index] == prefix[matching] ? matching + 1 : name[index] == prefix[0] ? 1 : 0
      if matching == 4 { return true }
    }
    return false
  }

  private static let tables = HostTables()
}
