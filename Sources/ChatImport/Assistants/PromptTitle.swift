extension String {
  /// The longest title that is made of a prompt, in characters.
  private static let titleLimit = 80

  /// The title of a session that has none, made of its first prompt: the beginning of its first line that is not blank, or nil.
  var titleLine: String? {
    let line = split(whereSeparator: \.isNewline).lazy.map { String($0).trimmingSpaces }.first { !$0.isEmpty }
    guard let line else { return nil }
    return line.count > Self.titleLimit ? line.prefix(Self.titleLimit - 1) + "…" : line
  }
}
