/// A script file of the index that has one string: `chatexport("name","…")`.
///
/// What stands in the string is written as it has to be there: no quotation mark and no backslash is among it.
enum IndexFile {
  /// What stands before the string's content.
  static func head(_ name: String) -> [UInt8] { Array("chatexport(\"\(name)\",\"".utf8) }
  /// What stands behind it.
  static let tail = Array("\")\n".utf8)
}
