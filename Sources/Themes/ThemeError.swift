/// The mistakes in a theme: every one found, in the order of the files and of the keys in them.
public struct ThemeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One mistake and its position.
  public struct Mistake: Equatable, Sendable {
    /// The file as the user named it, or the name of a built-in theme.
    public var file: String
    /// The key's path in the file, e.g. `colours.dark.incoming`; empty for the file as a whole.
    public var key: String
    /// The mistake, and the expected value.
    public var text: String
  }

  /// The mistakes, in the order of the files and of the keys in them.
  public var mistakes: [Mistake]

  init(_ mistakes: [Mistake]) { self.mistakes = mistakes }

  /// One mistake about a whole file, or about the choice of one.
  init(_ text: String, file: String) { mistakes = [Mistake(file: file, key: "", text: text)] }

  /// One line for each mistake.
  public var description: String {
    let lines = mistakes.map { mistake in
      "theme \(mistake.file): \(mistake.key.isEmpty ? "" : mistake.key + ": ")\(mistake.text)"
    }
    return lines.joined(separator: "\n")
  }
}
