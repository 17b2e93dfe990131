import HTML

/// A script file of the index with one string: `chatexport("name","…")`.
///
/// The string's content is written unescaped: the encodings of the index use no quotation mark and no backslash.
enum IndexFile {
  /// The bytes before the string's content.
  static func head(_ name: String) -> [UInt8] {
    var head: [UInt8] = []
    DataScript.begin(name, in: &head)
    return head + [UInt8(ascii: "\"")]
  }
  /// The bytes after the string's content.
  static let tail = [UInt8(ascii: "\"")] + DataScript.end
}
