/// A script file of the index that has one string: `chatexport("name","…")`.
///
/// What stands in the string is written as it has to be there: no quotation mark and no backslash is among it.
enum IndexFile {
  /// What stands before the string's content.
  static func head(_ name: String) -> [UInt8] { Array("chatexport(\"\(name)\",\"".utf8) }
  /// What stands behind it.
  static let tail = Array("\")\n".utf8)

  /// The content of a file with this name; nil when it is no such file.
  static func content(of file: [UInt8], named name: String) -> ArraySlice<UInt8>? {
    let head = head(name)
    guard file.count >= head.count + tail.count, file.starts(with: head),
      file.suffix(tail.count) == tail[...]
    else { return nil }
    return file[head.count..<file.count - tail.count]
  }
}
