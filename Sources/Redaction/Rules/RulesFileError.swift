/// A mistake in a rules file, or a file that cannot be read. No message has the content of a line.
public struct RulesFileError: Error, Equatable, Sendable {
  /// The sentence with the file, the line and the remedy.
  public var message: String

  /// Creates an error of the file at `path`, at a line counted from 1.
  init(_ path: String, line: Int? = nil, _ words: String) {
    message = path + (line.map { ":\($0)" } ?? "") + ": " + words
  }
}
