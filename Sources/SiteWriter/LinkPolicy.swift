/// Which addresses a page may link to.
///
/// The layout has applied the same policy; a page checks again, because a link is the one place where text of a
/// chat can act.
enum LinkPolicy {
  private static let schemes: [String] = [
    "http", "https", "mailto", "tel", "sms", "geo", "magnet", "xmpp", "matrix", "tg",
  ]

  /// Whether the address is absolute and of an allowed scheme (RFC 3986 §3.1: schemes ignore case).
  static func allows(_ address: String) -> Bool {
    let bytes = address.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = bytes[..<colon]
    return schemes.contains { scheme.elementsEqual($0.utf8) { $0 | 0x20 == $1 } }
  }
}
