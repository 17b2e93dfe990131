import SiteFiles
import Storage
import SystemCalls

/// Writes a mail with parts in base64 (RFC 5322, RFC 2045).
struct MailWriter {
  private let file: OutputFile
  /// The line between parts. Base64 has neither `=_` nor a hyphen.
  private static let boundary = "=_chatexport_rsmf"
  /// The bytes in a line of base64, which has at most 76 characters (RFC 2045 §6.8).
  private static let lineSize = 57
  /// The bytes that are read at a time: a whole number of lines.
  private static let pieceSize = lineSize * 2_048

  /// Begins a mail in a new file.
  init(_ file: OutputFile) { self.file = file }

  /// Writes the head of the mail.
  func begin(_ headers: [MailHeader]) throws(OutputError) {
    var head = ""
    for header in headers { head += header.text }
    head += "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"\(Self.boundary)\"\r\n"
    try file.append(head)
  }

  /// Writes a part with the bytes of the file at `path`; `name` is the name of an attached file.
  func append(contentsOf path: String, type: String, name: String? = nil) throws(OutputError) {
    var head = "\r\n--\(Self.boundary)\r\nContent-Type: \(type)"
    if let name { head += "; name=\"\(name)\"\r\nContent-Disposition: attachment; filename=\"\(name)\"" }
    try file.append(head + "\r\nContent-Transfer-Encoding: base64\r\n\r\n")
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let input: CInt
    do throws(SystemError) { input = try SystemCall.openFileItself(path) } catch {
      throw .failed(step: "read", path: path, reason: error.reason)
    }
    defer { SystemCall.close(input) }
    var offset = 0
    while true {
      let count = try fill(&piece, from: input, at: offset, path)
      guard count > 0 else { return }
      offset += count
      try file.append { Self.append(piece, count: count, to: &$0) }
    }
  }

  /// Ends the mail.
  func end() throws(OutputError) {
    try file.append("\r\n--\(Self.boundary)--\r\n")
    try file.finish()
  }

  /// Fills `piece`, except at the end of the file, so that only its last line is short. Returns the number of bytes.
  private func fill(
    _ piece: inout [UInt8], from input: CInt, at offset: Int, _ path: String
  ) throws(OutputError) -> Int {
    var count = 0
    do throws(SystemError) {
      while count < piece.count {
        let read = try SystemCall.read(input, at: offset + count, into: &piece, from: count)
        if read == 0 { break }
        count += read
      }
    } catch {
      throw .failed(step: "read", path: path, reason: error.reason)
    }
    return count
  }

  /// Adds lines of base64 (RFC 4648 §4).
  private static func append(_ bytes: [UInt8], count: Int, to mail: inout [UInt8]) {
    var start = 0
    while start < count {
      let end = min(start + lineSize, count)
      Base64.append(bytes[start..<end], to: &mail)
      mail.append(0x0D)
      mail.append(0x0A)
      start = end
    }
  }
}

/// A header of a mail, folded to short lines.
struct MailHeader {
  /// The header with its line ends.
  let text: String

  /// Creates a header with words of a source, which are encoded unless they are printable ASCII (RFC 2047).
  init(_ name: String, words: String) {
    let isASCII = words.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    let isPlain = isASCII && words.utf8.count < 200 && !words.contains("=?")
    self.init(name, isPlain ? words : Self.encoded(words))
  }

  /// Creates a header with a value of printable ASCII.
  init(_ name: String, _ value: String) { text = "\(name): \(value)\r\n" }

  /// Returns encoded words of at most 75 characters, each on a line of its own.
  private static func encoded(_ words: String) -> String {
    var pieces: [String] = []
    var piece: [UInt8] = []
    // 45 bytes are 60 digits; no character is divided.
    for scalar in words.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if piece.count + bytes.count > 45 {
        pieces.append("=?utf-8?B?\(Base64.text(piece))?=")
        piece = []
      }
      piece += bytes
    }
    pieces.append("=?utf-8?B?\(Base64.text(piece))?=")
    return pieces.joined(separator: "\r\n ")
  }
}
