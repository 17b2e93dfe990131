/// A script file of the index with one string: `chatexport("name","…")`.
///
/// The string's content is written unescaped: the encodings of the index use no quotation mark and no backslash.
enum IndexFile {
  /// The bytes before the string's content.
  static func head(_ name: String) -> [UInt8] { Array("chatexport(\"\(name)\",\"".utf8) }
  /// The bytes after the string's content.
  static let tail = Array("\")\n".utf8)
}
