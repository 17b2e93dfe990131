/// The number of an object of a PDF.
public struct PDFReference: Hashable, Sendable {
  /// The number, from 1.
  public let number: Int32

  init(_ number: Int32) { self.number = number }
}

/// The bytes of a part of a PDF, written piece by piece.
///
/// Text gets into a PDF only through ``text(_:)``, ``name(_:)`` and ``string(_:)``, which escape it; everything else is
/// numbers, references and literals of the program.
public struct PDFSyntax: Sendable {
  /// The bytes so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates empty syntax.
  public init() {}

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Forgets the bytes and keeps their memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Writes a literal of the program.
  public mutating func raw(_ literal: StaticString) {
    literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes other syntax.
  public mutating func append(_ other: PDFSyntax) { bytes.append(contentsOf: other.bytes) }

  /// Writes a whole number.
  public mutating func integer(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(of: value.magnitude)
  }

  /// Writes a number with at most three decimals. Numbers beyond ±10⁹ are cut off there, and one that is none is 0.
  public mutating func number(_ value: Double) {
    let limited = value.isNaN ? 0 : min(max(value, -1e9), 1e9)
    let thousandths = Int((limited * 1_000).rounded())
    if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
    if whole > 0 || rest == 0 { digits(of: whole) }
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 100))
    guard rest % 100 > 0 else { return }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 10 % 10))
    if rest % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)) }
  }

  /// Writes a reference to an object.
  public mutating func reference(_ reference: PDFReference) {
    integer(Int(reference.number))
    raw(" 0 R")
  }

  /// Writes a name, with everything but letters and digits escaped (ISO 32000-1 §7.3.5).
  public mutating func name(_ name: String) {
    bytes.append(UInt8(ascii: "/"))
    for byte in name.utf8 {
      let isPlain =
        byte < 0x80 && (byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2B)
      if isPlain {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "#"))
        hexadecimal(byte)
      }
    }
  }

  /// Writes bytes as a literal string (§7.3.4.2).
  public mutating func string(_ string: Span<UInt8>) {
    bytes.append(UInt8(ascii: "("))
    for index in string.indices { escaped(string[index]) }
    bytes.append(UInt8(ascii: ")"))
  }

  /// Writes text for people (§7.9.2.2): ASCII as it is, other text in UTF-16.
  public mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "("))
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      for byte in text.utf8 { escaped(byte) }
    } else {
      escaped(0xFE)
      escaped(0xFF)
      for unit in text.utf16 {
        escaped(UInt8(unit >> 8))
        escaped(UInt8(unit & 0xFF))
      }
    }
    bytes.append(UInt8(ascii: ")"))
  }

  /// Writes bytes in hexadecimal, in `<>`.
  public mutating func hexadecimal(_ string: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "<"))
    for byte in string { hexadecimal(byte) }
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes UTF-16 in hexadecimal, in `<>`.
  mutating func hexadecimal(utf16 text: String) {
    bytes.append(UInt8(ascii: "<"))
    for unit in text.utf16 {
      hexadecimal(UInt8(unit >> 8))
      hexadecimal(UInt8(unit & 0xFF))
    }
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes text as XML, for metadata. Characters that XML does not have are left out.
  mutating func xml(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": raw("&amp;")
      case "<": raw("&lt;")
      case ">": raw("&gt;")
      case "\"": raw("&quot;")
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
      default: bytes.append(contentsOf: Array(String(scalar).utf8))
      }
    }
  }

  /// Writes a byte of a literal string.
  mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    // A carriage return would be read as a line feed.
    case 0x0D: raw("\\r")
    default: bytes.append(byte)
    }
  }

  private mutating func hexadecimal(_ byte: UInt8) {
    for digit in [byte >> 4, byte & 15] {
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  private mutating func digits(of value: UInt) {
    if value < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
    digits(of: value / 10)
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }
}

extension PDFSyntax {
  /// Writes an address as a string of ASCII (ISO 32000-1 §12.6.4.7): other bytes and spaces are percent-encoded.
  public mutating func address(_ address: String) {
    bytes.append(UInt8(ascii: "("))
    for byte in address.utf8 {
      if byte > 0x20, byte < 0x7F {
        escaped(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        hexadecimal(byte)
      }
    }
    bytes.append(UInt8(ascii: ")"))
  }
}
