import Frames

/// Finds links, telephone numbers, mentions and hashtags in text without markup for them.
///
/// Every link contains one of five characters: `.` (host), `:` (scheme), `@` (mail, mention), `#` (hashtag) or `+`
/// (telephone number). The scan jumps from one of these to the next and examines the text around it: backwards to the
/// start of the host or local part, never before `floor`, the end of the last decision; forwards to the end by UTS #58 §3
/// (``LinkExtent``). Hosts without a scheme need a known top-level domain. When in doubt the text stays text.
///
/// Each step moves forward by at least one byte, and looking back is bounded by the length limits of hosts and local
/// parts, so the time is proportional to the length of the text.
struct LinkDetector: Sendable {
  /// True if `@name` and `#word` are marked too.
  var marksNames: Bool

  /// Returns the marks of `text`, sorted, none of them in the ranges `closed` (sorted, not overlapping).
  func marks(in text: Span<UInt8>, outside closed: [Range<Int>] = []) -> [TextMark] {
    var marks: [TextMark] = []
    if closed.isEmpty {
      scan(text, offset: 0, into: &marks)
      return marks
    }
    var start = 0
    for range in closed {
      if range.lowerBound > start {
        scan(text.extracting(start..<range.lowerBound), offset: start, into: &marks)
      }
      start = max(start, range.upperBound)
    }
    if start < text.count { scan(text.extracting(start..<text.count), offset: start, into: &marks) }
    return marks
  }

  private func scan(_ text: Span<UInt8>, offset: Int, into marks: inout [TextMark]) {
    // No match may start before `floor`.
    var floor = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard MarkupByteClass.of(byte) == .link else {
        index += 1
        continue
      }
      let found =
        switch byte {
        case UInt8(ascii: "."): host(in: text, at: index, floor: floor)
        case UInt8(ascii: ":"): address(in: text, at: index, floor: floor)
        case UInt8(ascii: "@"): mail(in: text, at: index, floor: floor)
        case UInt8(ascii: "+"): phone(in: text, at: index, floor: floor)
        default: hashtag(in: text, at: index, floor: floor)
        }
      switch found {
      case .none: index += 1
      case .skip(let end): index = max(end, index + 1)
      case .text(let end):
        index = max(end, index + 1)
        floor = index
      case .mark(let start, let end, let kind):
        marks.append(TextMark(start: Int32(offset + start), end: Int32(offset + end), kind: kind))
        index = max(end, index + 1)
        floor = index
      }
    }
  }

  /// The result of examining one character that may be part of a link.
  private enum Match {
    /// Nothing: continue after the character.
    case none
    /// Not a host up to `end`; a mail address may still start before it.
    case skip(end: Int)
    /// Not a link up to `end`, although parts of the text look like one.
    case text(end: Int)
    /// A link, number, mention or hashtag.
    case mark(start: Int, end: Int, kind: TextMark.Kind)
  }

  // MARK: Hosts without a scheme

  private func host(in text: Span<UInt8>, at dot: Int, floor: Int) -> Match {
    let (before, after) = (text.byte(dot - 1), text.byte(dot + 1))
    guard dot > floor, ASCII.isAlphanumeric(before) || before >= 0x80 else { return .none }
    guard ASCII.isAlphanumeric(after) || after >= 0x80 else { return .none }
    let start = HostName.start(in: text, before: dot, floor: floor)
    guard start < dot, let host = HostName(in: text, from: start, underscores: false), host.end > dot else {
      return .skip(end: HostName.runEnd(in: text, from: dot))
    }
    guard host.isPublic(in: text), !continuesWord(text, before: start), !continuesMail(text, from: host.end)
    else { return .skip(end: host.end) }
    let end = pathEnd(in: text, after: portEnd(in: text, after: host.end))
    guard end > host.end || isLikelyHost(host, in: text) else { return .skip(end: host.end) }
    return link(in: text, start, end, prefix: "https://")
  }

  /// True if the character before `start` makes the text part of something else: a path, a word.
  private func continuesWord(_ text: Span<UInt8>, before start: Int) -> Bool {
    guard start > 0 else { return false }
    switch text[start - 1] {
    // / : @ - = & % # \ + $
    case 0x2F, 0x3A, 0x40, 0x2D, 0x3D, 0x26, 0x25, 0x23, 0x5C, 0x2B, 0x24: return true
    // A dot, unless it is the last of an ellipsis.
    case 0x2E: return text.byte(start - 2) != 0x2E || text.byte(start - 3) != 0x2E
    default: return false
    }
  }

  /// True if the host that ends at `end` is part of a word with `_`, or of a mail address's local part, which is
  /// examined at its `@`.
  private func continuesMail(_ text: Span<UInt8>, from end: Int) -> Bool {
    if text.byte(end) == 0x5F { return true }
    var index = end
    while index - end < 64 {
      let byte = text.byte(index)
      // A path, query or fragment makes it an address.
      guard isMailByte(byte) || byte == 0x2E, byte != 0x2F, byte != 0x3F, byte != 0x23 else { break }
      index += 1
    }
    return text.byte(index) == UInt8(ascii: "@")
  }

  /// True if a host without a path was meant as one: not `Fine.So`, not a file name.
  private func isLikelyHost(_ host: HostName, in text: Span<UInt8>) -> Bool {
    let (first, second) = (text[host.lastLabel], text.byte(host.lastLabel + 1))
    if first &- 0x41 < 26, second &- 0x61 < 26 { return false }
    if text.matches("www.", at: host.start) { return true }
    return !isFileEnding(text, host.lastLabel..<host.end)
  }

  /// True if a top-level domain is more often a file extension or a word in chats.
  private func isFileEnding(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    func matches(_ name: StaticString) -> Bool {
      range.count == name.utf8CodeUnitCount && text.matches(name, at: range.lowerBound)
    }
    return matches("md") || matches("mov") || matches("ps") || matches("py") || matches("rs") || matches("sh")
      || matches("so") || matches("zip")
  }

  private func portEnd(in text: Span<UInt8>, after host: Int) -> Int {
    guard text.byte(host) == UInt8(ascii: ":") else { return host }
    var end = host + 1
    while ASCII.isDigit(text.byte(end)), end - host <= 6 { end += 1 }
    guard end > host + 1, end - host <= 6, !ASCII.isLetter(text.byte(end)) else { return host }
    return end
  }

  /// Returns the end of the path, query or fragment after a host (and a dot that may end its name), or the host's own end.
  private func pathEnd(in text: Span<UInt8>, after host: Int) -> Int {
    let start = text.byte(host) == UInt8(ascii: ".") ? host + 1 : host
    switch text.byte(start) {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
      let end = LinkExtent.end(in: text, from: start)
      return end > start ? end : host
    default: return host
    }
  }

  // MARK: Addresses with a scheme

  private func address(in text: Span<UInt8>, at colon: Int, floor: Int) -> Match {
    var start = colon
    while start > floor, ASCII.isAlphanumeric(text[start - 1]), colon - start < 8 { start -= 1 }
    guard start < colon, let scheme = LinkPolicy.Scheme(of: text, at: start), scheme.length == colon - start
    else {
      // Parts of an address with another scheme are not links.
      guard text.byte(colon + 1) == 0x2F, text.byte(colon + 2) == 0x2F else { return .none }
      return .text(end: LinkExtent.end(in: text, from: colon + 3))
    }
    if text.matches("mailto", at: start) { return .none }
    let end =
      scheme.hasHost ? webEnd(in: text, after: colon) : otherEnd(in: text, start: start, after: colon)
    guard let end else { return .text(end: LinkExtent.end(in: text, from: colon + 1)) }
    return link(in: text, start, end, prefix: "")
  }

  /// Returns the end of `//host:port/path?query#fragment`, or nil if there is no host or user information before it.
  private func webEnd(in text: Span<UInt8>, after colon: Int) -> Int? {
    guard text.byte(colon + 1) == 0x2F, text.byte(colon + 2) == 0x2F else { return nil }
    let start = colon + 3
    var end = start
    if text.byte(start) == 0x5B {
      while end < text.count, text[end] != 0x5D, end - start < 48 { end += 1 }
      guard text.byte(end) == 0x5D else { return nil }
      end += 1
    } else {
      guard let host = HostName(in: text, from: start, underscores: true) else { return nil }
      end = host.end
    }
    // `user:password@host` hides the destination.
    if text.byte(end) == UInt8(ascii: "@") || text.byte(end) == UInt8(ascii: ":") {
      var index = end
      while index < text.count, LinkEndProperty.of(UInt32(text[index])) != .hard, text[index] < 0x80,
        text[index] != 0x2F
      {
        if text[index] == UInt8(ascii: "@") { return nil }
        index += 1
      }
    }
    return pathEnd(in: text, after: portEnd(in: text, after: end))
  }

  /// Returns the end of an address whose scheme takes no host, or nil if the text does not look like one.
  private func otherEnd(in text: Span<UInt8>, start: Int, after colon: Int) -> Int? {
    let first = text.byte(colon + 1)
    let isNumber = ASCII.isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
    let looksRight =
      switch ASCII.lowercased(text[start]) {
      case UInt8(ascii: "g"), UInt8(ascii: "s"): isNumber
      case UInt8(ascii: "t"): text.matches("tg", at: start) ? first == 0x2F : isNumber || first == 0x28
      case UInt8(ascii: "m"):
        text.matches("magnet", at: start) ? first == UInt8(ascii: "?") : ASCII.isAlphanumeric(first)
      default: ASCII.isAlphanumeric(first)
      }
    guard looksRight else { return nil }
    let end = LinkExtent.end(in: text, from: colon + 1)
    // At least three characters: `tel:112`.
    return end > colon + 3 ? end : nil
  }

  // MARK: E-mail and mentions

  private func mail(in text: Span<UInt8>, at sign: Int, floor: Int) -> Match {
    guard let local = localPartStart(in: text, before: sign, floor: floor) else {
      return .text(end: HostName(in: text, from: sign + 1, underscores: false)?.end ?? sign + 1)
    }
    if local == sign { return mention(in: text, at: sign, floor: floor) }
    guard let host = HostName(in: text, from: sign + 1, underscores: false), host.isPublic(in: text) else {
      return .none
    }
    let scheme = local - 7
    let hasScheme = scheme >= floor && text.matches("mailto:", at: scheme)
    return hasScheme
      ? link(in: text, scheme, host.end, prefix: "") : link(in: text, local, host.end, prefix: "mailto:")
  }

  /// Returns the start of the local part before an `@`: the sign's own offset if it is empty, nil if it is not valid.
  private func localPartStart(in text: Span<UInt8>, before sign: Int, floor: Int) -> Int? {
    var start = sign
    while start > floor {
      let previous = text.scalarStart(before: start)
      let byte = text[previous]
      let belongs =
        byte < 0x80
        ? isMailByte(byte) || byte == 0x2E : HostName.isLabelScalar(text.scalar(at: previous).value)
      guard belongs else { break }
      if byte == 0x2E, start == sign || text[start] == 0x2E { return nil }
      start = previous
      // RFC 5321 §4.5.3.1.1: 64 octets.
      guard sign - start <= 64 else { return nil }
    }
    if start < sign, text[start] == 0x2E { return nil }
    return start
  }

  /// True if a byte is `atext` (RFC 5322 §3.2.3) that UTS #58 allows too.
  private func isMailByte(_ byte: UInt8) -> Bool {
    if ASCII.isAlphanumeric(byte) { return true }
    switch byte {
    // ! # $ % & ' * + - / = ? ^ _ ` { | } ~
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E: return true
    default: return false
    }
  }

  private func mention(in text: Span<UInt8>, at sign: Int, floor: Int) -> Match {
    let end = nameEnd(in: text, from: sign + 1)
    guard end > sign + 2, !startsAddress(text, at: end) else { return .none }
    // Names that continue like an address are not mentions: `@example.com`, `@user:server`.
    if let host = HostName(in: text, from: sign + 1, underscores: false), host.end > end {
      return .text(end: host.end)
    }
    let (next, after) = (text.byte(end), text.byte(end + 1))
    if next == UInt8(ascii: "@") || next == UInt8(ascii: "/") { return .text(end: end + 1) }
    if next == UInt8(ascii: ":"), ASCII.isAlphanumeric(after) { return .text(end: end + 1) }
    guard marksNames, startsName(text, at: sign, floor: floor) else { return .text(end: end) }
    return .mark(start: sign, end: end, kind: .mention)
  }

  private func hashtag(in text: Span<UInt8>, at sign: Int, floor: Int) -> Match {
    guard marksNames, startsName(text, at: sign, floor: floor) else { return .none }
    let end = nameEnd(in: text, from: sign + 1)
    guard end > sign + 1, text.byte(end) != UInt8(ascii: "#"), text.byte(end) != UInt8(ascii: "@"),
      !startsAddress(text, at: end)
    else { return .none }
    // `#1` is a number, not a word.
    for index in sign + 1..<end where !ASCII.isDigit(text[index]) && text[index] != 0x5F {
      return .mark(start: sign, end: end, kind: .hashtag)
    }
    return .text(end: end)
  }

  /// True if a sign starts a word: at the start of the text, after white space, punctuation or a symbol.
  private func startsName(_ text: Span<UInt8>, at sign: Int, floor: Int) -> Bool {
    guard sign > 0 else { return true }
    let byte = text[sign - 1]
    if ASCII.isWhitespace(byte) { return true }
    switch byte {
    // ( ) [ ] { } " ' , . : ; ! ? *
    case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x22, 0x27, 0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F, 0x2A: return true
    case 0x80...:
      let scalar = text.scalar(at: text.scalarStart(before: sign)).value
      // The variation selector after an emoji is a mark, but not part of a word.
      return scalar == 0xFE0E || scalar == 0xFE0F || !HostName.isLabelScalar(scalar)
    default: return false
    }
  }

  /// True if the name before `colon` is the scheme of an address: `#https://…`.
  private func startsAddress(_ text: Span<UInt8>, at colon: Int) -> Bool {
    text.byte(colon) == 0x3A && text.byte(colon + 1) == 0x2F && text.byte(colon + 2) == 0x2F
  }

  /// Returns the end of the letters, digits and underscores from `start`.
  private func nameEnd(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        guard ASCII.isAlphanumeric(byte) || byte == 0x5F else { break }
        index += 1
      } else {
        let (scalar, length) = text.scalar(at: index)
        guard HostName.isLabelScalar(scalar) else { break }
        index += length
      }
    }
    return index
  }

  // MARK: Telephone numbers

  private func phone(in text: Span<UInt8>, at plus: Int, floor: Int) -> Match {
    guard startsName(text, at: plus, floor: floor), let number = PhoneNumber(in: text, from: plus) else {
      return .none
    }
    return .mark(start: plus, end: number.end, kind: .link(href: "tel:" + number.dialled))
  }

  // MARK: The mark

  private func link(in text: Span<UInt8>, _ start: Int, _ end: Int, prefix: String) -> Match {
    var end = end
    // `*https://example.com*`: the last star belongs to the first.
    if start > 0, end > start + 1, text[end - 1] == text[start - 1] {
      switch text[end - 1] {
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "|"): end -= 1
      default: break
      }
    }
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: prefix.utf8.count + end - start) { bytes in
      for byte in prefix.utf8 { bytes.append(byte) }
      for index in start..<end { bytes.append(text[index]) }
    }
    let address = String(decoding: bytes, as: UTF8.self)
    guard let href = LinkPolicy.href(address) else { return .text(end: end) }
    return .mark(start: start, end: end, kind: .link(href: href))
  }
}
