extension String {
  /// The text without the app's marks and other direction characters.
  package var withoutMarks: String {
    guard utf8.contains(0xE2) || utf8.contains(0xEF) else { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isDirectionMark { scalars.append(scalar) }
    return String(scalars)
  }

  /// The text without white space at both ends.
  package var trimmingSpaces: String {
    // Most texts begin and end with ASCII characters other than white space.
    if let first = utf8.first, let last = utf8.last, 0x21..<0x80 ~= first, 0x21..<0x80 ~= last { return self }
    // By scalars, because a space with a mark on it is one character.
    var part = unicodeScalars[...]
    while let first = part.first, first.properties.isWhitespace { part.removeFirst() }
    while let last = part.last, last.properties.isWhitespace { part.removeLast() }
    return part.startIndex == startIndex && part.endIndex == endIndex ? self : String(part)
  }

  /// The text without white space and marks of direction at its end.
  package var trimmingEnd: String {
    if let last = utf8.last, 0x21..<0x80 ~= last { return self }
    var part = unicodeScalars[...]
    while let last = part.last, last == " " || last.properties.isWhitespace || last.isDirectionMark {
      part.removeLast()
    }
    return String(part)
  }

  /// True if there is nothing to see.
  package var isBlank: Bool {
    if let first = utf8.first, 0x21..<0x80 ~= first { return false }
    return unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isDirectionMark }
  }

  /// The form used to look up the app's phrases: in small letters, without the final stop.
  package var phraseKey: String {
    var key = lowercased()[...]
    while let last = key.last, ".。।".contains(last) || last.isWhitespace { key.removeLast() }
    return String(key)
  }

  /// The first line, and the others.
  package var firstLine: (line: String, rest: String) {
    guard let end = utf8.firstIndex(of: 0x0A) else { return (self, "") }
    return (String(self[..<end]), String(self[utf8.index(after: end)...]))
  }

  package var isInAngles: Bool { utf8.first == UInt8(ascii: "<") && utf8.last == UInt8(ascii: ">") }

  package var withoutAngles: String {
    isInAngles && count > 2 ? String(dropFirst().dropLast()).trimmingSpaces : self
  }

  package var endsInColon: Bool { last == ":" || last == "：" }

  package var withoutColon: String { endsInColon ? String(dropLast()).trimmingSpaces : self }

  /// True if it ends like a file's name, in a dot and two to five letters or digits.
  package var hasFileExtension: Bool {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot > utf8.startIndex else { return false }
    let end = utf8[utf8.index(after: dot)...]
    return (2...5).contains(end.count)
      && end.allSatisfy { $0 &- 0x30 <= 9 || 0x41...0x5A ~= $0 & 0xDF }
  }

  /// The last `<`.
  package var lastTag: Index? { utf8.lastIndex(of: UInt8(ascii: "<")) }
}

extension StringProtocol {
  /// Returns the text after its first `count` bytes.
  ///
  /// For text after a sign: `dropFirst` would also drop a mark that follows the sign, because both are one character.
  @inlinable public func droppingBytes(_ count: Int) -> SubSequence {
    self[(utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)...]
  }

  /// The range of the first `text`.
  ///
  /// Inlinable, because a generic function of another module is not specialised, and formats look for signs in every text.
  @inlinable public func range(of text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var start = utf8.startIndex
    while let found = utf8[start...].firstIndex(of: first) {
      let rest = utf8[found...]
      if rest.starts(with: text.utf8) { return found..<rest.index(found, offsetBy: text.utf8.count) }
      start = utf8.index(after: found)
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// True if it only sets the direction of text: U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069, U+FEFF.
  var isDirectionMark: Bool {
    switch value {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension [String?] {
  /// The first text with anything but spaces; empty if there is none.
  package var firstWords: String {
    for case let text? in self where !text.allSatisfy(\.isWhitespace) { return text }
    return ""
  }
}

extension String {
  /// True if the text is more than a word, an address or a time. `countsFacts`: addresses and several numbers are words too, for
  /// example in a tool's output.
  package func hasWords(countsFacts: Bool = false) -> Bool {
    var (words, isCounted) = (0, false)
    for byte in utf8 {
      if byte >= 0x80 { return true }
      if byte <= 0x20 {
        isCounted = false
      } else if !isCounted, countsFacts || (byte | 0x20) &- UInt8(ascii: "a") < 26 {
        isCounted = true
        words += 1
        if words > 1 { return true }
      }
    }
    return countsFacts && range(of: "://") != nil
  }
}
