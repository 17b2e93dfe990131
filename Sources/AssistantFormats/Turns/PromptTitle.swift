import ImportKit

extension String {
  /// The longest title made from a prompt, in characters.
  private static let titleLimit = 80

  /// The title of a session that has none, made from its first prompt: the beginning of its first line that is not blank, or nil.
  var titleLine: String? {
    var rest = unicodeScalars[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(where: \.isNewline) ?? rest.endIndex
      let line = String(rest[..<end]).trimmingSpaces
      rest = rest[end...].dropFirst()
      if line.isEmpty { continue }
      let isLong = line.utf8.count > Self.titleLimit && line.count > Self.titleLimit
      return isLong ? line.prefix(Self.titleLimit - 1) + "…" : line
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// True if it ends a line, like ``Character/isNewline``.
  fileprivate var isNewline: Bool {
    0x0A...0x0D ~= value || value == 0x85 || value == 0x2028 || value == 0x2029
  }
}
