public import Frames

/// A growing page: bytes that are markup only where a string literal says so.
///
/// This is the only place that escapes. Markup enters as `StaticString`; everything from an input goes through
/// `text`, `attribute` or `url`, so that no chat can open a tag, close an attribute or hide a control character.
///
/// It owns its buffer, which keeps an append to a comparison and a copy: a page is some 40 appends a message.
@safe
public struct HTMLWriter: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// How many bytes were written.
  public private(set) var count = 0

  /// An empty page with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    self.capacity = max(64, capacity)
    unsafe start = .allocate(capacity: self.capacity)
  }

  deinit { unsafe start.deallocate() }

  /// What was written so far, UTF-8.
  public var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Lends what was written so far, UTF-8.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Forgets what was written and keeps the room.
  public mutating func removeAll() { count = 0 }

  /// Markup of ours.
  @inline(__always)
  public mutating func raw(_ markup: StaticString) {
    unsafe copy(markup.utf8Start, markup.utf8CodeUnitCount)
  }

  /// Markup that another writer wrote.
  public mutating func append(_ other: borrowing HTMLWriter) { unsafe copy(other.start, other.count) }

  /// A part of the markup that another writer wrote; nothing if it did not write so much.
  mutating func append(_ other: borrowing HTMLWriter, _ part: Range<Int>) {
    guard part.lowerBound >= 0, part.upperBound <= other.count else { return }
    unsafe copy(other.start + part.lowerBound, part.count)
  }

  /// A part of a page that a shell rendered.
  mutating func append(shell bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe copy($0.baseAddress, $0.count) }
  }

  /// Markup that a writer wrote in an earlier export, out of a page that is still as it was written.
  mutating func append(written bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe copy($0.baseAddress, $0.count) }
  }

  /// Input as the text of an element.
  ///
  /// Control characters other than tab and newline come out as their pictures, one for one: `ControlPictures`, and ␍ for CR.
  public mutating func text(_ string: String) {
    unsafe string.withUTF8Bytes { unsafe escapeText($0) }
  }

  /// A part of a text, by UTF-8 offsets. Offsets outside the text are moved to its ends.
  public mutating func text(_ string: String, from start: Int, to end: Int) {
    unsafe string.withUTF8Bytes { unsafe escapeText($0.part(from: start, to: end)) }
  }

  /// Input as the value of an attribute, to be set in quotation marks of either kind.
  public mutating func attribute(_ string: String) {
    unsafe string.withUTF8Bytes { unsafe escapeAttribute($0) }
  }

  /// A part of a text as the value of an attribute, by UTF-8 offsets.
  public mutating func attribute(_ string: String, from start: Int, to end: Int) {
    unsafe string.withUTF8Bytes { unsafe escapeAttribute($0.part(from: start, to: end)) }
  }

  /// Input as a complete address in an attribute: characters that no URL may hold are percent-encoded.
  ///
  /// What is already percent-encoded stays as it is.
  public mutating func url(_ address: String) {
    for byte in address.utf8 {
      if ByteClass.isURL(byte) { urlByte(byte) } else { percent(byte) }
    }
  }

  /// Input as a path in an attribute: every byte but unreserved characters and `/` is percent-encoded.
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
  public mutating func integer(_ value: Int) {
    reserve(24)
    if value < 0 { put(UInt8(ascii: "-")) }
    digits(value.magnitude)
  }

  /// A number in hexadecimal, in small letters.
  mutating func hexadecimal(_ value: UInt32) {
    reserve(8)
    var shift = max(0, 31 - value.leadingZeroBitCount) & ~3
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(shift) & 15)
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      shift -= 4
    }
  }

  /// A moment as the value of a `datetime` attribute.
  mutating func time(_ time: UTCTime) {
    reserve(24)
    let (first, second, last) = time.words
    put(first)
    put(second)
    put(last)
  }

  /// The bytes of a word, the lowest first, where there is room.
  @inline(__always)
  private mutating func put<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word) {
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: Word.self)
    count += Word.bitWidth / 8
  }

  /// A length in rem, the unit that scales with the page: 16 layout px are 1rem. Zero has no unit.
  ///
  /// At most four decimals, rounded half up: less than 1/1000 px away from the layout.
  @inline(__always)
  public mutating func rem(_ length: LayoutUnit) {
    remNumber(length)
    if length != .zero { raw("rem") }
  }

  /// A length in rem for `calc()`, where a 0 needs its unit as well (CSS Values 4 §10.9).
  public mutating func remTerm(_ length: LayoutUnit) {
    remNumber(length)
    raw("rem")
  }

  /// A length in rem without the unit.
  public mutating func remNumber(_ length: LayoutUnit) {
    if length.raw & 63 == 0, length.raw > 0 { return sixteenths(UInt(length.raw) >> 6) }
    // raw/64 px ÷ 16 = raw/1024 rem.
    decimal((Int(length.raw) * 10_000 + 512) >> 10, decimals: 4)
  }

  /// A length in px of the layout without the unit, at most two decimals.
  public mutating func px(_ length: LayoutUnit) { hundredths((Int(length.raw) * 100 + 32) >> 6) }

  /// Hundredths of a unit as a decimal number without needless zeros.
  public mutating func hundredths(_ value: Int) { decimal(value, decimals: 2) }
}

extension HTMLWriter {
  /// Makes room for `more` bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let room = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    unsafe larger.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = larger
    capacity = room
  }

  @inline(__always)
  private mutating func copy(_ source: UnsafePointer<UInt8>?, _ length: Int) {
    guard let source = unsafe source else { return }
    reserve(length)
    unsafe (start + count).update(from: source, count: length)
    count += length
  }

  /// Appends a byte for which there is room.
  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    unsafe start[count] = byte
    count += 1
  }

  /// Appends a byte.
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  /// The decimal digits of a number; there is room for 20.
  @inline(__always)
  private mutating func digits(_ value: UInt) {
    if value < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
    var length = 1
    var limit: UInt = 10
    while length < 20, value >= limit {
      length += 1
      limit = length == 20 ? .max : limit &* 10
    }
    var rest = value
    var place = count + length
    count = place
    repeat {
      place -= 1
      unsafe start[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }

  /// `value` / 16, above 0: what most lengths are, as most are whole px.
  private mutating func sixteenths(_ value: UInt) {
    reserve(32)
    if value >= 16 { digits(value >> 4) }
    let (fraction, length) = ByteClass.sixteenth(value & 15)
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: fraction.littleEndian, as: UInt64.self)
    count += length
  }

  /// `value` · 10^−decimals for 2 or 4 decimals, without trailing zeros and without a zero before the point.
  private mutating func decimal(_ value: Int, decimals: Int) {
    reserve(32)
    if value < 0 { put(UInt8(ascii: "-")) }
    var whole: UInt
    var fraction: UInt
    if decimals == 4 {
      (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 10_000)
    } else {
      (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 100)
    }
    if whole > 0 || fraction == 0 { digits(whole) }
    guard fraction > 0 else { return }
    put(UInt8(ascii: "."))
    if decimals == 4 {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 1000))
      fraction %= 1000
      if fraction == 0 { return }
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 100))
      fraction %= 100
      if fraction == 0 { return }
    }
    put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 10))
    whole = fraction % 10
    if whole > 0 { put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole)) }
  }

  private mutating func escapeText(_ input: UnsafeBufferPointer<UInt8>) {
    unsafe escape(input, inAttribute: false)
  }

  private mutating func escapeAttribute(_ input: UnsafeBufferPointer<UInt8>) {
    unsafe escape(input, inAttribute: true)
  }

  /// Appends `input` escaped: words of eight ordinary bytes as they are looked at, others byte by byte.
  @inline(__always)
  private mutating func escape(_ input: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
    let mask = inAttribute ? ByteClass.inAttribute : ByteClass.inText
    var index = 0
    // A word is written whole, whatever of it counts.
    reserve(input.count + 8)
    while true {
      while input.count &- index >= 8 {
        let word = unsafe input.word(at: index)
        guard ByteClass.isPlain(word, inAttribute: inAttribute) else { break }
        put(word)
        index &+= 8
      }
      let left = min(input.count - index, 8)
      if left <= 0 { return }
      if left < 8, input.count >= 8 {
        let word = unsafe input.lastWord(of: left)
        if ByteClass.isPlain(word, inAttribute: inAttribute) {
          put(word)
          count -= 8 - left
          return
        }
      }
      let end = index + left
      while index < end {
        let byte = unsafe input[index]
        guard ByteClass.needsCare(byte, mask), let length = unsafe input.specialLength(at: index) else {
          put(byte)
          index &+= 1
          continue
        }
        special(byte)
        index += length
        reserve(input.count - index + 8)
      }
    }
  }

  /// The stand-in for a character that may not appear as itself, by its first byte.
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
    default: raw("\u{2424}")  // NEL, U+2028 and U+2029: CSS would break the line there.
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

/// What a byte means to the writer.
enum ByteClass {
  /// The bytes below 64 that need care in text, one bit each: C0 but tab and newline, `&`, `<`, `>`.
  static let inText: UInt64 = 0x5000_0040_FFFF_F9FF
  /// The same in an attribute, where both quotation marks need care too.
  static let inAttribute: UInt64 = inText | 1 << 34 | 1 << 39

  /// Whether a byte may start something that cannot stand as itself: those of the mask, DEL, and the first
  /// bytes of U+0085, U+2028 and U+2029.
  @inline(__always)
  static func needsCare(_ byte: UInt8, _ mask: UInt64) -> Bool {
    if byte < 64 { return mask &>> UInt64(byte) & 1 == 1 }
    return byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }

  /// Whether none of eight bytes needs care: no C0, `&`, `<`, `>`, DEL, C2 or E2, and no quotation mark in an attribute.
  ///
  /// Eight comparisons in one word: a byte's top bit tells. May say no too often, never yes wrongly.
  @inline(__always)
  static func isPlain(_ word: UInt64, inAttribute: Bool) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    // `&` and `'` differ in their last bit, `<` and `>` in the one before.
    let last = inAttribute ? ones : 0
    let ampersands = (word | last) ^ (ones &* 0x26 | last)
    let brackets = (word | ones &* 2) ^ (ones &* 0x3E)
    // What is below a byte borrows from its top bit.
    var found = (word &- ones &* 0x20) | (ampersands &- ones) | (brackets &- ones)
    if inAttribute { found |= (word ^ ones &* 0x22) &- ones }
    // The bytes behind ASCII have that bit themselves, and DEL has it with one more.
    let others = (word | word &+ ones) & tops
    if others == 0 { return found & tops == 0 }
    return isPlainBehindASCII(word, found & ~word & tops)
  }

  /// The same for a word with a DEL or bytes behind ASCII, of whose ASCII bytes it is known whether one was `found`.
  private static func isPlainBehindASCII(_ word: UInt64, _ found: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    func isZero(_ bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes }
    // C2 and E2 differ in one bit.
    return found == 0
      && (isZero(word ^ (ones &* 0x7F)) | isZero((word | ones &* 0x20) ^ (ones &* 0xE2))) & tops == 0
  }

  /// How many bytes the character to replace has, or nil when it may stay.
  static func specialLength(_ byte: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
    switch byte {
    case 0xC2: second == 0x85 ? 2 : nil
    case 0xE2: second == 0x80 && (third == 0xA8 || third == 0xA9) ? 3 : nil
    default: 1
    }
  }

  /// RFC 3986 §2.3.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Unreserved, reserved (RFC 3986 §2.2) or the percent sign; apostrophe left out, as it may end an attribute.
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

  /// The decimals of `value` / 16 with their point: up to eight ASCII bytes, the first one lowest, and how many.
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

  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension String {
  /// Lends the string's bytes.
  @inline(__always)
  func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    unsafe utf8.span.withUnsafeBufferPointer { unsafe body($0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes between two places, which are moved to the ends if they lie outside.
  fileprivate func part(from start: Int, to end: Int) -> Self {
    let end = Swift.min(end, count)
    let start = Swift.max(0, start)
    return unsafe start < end ? UnsafeBufferPointer(rebasing: self[start..<end]) : Self(start: nil, count: 0)
  }

  /// How many bytes the character to replace has that starts at `index`, or nil when it may stay.
  fileprivate func specialLength(at index: Int) -> Int? {
    ByteClass.specialLength(
      unsafe self[index], index + 1 < count ? unsafe self[index + 1] : 0,
      index + 2 < count ? unsafe self[index + 2] : 0)
  }

  /// The eight bytes from `index` on, the first one lowest; there must be that many.
  @inline(__always)
  fileprivate func word(at index: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The last bytes, fewer than eight, the first one lowest, with spaces behind them; there must be eight in all.
  @inline(__always)
  fileprivate func lastWord(of length: Int) -> UInt64 {
    let bits = UInt64(truncatingIfNeeded: length &* 8)
    return unsafe word(at: count - 8) &>> (64 &- bits) | 0x2020_2020_2020_2020 &<< bits
  }
}
