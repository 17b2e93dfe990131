package import ChatModel

/// The offset where a text stops being JSON, with the element that the grammar expects there.
package struct JSONError: Error, Equatable {
  /// An element of JSON's grammar (RFC 8259) that is expected.
  package enum Expectation: String {
    case value = "a value"
    case memberName = "a member name in double quotes"
    case colon = "':' after the member name"
    case commaOrObjectEnd = "',' or '}'"
    case commaOrArrayEnd = "',' or ']'"
    case objectStart = "'{'"
    case arrayStart = "'['"
    case string = "a string"
    case number = "a number"
    case digit = "a digit"
    case stringEnd = "the closing '\"' of the string"
    case escape = "an escape such as \\n or \\u00E9 after '\\'"
    case hexDigits = "hexadecimal digits"
    case noControlCharacter = "no unescaped control character in a string"
    case documentEnd = "nothing more after the document"
    case namedID = "an object with \"id\" and \"name\""
    case lessDepth = "at most 512 levels of nesting"
  }
  package var offset: Int
  package var expected: Expectation

  package init(_ expected: Expectation, at offset: Int) { (self.offset, self.expected) = (offset, expected) }

  /// The error as the user sees it: with line and column in `file`, whose content is `bytes`.
  ///
  /// `isOwn`: the user, or a program of theirs, wrote the file, so exporting again does not help.
  package func located(
    in file: String, _ bytes: InputBytes, path: String? = nil, isOwn: Bool = false
  ) -> ImportError {
    let isCut = offset >= bytes.count
    return .malformed(
      at: bytes.origin(of: min(offset, bytes.count), in: file, path: path),
      expected: isCut ? "\(expected.rawValue), but the file ends" : expected.rawValue,
      remedy: isCut
        ? "the file looks cut off: copy or export it again"
        : isOwn ? remedy(in: bytes) : "export the chat again, or repair the file here")
  }

  /// Returns the change to make in a file at the error.
  private func remedy(in bytes: InputBytes) -> String {
    let found = bytes[offset]
    var before = offset
    while before > 0, bytes[before - 1] <= 0x20 { before -= 1 }
    let isBehindComma = before > 0 && bytes[before - 1] == UInt8(ascii: ",")
    switch (expected, found) {
    case (.value, UInt8(ascii: "]")), (.memberName, UInt8(ascii: "}")), (.value, UInt8(ascii: "}")):
      if isBehindComma { return "remove the comma before \(found == UInt8(ascii: "]") ? "]" : "}")" }
      return "repair the file here"
    case (_, UInt8(ascii: "\'")): return "write texts and names in double quotes"
    case (_, UInt8(ascii: "/")): return "remove the comment; JSON has none"
    case (.commaOrObjectEnd, UInt8(ascii: "\"")), (.commaOrArrayEnd, UInt8(ascii: "{")),
      (.commaOrArrayEnd, UInt8(ascii: "\"")):
      return "write a comma here"
    case (.memberName, _): return "write the name in double quotes"
    case (.noControlCharacter, _): return "write a line break in a text as \\n, a tab as \\t"
    default: return "repair the file here"
    }
  }
}

extension InputBytes {
  /// Returns the origin of `offset` for a message to the user, with line and column counted from 1.
  package func origin(of offset: Int, in file: String, path: String? = nil) -> Origin {
    let line = lines.line(of: offset, in: self)
    return Origin(file: file, line: line.number, column: offset - line.start + 1, offset: offset, path: path)
  }
}

/// Something in a string that was replaced so that reading could continue.
package struct JSONRepair: Equatable {
  package enum Kind: String {
    case invalidUTF8 = "invalid-utf8"
    case loneSurrogate = "lone-surrogate"
    case invalidEscape = "invalid-escape"
    case bareValue = "bare-value"
  }
  package var kind: Kind
  package var offset: Int

  /// The repair as a diagnostic about `file`.
  package func diagnostic(in file: String) -> Diagnostic {
    let origin = Origin(file: file, offset: offset)
    switch kind {
    case .invalidUTF8:
      return Diagnostic(
        .warning, kind.rawValue, "text is not UTF-8; invalid bytes are shown as U+FFFD", at: origin)
    case .bareValue:
      return Diagnostic(
        .note, kind.rawValue,
        "a text has no quotation marks, as Telegram Desktop 4.1 wrote it; it was accepted",
        at: origin)
    case .loneSurrogate:
      return Diagnostic(
        .warning, kind.rawValue, "unpaired surrogate; it is shown as U+FFFD", at: origin)
    case .invalidEscape:
      return Diagnostic(
        .note, kind.rawValue,
        "unescaped control character in a string; it was accepted",
        at: origin)
    }
  }
}
