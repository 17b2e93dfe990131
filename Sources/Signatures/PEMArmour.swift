#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Bytes in base64 between two lines that name their kind, as OpenSSH's files have them.
enum PEMArmour {
  /// Characters on a line, as `ssh-keygen` writes them.
  private static let lineLength = 70

  /// Returns the text of bytes of this kind, such as `SSH SIGNATURE`.
  static func text(of bytes: [UInt8], kind: String) -> [UInt8] {
    var lines = "-----BEGIN \(kind)-----\n"
    var rest = Array(Data(bytes).base64EncodedString().utf8)[...]
    while !rest.isEmpty {
      lines += String(decoding: rest.prefix(lineLength), as: UTF8.self) + "\n"
      rest = rest.dropFirst(lineLength)
    }
    return Array((lines + "-----END \(kind)-----\n").utf8)
  }

  /// Returns the bytes of a text of this kind, or nil if it is none. White space at both ends and line ends of other systems are
  /// ignored.
  static func bytes(of text: [UInt8], kind: String) -> [UInt8]? {
    guard let text = String(validating: text, as: UTF8.self) else { return nil }
    var lines = text.split(whereSeparator: \.isNewline)[...]
    guard lines.popFirst() == "-----BEGIN \(kind)-----", lines.popLast() == "-----END \(kind)-----" else {
      return nil
    }
    return Data(base64Encoded: lines.joined()).map { Array($0) }
  }
}
