/// URLs in readable form, by the minimal escaping of UTS #58 §4.
///
/// A character is percent-encoded only if it would otherwise end the link for a link detector, or act as a delimiter. The
/// writer goes through the characters once and remembers in `safe` up to which one a link detector certainly follows:
/// punctuation after it, which is part of a link only if more follows, is encoded at the end.
public struct DisplayURL {
  /// Returns the URL in readable form: `/wiki/東京` for `/wiki/%E6%9D%B1…`.
  public static func text(of address: String) -> String {
    let bytes = Array(address.utf8)
    guard let start = bytes.firstIndex(of: UInt8(ascii: ":")).map({ $0 + 3 }), start < bytes.count,
      bytes[start - 1] == UInt8(ascii: "/")
    else { return address }
    let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    var writer = DisplayURL()
    for unit in units(of: bytes[end...]) { writer.append(unit) }
    return String(decoding: bytes[..<end], as: UTF8.self) + writer.text
  }

  /// Returns a URL composed of its decoded parts.
  static func text(
    origin: String, path: [String], query: [(key: String, value: String?)], fragment: String?
  ) -> String {
    var writer = DisplayURL()
    for step in path {
      writer.delimit("/", .path)
      writer.append(step)
    }
    for (index, field) in query.enumerated() {
      writer.delimit(index == 0 ? "?" : "&", .query)
      writer.append(field.key)
      if let value = field.value {
        writer.delimit("=", .query)
        writer.append(value)
      }
    }
    if let fragment {
      writer.delimit("#", .fragment)
      writer.append(fragment)
    }
    return origin + writer.text
  }

  /// A character of a URL.
  private struct Unit {
    var scalar: Unicode.Scalar
    /// True if the character is written percent-encoded.
    var isEscaped: Bool
    /// True if the character separates parts; separators are never encoded.
    var isDelimiter = false
  }

  private var units: [Unit] = []
  private var part = URLPart.path
  /// The open brackets of the current step, value or directive.
  private var open: [UInt32] = []
  /// Number of units up to which a link detector certainly follows the link.
  private var safe = 0

  private var text: String {
    var bytes: [UInt8] = []
    for (index, unit) in units.enumerated() {
      let isEscaped = unit.isEscaped || (index >= safe && !unit.isDelimiter)
      for byte in UTF8.encode(unit.scalar) ?? UTF8.encodedReplacementCharacter {
        if isEscaped {
          bytes += [UInt8(ascii: "%"), Self.hexDigit(byte >> 4), Self.hexDigit(byte & 15)]
        } else {
          bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension DisplayURL {
  /// Appends a delimiter, after which `part` starts or continues.
  private mutating func delimit(_ scalar: Unicode.Scalar, _ part: URLPart) {
    self.part = part
    open.removeAll()
    units.append(Unit(scalar: scalar, isEscaped: false, isDelimiter: true))
    if LinkEndProperty.of(scalar.value) == .include { safe = units.count }
  }

  /// Appends decoded text to the current part.
  private mutating func append(_ decoded: String) {
    let scalars = Array(decoded.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLikeEscape =
        scalar == "%" && index + 2 < scalars.count
        && scalars[index + 1...index + 2].allSatisfy { $0.properties.isASCIIHexDigit }
      append(scalar, escaped: isLikeEscape || isSyntax(scalar))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, escaped: Bool) {
    var isEscaped = escaped
    var isSafe = true
    if !escaped {
      switch LinkEndProperty.of(scalar.value) {
      case .hard: isEscaped = true
      case .include: break
      case .soft: isSafe = false
      case .open:
        open.append(scalar.value)
        isSafe = false
      case .close:
        isEscaped = open.last == nil || open.last != LinkEndProperty.opener(of: scalar.value)
        if !isEscaped { open.removeLast() }
      }
    }
    units.append(Unit(scalar: scalar, isEscaped: isEscaped))
    if isSafe { safe = units.count }
  }

  /// True if the character would act as a delimiter in the current part.
  private func isSyntax(_ scalar: Unicode.Scalar) -> Bool {
    switch part {
    case .path: scalar == "/" || scalar == "?" || scalar == "#"
    case .query: scalar == "&" || scalar == "=" || scalar == "#"
    case .fragment: false
    }
  }

  /// Appends the next character of a complete URL.
  private mutating func append(_ unit: Unit) {
    guard !unit.isEscaped else { return append(unit.scalar, escaped: true) }
    switch (unit.scalar, part) {
    case ("/", .path): delimit("/", .path)
    case ("?", .path): delimit("?", .query)
    case ("&", .query), ("=", .query): delimit(unit.scalar, .query)
    case ("#", .path), ("#", .query): delimit("#", .fragment)
    default: append(unit.scalar, escaped: false)
    }
  }

  /// Returns the characters of a path, query and fragment. Escapes of non-ASCII characters, letters and digits are
  /// decoded; escapes that are not UTF-8 stay as they are.
  private static func units(of bytes: ArraySlice<UInt8>) -> [Unit] {
    var units: [Unit] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard let first = escaped(in: bytes, at: index) else {
        let length = max(1, (~bytes[index]).leadingZeroBitCount)
        let next = min(index + length, bytes.endIndex)
        let text = String(decoding: bytes[index..<next], as: UTF8.self)
        for scalar in text.unicodeScalars { units.append(Unit(scalar: scalar, isEscaped: false)) }
        index = next
        continue
      }
      var code = [first]
      let length = max(1, (~first).leadingZeroBitCount)
      while code.count < length, let byte = escaped(in: bytes, at: index + code.count * 3) {
        code.append(byte)
      }
      if let text = String(validating: code, as: UTF8.self), let scalar = text.unicodeScalars.first {
        let isPlain = scalar.value >= 0x80 || ASCII.isAlphanumeric(first) || "-._~".utf8.contains(first)
        units.append(Unit(scalar: scalar, isEscaped: !isPlain))
        index += code.count * 3
      } else {
        for scalar in "%".unicodeScalars { units.append(Unit(scalar: scalar, isEscaped: false)) }
        index += 1
      }
    }
    return units
  }

  /// Returns the byte of the escape at `index`, or nil if there is no escape.
  private static func escaped(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard index + 2 < bytes.endIndex, bytes[index] == UInt8(ascii: "%"), ASCII.isHexDigit(bytes[index + 1]),
      ASCII.isHexDigit(bytes[index + 2])
    else { return nil }
    return UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}

/// The parts of a URL after its host, which have different delimiters.
enum URLPart { case path, query, fragment }
