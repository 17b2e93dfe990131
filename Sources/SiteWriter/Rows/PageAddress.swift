import HTML

/// Addresses between the files of a site, relative and percent-encoded.
enum PageAddress {
  /// A message from a page or the front of its own conversation.
  static func message(_ anchor: String, page: Int) -> String {
    var address = HTMLWriter()
    address.integer(page)
    address.raw(".html")
    address.anchorFragment(anchor)
    return String(decoding: address.bytes, as: UTF8.self)
  }

  /// A file by its path.
  static func file(_ path: String) -> String {
    var address = HTMLWriter()
    address.path(path)
    return String(decoding: address.bytes, as: UTF8.self)
  }
}
