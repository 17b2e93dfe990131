import ICU

/// The policy for links: the schemes allowed, and the form in which addresses are written.
///
/// Every `href` of a message passes through it: links of Markdown, of a source's own spans, of detected links and of
/// cards.
public enum LinkPolicy {
  /// Maximum length in bytes; longer addresses stay text.
  private static let limit = 16_384

  /// Returns the address to write for `raw`, or nil if it may not be a link and stays text.
  ///
  /// Allowed are absolute addresses with the schemes http, https, mailto, tel, sms, geo, magnet, xmpp, matrix and tg.
  /// Nothing is trimmed or repaired: an address that a browser would have to repair (white space, controls, backslashes,
  /// user names before the host) is refused. The result has only ASCII letters, digits and `-._~:/?#[]@!$&()*+,;=%`: a
  /// host beyond ASCII is written in its resolved form (`xn--…`), other characters are percent-encoded.
  public static func href(_ raw: String) -> String? { href(of: raw.utf8Span.span, raw) }

  private static func href(of text: Span<UInt8>, _ raw: String) -> String? {
    guard text.count <= limit, let scheme = Scheme(of: text) else { return nil }
    var isSafe = true
    for index in text.indices {
      let kind = kinds[Int(text[index])]
      if kind == forbidden { return nil }
      if kind != safe { isSafe = false }
    }
    let rest = scheme.length + 1
    guard rest < text.count else { return nil }
    var host = rest..<rest
    if scheme.hasHost {
      guard text.byte(rest) == 0x2F, text.byte(rest + 1) == 0x2F else { return nil }
      guard let found = hostRange(of: text, from: rest + 2) else { return nil }
      host = found
    } else if text.matches("mailto", at: 0) {
      host = mailHostRange(of: text, from: rest)
    }
    if isInternational(text, host) { return resolved(text, host) }
    if isSafe { return raw }
    guard needsEncoding(text, from: host.upperBound) else { return raw }
    return encoded(text, from: host.upperBound)
  }

  /// True if a host is internationalised: it has non-ASCII letters or a label in Punycode.
  private static func isInternational(_ text: Span<UInt8>, _ host: Range<Int>) -> Bool {
    host.contains { text[$0] >= 0x80 || (text[$0] == 0x2D && text.matches("xn--", at: $0 - 2)) }
  }

  /// Returns the address with its host in ASCII form (UTS #46), or nil if the host is not valid.
  private static func resolved(_ text: Span<UInt8>, _ host: Range<Int>) -> String? {
    var name: [UInt8] = []
    for index in host { name.append(text[index]) }
    guard let ascii = HostNames.ascii(String(decoding: name, as: UTF8.self)) else { return nil }
    var start: [UInt8] = []
    for index in 0..<host.lowerBound { start.append(text[index]) }
    let rest = encoded(text.extracting(host.upperBound..<text.count), from: 0)
    return String(decoding: start, as: UTF8.self) + ascii + rest
  }

  /// Returns the range of a `mailto:` address's domain, or an empty range at its start if no domain ends the address.
  private static func mailHostRange(of text: Span<UInt8>, from start: Int) -> Range<Int> {
    var sign = start
    while sign < text.count, text[sign] != UInt8(ascii: "@") { sign += 1 }
    guard let host = HostName(in: text, from: sign + 1, underscores: false),
      host.end == text.count || text[host.end] == UInt8(ascii: "?"),
      !needsEncoding(text.extracting(start..<sign), from: 0)
    else { return start..<start }
    return host.start..<host.end
  }

  /// A scheme allowed in links.
  struct Scheme {
    /// Length of its name in bytes.
    var length: Int
    /// True if the scheme is followed by `//` and a host.
    var hasHost: Bool

    /// The scheme at `start`, followed by a colon; nil if it is not allowed in links.
    init?(of text: Span<UInt8>, at start: Int = 0) {
      func starts(_ name: StaticString) -> Bool {
        text.byte(start + name.utf8CodeUnitCount) == 0x3A && text.matches(name, at: start)
      }
      switch ASCII.lowercased(text.byte(start)) {
      case UInt8(ascii: "h") where starts("https"): (length, hasHost) = (5, true)
      case UInt8(ascii: "h") where starts("http"): (length, hasHost) = (4, true)
      case UInt8(ascii: "m") where starts("mailto"): (length, hasHost) = (6, false)
      case UInt8(ascii: "m") where starts("magnet"): (length, hasHost) = (6, false)
      case UInt8(ascii: "m") where starts("matrix"): (length, hasHost) = (6, false)
      case UInt8(ascii: "t") where starts("tel"): (length, hasHost) = (3, false)
      case UInt8(ascii: "t") where starts("tg"): (length, hasHost) = (2, false)
      case UInt8(ascii: "s") where starts("sms"): (length, hasHost) = (3, false)
      case UInt8(ascii: "g") where starts("geo"): (length, hasHost) = (3, false)
      case UInt8(ascii: "x") where starts("xmpp"): (length, hasHost) = (4, false)
      default: return nil
      }
    }
  }

  /// True if a byte is white space, a control or a backslash, which browsers drop or change (WHATWG URL §4.4).
  private static func isForbidden(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F || byte == 0x5C }

  /// The class of each byte: `safe`, `forbidden`, or 0 for one that may need encoding.
  private static let kinds = InlineArray<256, UInt8> { byte in
    isForbidden(UInt8(byte)) ? forbidden : isSafe(UInt8(byte)) ? safe : 0
  }
  private static let safe: UInt8 = 1
  private static let forbidden: UInt8 = 2

  /// Returns the range of the host at `start`, or nil unless host and port are well-formed.
  private static func hostRange(of text: Span<UInt8>, from start: Int) -> Range<Int>? {
    var index = start
    if text.byte(start) == 0x5B {
      // An IPv6 address (RFC 3986 §3.2.2): hexadecimal digits, colons and dots.
      index += 1
      while ASCII.isHexDigit(text.byte(index)) || text.byte(index) == 0x3A || text.byte(index) == 0x2E {
        index += 1
      }
      guard text.byte(index) == 0x5D, index > start + 2 else { return nil }
      index += 1
    } else {
      guard let host = HostName(in: text, from: start, underscores: true) else { return nil }
      index = host.end
    }
    let host = start..<index
    if text.byte(start) != 0x5B, text.byte(index) == 0x2E { index += 1 }
    if text.byte(index) == 0x3A {
      let port = index + 1
      index = port
      while ASCII.isDigit(text.byte(index)), index - port < 5 { index += 1 }
      guard index > port else { return nil }
    }
    guard index < text.count else { return host }
    switch text[index] {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return host
    default: return nil
    }
  }

  /// True if a character is not encoded after the host: RFC 3986 §2.2 and §2.3, except the apostrophe.
  private static func isSafe(_ byte: UInt8) -> Bool {
    if ASCII.isAlphanumeric(byte) { return true }
    switch byte {
    // - . _ ~ : / ? # [ ] @ ! $ & ( ) * + , ; =
    case 0x2D, 0x2E, 0x5F, 0x7E, 0x3A, 0x2F, 0x3F, 0x23, 0x5B, 0x5D, 0x40, 0x21, 0x24, 0x26, 0x28, 0x29, 0x2A,
      0x2B, 0x2C, 0x3B, 0x3D:
      return true
    default: return false
    }
  }

  private static func isEscape(_ text: Span<UInt8>, at index: Int) -> Bool {
    text[index] == 0x25 && ASCII.isHexDigit(text.byte(index + 1)) && ASCII.isHexDigit(text.byte(index + 2))
  }

  private static func needsEncoding(_ text: Span<UInt8>, from start: Int) -> Bool {
    for index in start..<text.count where !isSafe(text[index]) && !isEscape(text, at: index) { return true }
    return false
  }

  private static func encoded(_ text: Span<UInt8>, from start: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + 32)
    for index in 0..<start { bytes.append(text[index]) }
    for index in start..<text.count {
      let byte = text[index]
      if isSafe(byte) || isEscape(text, at: index) {
        bytes.append(byte)
      } else {
        bytes.append(0x25)
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
