// Boundary to the memory of a page: text and markup are copied and escaped into the array's spare capacity without a check for
// each byte.

public import Frames

/// A growing page, in which only string literals are markup.
///
/// This target alone escapes: HTML, SVG and style sheets here, strings of scripts in ``ScriptString``, and the addresses
/// that a page may link to in ``HrefGate``. Markup enters as `StaticString`; everything from an input goes through
/// `text`, `attribute` or `url`, so that no chat can open a tag, close an attribute or hide a control character.
///
/// It owns its buffer, so that an append is a comparison and a copy: a page has some 40 appends a message. The code of
/// these is `@inlinable`, because calls across targets cost 2.5 % of an export's instructions (100,963 against 98,480 a
/// message, `make instructions`); escaping and rarer numbers are calls.
@safe
public struct HTMLWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0

  /// The number of bytes written.
  @inlinable public var count: Int { used }

  /// An empty page with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    self.capacity = max(64, capacity)
    unsafe start = .allocate(capacity: self.capacity)
  }

  deinit { unsafe start.deallocate() }

  /// The bytes written so far, UTF-8.
  public var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Lends the bytes written so far, UTF-8.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Removes all bytes and keeps the memory.
  public mutating func removeAll() { used = 0 }

  /// Inserts the output of `write` before the byte at an index: a fact that is known only after the bytes after it were
  /// written.
  public mutating func insert(at index: Int, _ write: (inout HTMLWriter) -> Void) {
    let (index, end) = (min(max(0, index), count), count)
    write(&self)
    let added = count - end
    guard added > 0, index < end else { return }
    let piece = unsafe Array(UnsafeBufferPointer(start: start + end, count: added))
    unsafe (start + index + added).update(from: start + index, count: end - index)
    for (offset, byte) in piece.enumerated() { unsafe start[index + offset] = byte }
  }

  /// Our own markup.
  @inlinable @inline(__always)
  public mutating func raw(_ markup: StaticString) {
    unsafe copy(markup.utf8Start, markup.utf8CodeUnitCount)
  }

  /// Markup written by another writer.
  public mutating func append(_ other: borrowing HTMLWriter) { unsafe copy(other.start, other.count) }

  /// A part of the markup written by another writer; nothing beyond its end.
  @inlinable
  public mutating func append(_ other: borrowing HTMLWriter, _ part: Range<Int>) {
    guard part.lowerBound >= 0, part.upperBound <= other.count else { return }
    unsafe copy(other.start + part.lowerBound, part.count)
  }

  /// A part of a page rendered by a shell.
  public mutating func append(shell bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe copy($0.baseAddress, $0.count) }
  }

  /// Input as the text of an element.
  ///
  /// Control characters other than tab and newline come out as their pictures, one for one: `ControlPictures`, and ␍ for CR.
  public mutating func text(_ string: String) {
    unsafe string.withUTF8Bytes { unsafe escape($0, care: ByteClass.inText) }
  }

  /// A part of a text, by UTF-8 offsets. Offsets outside the text are moved to its ends.
  public mutating func text(_ string: String, from start: Int, to end: Int) {
    text(string.utf8.span, from: start, to: end)
  }

  /// A part of a text's bytes.
  public mutating func text(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    part(of: bytes, from: start, to: end, care: ByteClass.inText)
  }

  /// Input as the value of an attribute in quotation marks of either kind.
  public mutating func attribute(_ string: String) {
    unsafe string.withUTF8Bytes { unsafe escape($0, care: ByteClass.inAttribute) }
  }

  /// A part of a text as the value of an attribute, by UTF-8 offsets.
  public mutating func attribute(_ string: String, from start: Int, to end: Int) {
    part(of: string.utf8.span, from: start, to: end, care: ByteClass.inAttribute)
  }

  /// Input as a complete address in an attribute: characters that no URL may hold are percent-encoded.
  ///
  /// Percent-encoded bytes are unchanged.
  public mutating func url(_ address: String) {
    for byte in address.utf8 {
      if ByteClass.isURL(byte) { urlByte(byte) } else { percent(byte) }
    }
  }

  /// Input as a path in an attribute: every byte except unreserved characters and `/` is percent-encoded.
  public mutating func path(_ path: String) {
    for byte in path.utf8 {
      if ByteClass.isUnreserved(byte) || byte == UInt8(ascii: "/") {
        append(byte)
      } else {
        percent(byte)
      }
    }
  }

  /// A whole number.
  @inlinable
  public mutating func integer(_ value: Int) {
    reserve(24)
    if value < 0 { put(UInt8(ascii: "-")) }
    digits(value.magnitude)
  }

  /// A number in hexadecimal, in small letters.
  public mutating func hexadecimal(_ value: UInt32) {
    reserve(8)
    var shift = max(0, 31 - value.leadingZeroBitCount) & ~3
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(shift) & 15)
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      shift -= 4
    }
  }

  /// A number in base 36: digits and small letters.
  public mutating func base36(_ value: UInt32) {
    reserve(8)
    // Divided by a constant known to the compiler; at most seven digits, the last one first.
    var (left, word, length) = (value, UInt64(0), 0)
    repeat {
      let (front, last) = left.quotientAndRemainder(dividingBy: 36)
      let digit = UInt8(truncatingIfNeeded: last)
      word = word << 8 | UInt64(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      (left, length) = (front, length + 1)
    } while left > 0
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    used += length
  }

  /// A moment as the value of a `datetime` attribute.
  public mutating func time(_ time: UTCTime) {
    reserve(24)
    let (first, second, last) = time.words
    put(first)
    put(second)
    put(last)
  }

  /// The bytes of a word, the lowest first, if there is room.
  @inlinable @inline(__always)
  mutating func put<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word) {
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: Word.self)
    used += Word.bitWidth / 8
  }

  /// A length in rem, the unit that scales with the page: 16 layout px are 1rem. Zero has no unit.
  ///
  /// At most four decimals, rounded half up: less than 1/1000 px away from the layout.
  @inlinable @inline(__always)
  public mutating func rem(_ length: LayoutUnit) {
    remNumber(length)
    if length != .zero { raw("rem") }
  }

  /// A length in rem that is not less than the given one, so that browsers that cut to 1/64 px reach it.
  public mutating func remUp(_ length: LayoutUnit) {
    tenThousandths((Int(length.raw) * 10_000 + 1023) >> 10)
    raw("rem")
  }

  /// A length in rem for `calc()`, where a 0 needs its unit too (CSS Values 4 §10.9).
  @inlinable @inline(__always)
  public mutating func remTerm(_ length: LayoutUnit) {
    remNumber(length)
    raw("rem")
  }

  /// A length in rem without the unit.
  public mutating func remNumber(_ length: LayoutUnit) {
    if length.raw & 63 == 0, length.raw > 0 { return sixteenths(UInt(length.raw) >> 6) }
    // raw/64 px ÷ 16 = raw/1024 rem.
    tenThousandths((Int(length.raw) * 10_000 + 512) >> 10)
  }

  /// A length in px of the layout without the unit, at most two decimals.
  @inlinable @inline(__always)
  public mutating func px(_ length: LayoutUnit) {
    if length.raw & 63 == 0, length.raw >= 0 { return whole(UInt(length.raw) >> 6) }
    hundredths((Int(length.raw) * 100 + 32) >> 6)
  }

  /// Hundredths of a unit as a decimal number without needless zeros.
  public mutating func hundredths(_ value: Int) {
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 100)
    self.whole(whole, isNegative: value < 0, hasFraction: fraction > 0)
    if fraction > 0 { decimals(fraction) }
  }

  /// A whole number of px, the usual case.
  @inlinable
  mutating func whole(_ px: UInt) {
    reserve(32)
    digits(px)
  }
}

extension HTMLWriter {
  /// Makes room for `more` bytes.
  @inlinable @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ more: Int) {
    let room = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    unsafe larger.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = larger
    capacity = room
  }

  @inlinable @inline(__always)
  mutating func copy(_ source: UnsafePointer<UInt8>?, _ length: Int) {
    guard let source = unsafe source else { return }
    reserve(length)
    unsafe (start + count).update(from: source, count: length)
    used += length
  }

  /// Appends a byte, for which there must be room.
  @inlinable @inline(__always)
  mutating func put(_ byte: UInt8) {
    unsafe start[count] = byte
    used += 1
  }

  /// Appends a byte.
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  /// The decimal digits of a number; there is room for 24.
  @inlinable @inline(__always)
  mutating func digits(_ value: UInt) {
    if value < 10_000 { return fewDigits(UInt32(truncatingIfNeeded: value)) }
    manyDigits(value)
  }

  /// The digits of a number below 10,000, the usual case, without a loop.
  @inlinable @inline(__always)
  mutating func fewDigits(_ value: UInt32) {
    let length = 1 + (value > 9 ? 1 : 0) + (value > 99 ? 1 : 0) + (value > 999 ? 1 : 0)
    let word = ByteClass.digits(value) >> UInt32((4 - length) * 8)
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt32.self)
    used += length
  }

  @usableFromInline
  mutating func manyDigits(_ value: UInt) {
    let (front, back) = value.quotientAndRemainder(dividingBy: 10_000)
    digits(front)
    put(ByteClass.digits(UInt32(truncatingIfNeeded: back)))
  }

  /// `value` / 16, above 0: the usual length, because most are whole px.
  private mutating func sixteenths(_ value: UInt) {
    reserve(32)
    if value >= 16 { digits(value >> 4) }
    let (fraction, length) = ByteClass.sixteenth(value & 15)
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: fraction.littleEndian, as: UInt64.self)
    used += length
  }

  /// The whole part of a number; not a zero before a fraction.
  @inline(__always)
  private mutating func whole(_ value: UInt, isNegative: Bool, hasFraction: Bool) {
    reserve(32)
    if isNegative { put(UInt8(ascii: "-")) }
    if value > 0 || !hasFraction { digits(value) }
    if hasFraction { put(UInt8(ascii: ".")) }
  }

  /// `value` / 10,000 without trailing zeros.
  private mutating func tenThousandths(_ value: Int) {
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 10_000)
    self.whole(whole, isNegative: value < 0, hasFraction: fraction > 0)
    if fraction == 0 { return }
    let (front, back) = fraction.quotientAndRemainder(dividingBy: 100)
    if back == 0 { return decimals(front) }
    put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: front / 10))
    put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: front % 10))
    decimals(back)
  }

  /// Two decimals, the second left out if it is zero; at least one is not zero.
  @inline(__always)
  private mutating func decimals(_ value: UInt) {
    let (tens, ones) = value.quotientAndRemainder(dividingBy: 10)
    put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: tens))
    if ones > 0 { put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: ones)) }
  }

  private mutating func part(of bytes: Span<UInt8>, from start: Int, to end: Int, care mask: UInt64) {
    let end = min(end, bytes.count)
    let start = max(0, start)
    guard start < end else { return }
    unsafe bytes.withUnsafeBufferPointer {
      unsafe escape(UnsafeBufferPointer(rebasing: $0[start..<end]), care: mask)
    }
  }

  /// Appends `input` escaped: eight ordinary bytes at once, the others by `special`.
  private mutating func escape(_ input: UnsafeBufferPointer<UInt8>, care mask: UInt64) {
    let length = input.count
    reserve(length + 8)
    var end = unsafe UnsafeMutableRawPointer(start + count)
    var index = 0
    while length - index >= 8 {
      let word = unsafe input.word(at: index)
      if ByteClass.isPlain(word) {
        unsafe end.storeBytes(of: word.littleEndian, as: UInt64.self)
        unsafe end += 8
        index += 8
        continue
      }
      used = unsafe end - UnsafeMutableRawPointer(start)
      unsafe escape(input, in: &index, upTo: index + 8, care: mask)
      reserve(length - index + 8)
      unsafe end = UnsafeMutableRawPointer(start + count)
    }
    used = unsafe end - UnsafeMutableRawPointer(start)
    guard index < length else { return }
    if let word = unsafe input.lastWord(from: index), ByteClass.isPlain(word) {
      unsafe end.storeBytes(of: word.littleEndian, as: UInt64.self)
      used += length - index
    } else {
      unsafe escape(input, in: &index, upTo: length, care: mask)
    }
  }

  /// Escapes byte by byte, until `index` is at or after `end`.
  private mutating func escape(
    _ input: UnsafeBufferPointer<UInt8>, in index: inout Int, upTo end: Int, care mask: UInt64
  ) {
    while index < end {
      let byte = unsafe input[index]
      if ByteClass.needsCare(byte, mask) {
        let following = index + 1 < input.count ? unsafe input[index + 1] : 0
        let last = index + 2 < input.count ? unsafe input[index + 2] : 0
        if let length = ByteClass.specialLength(byte, following, last) {
          special(byte)
          index += length
          continue
        }
      }
      append(byte)
      index += 1
    }
  }

  /// The replacement of a character that may not appear as itself, by its first byte.
  private mutating func special(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): raw("&amp;")
    case UInt8(ascii: "<"): raw("&lt;")
    case UInt8(ascii: ">"): raw("&gt;")
    case UInt8(ascii: "\""): raw("&quot;")
    case UInt8(ascii: "'"): raw("&#39;")
    case 0x7F: raw("\u{2421}")
    case 0..<0x20:
      append(0xE2)
      append(0x90)
      append(0x80 + byte)  // U+2400 and on
    default: raw("\n")  // NEL, U+2028 and U+2029, as in ControlPictures.
    }
  }

  private mutating func urlByte(_ byte: UInt8) {
    if byte == UInt8(ascii: "&") { raw("&amp;") } else { append(byte) }
  }

  private mutating func percent(_ byte: UInt8) {
    append(UInt8(ascii: "%"))
    append(ByteClass.hexDigit(byte >> 4))
    append(ByteClass.hexDigit(byte & 15))
  }
}

/// The classes of bytes for the writer.
public enum ByteClass {
  /// The bytes below 64 that need care in text, one bit each: C0 except tab and newline, `&`, `<`, `>`.
  static let inText: UInt64 = 0x5000_0040_FFFF_F9FF
  /// The bytes below 64 that need care in an attribute: ``inText`` and both quotation marks.
  static let inAttribute: UInt64 = inText | 1 << 34 | 1 << 39

  /// True if a byte may start a character that cannot be written as itself: bytes in the mask, DEL, and the
  /// first bytes of U+0085, U+2028 and U+2029.
  @inline(__always)
  static func needsCare(_ byte: UInt8, _ mask: UInt64) -> Bool {
    if byte < 64 { return mask &>> UInt64(byte) & 1 == 1 }
    return byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }

  /// True if none of eight bytes needs care anywhere: no C0, DEL, `"`, `&`, `'`, `<`, `>`, C2 or
  /// E2.
  ///
  /// Eight comparisons in one word: the result is in each byte's top bit. May be wrongly false, never wrongly true.
  @inline(__always)
  static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    // `&` and `'` differ in their last bit, `<` and `>` in the one before, C2 and E2 in one bit too.
    let ampersand = (word | ones) ^ (ones &* 0x27)
    let angle = (word | (ones &* 2)) ^ (ones &* 0x3E)
    let quote = word ^ (ones &* 0x22)
    let delete = word ^ (ones &* 0x7F)
    let least = ones &* 0x20
    // If all bytes are ASCII, a subtraction that underflows sets a byte's top bit, which was clear.
    if word & tops == 0 {
      let found =
        (word &- least) | (ampersand &- ones) | (angle &- ones) | (quote &- ones) | (delete &- ones)
      return found & tops == 0
    }
    func isZero(_ bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes }
    let first = (word | (ones &* 0x20)) ^ (ones &* 0xE2)
    let found =
      ((word &- least) & ~word) | isZero(ampersand) | isZero(angle) | isZero(quote) | isZero(delete)
      | isZero(first)
    return found & tops == 0
  }

  /// The length in bytes of the character to replace, or nil if it may stay.
  static func specialLength(_ byte: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
    switch byte {
    case 0xC2: second == 0x85 ? 2 : nil
    case 0xE2: second == 0x80 && (third == 0xA8 || third == 0xA9) ? 3 : nil
    default: 1
    }
  }

  /// RFC 3986 §2.3.
  @inlinable
  public static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Unreserved, reserved (RFC 3986 §2.2) or the percent sign; without the apostrophe, because it may end an attribute.
  static func isURL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","),
      UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: isUnreserved(byte)
    }
  }

  /// The four digits of a number below 10,000, zeros in front included, the first one lowest.
  @inlinable @inline(__always)
  static func digits(_ value: UInt32) -> UInt32 {
    // Two pairs of digits, each in half of the word, then each digit in a byte: divisions by multiplying.
    let pairs = value / 100 | (value % 100) << 16
    let tens = ((pairs &* 103) >> 10) & 0x000F_000F
    return 0x3030_3030 | tens | (pairs &- tens &* 10) << 8
  }

  /// The decimals of `value` / 16 with their point: up to eight ASCII bytes, the first one lowest, and their number.
  @inline(__always)
  static func sixteenth(_ value: UInt) -> (bytes: UInt64, count: Int) {
    switch value {
    case 1: (0x353236302E, 5)  // .0625
    case 2: (0x3532312E, 4)  // .125
    case 3: (0x353738312E, 5)  // .1875
    case 4: (0x35322E, 3)  // .25
    case 5: (0x353231332E, 5)  // .3125
    case 6: (0x3537332E, 4)  // .375
    case 7: (0x353733342E, 5)  // .4375
    case 8: (0x352E, 2)  // .5
    case 9: (0x353236352E, 5)  // .5625
    case 10: (0x3532362E, 4)  // .625
    case 11: (0x353738362E, 5)  // .6875
    case 12: (0x35372E, 3)  // .75
    case 13: (0x353231382E, 5)  // .8125
    case 14: (0x3537382E, 4)  // .875
    case 15: (0x353733392E, 5)  // .9375
    default: (0, 0)
    }
  }

  /// Returns the upper-case hexadecimal digit, in ASCII, of a value below 16.
  public static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension String {
  /// Lends the string's bytes.
  @inline(__always)
  public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    unsafe utf8.span.withUnsafeBufferPointer { unsafe body($0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The eight bytes from `index` on, the first one lowest; there must be that many.
  @inline(__always)
  fileprivate func word(at index: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The bytes from `index` on, fewer than eight, padded with blanks; nil if there are fewer than four in all.
  @inline(__always)
  fileprivate func lastWord(from index: Int) -> UInt64? {
    let bytes = UnsafeRawBufferPointer(self)
    var word: UInt64
    if count >= 8 {
      word = unsafe self.word(at: count - 8) &>> UInt64((index + 8 - count) * 8)
    } else if count >= 4, index == 0 {
      let first = unsafe UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
      let last = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      word = UInt64(first) | UInt64(last) &<< UInt64((count - 4) * 8)
    } else {
      return nil
    }
    word |= 0x2020_2020_2020_2020 &<< UInt64((count - index) * 8)
    return word
  }
}
