/// The addresses that a page may link to.
///
/// The layout has applied the same policy; pages check again, because links are the only text of a chat that
/// can act.
public enum HrefGate {
  /// The letters of each, one byte after the other in a number.
  private static let schemes: [UInt64] = [
    "http", "https", "mailto", "tel", "sms", "geo", "magnet", "xmpp", "matrix", "tg",
  ].map { (name: String) in name.utf8.reduce(0) { $0 << 8 | UInt64($1) } }

  /// True if the address is absolute and of an allowed scheme (RFC 3986 §3.1: schemes ignore case).
  public static func allows(_ address: String) -> Bool {
    let bytes = address.utf8Span.span
    var scheme: UInt64 = 0
    // No scheme has more than six letters.
    for index in 0..<min(bytes.count, 7) {
      if bytes[index] == UInt8(ascii: ":") { return schemes.contains(scheme) }
      scheme = scheme << 8 | UInt64(bytes[index] | 0x20)
    }
    return false
  }
}
