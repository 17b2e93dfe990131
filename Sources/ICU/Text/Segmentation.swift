// Boundary to ICU's text services and converters (`CICUText`) and host name services (`CICUHost`), which take pointers to text
// and own the objects they return.

import CICUHost
import CICUText

/// The boundaries that ICU finds in UTF-16 text.
///
/// Owns an ICU iterator, so it belongs to one task.
@safe public final class TextBoundaries {
  /// The kind of boundary to look for.
  public enum Kind: Sendable {
    /// Line break opportunities (UAX #14), as `line-break: normal` of the locale.
    case line
    /// Extended grapheme clusters (UAX #29).
    case grapheme
    /// Words, with spaces and punctuation between them (UAX #29).
    case word
  }

  private let iterator: OpaquePointer?

  /// Boundaries of a kind in a locale; an unknown locale is treated as root.
  public init(_ kind: Kind, locale: String) {
    switch kind {
    case .line:
      unsafe iterator = chatexport_open_lines(Self.icuName(of: locale))
    case .grapheme:
      unsafe iterator = chatexport_open_graphemes()
    case .word:
      unsafe iterator = chatexport_open_words()
    }
  }

  deinit {
    if let iterator = unsafe iterator { unsafe chatexport_close_boundaries(iterator) }
  }

  /// ICU's id of a locale given as BCP 47 tag, with the keyword for UAX #14 tailored as CSS's `normal`.
  ///
  /// Only one of the tag's own keywords is kept: `ja-u-lw-phrase` breaks Japanese only between phrases, like
  /// CSS's `word-break: auto-phrase`.
  private static func icuName(of locale: String) -> String {
    var parts: [String] = []
    var keywords: [String] = []
    for part in locale.split(whereSeparator: { $0 == "-" || $0 == "_" }).prefix(16) {
      let plain = part.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
      // From its first extension on (a single letter), a tag no longer means language and region.
      if plain.utf8.count == 1 || !keywords.isEmpty { keywords.append(plain) } else { parts.append(plain) }
    }
    let pairs = zip(keywords, keywords.dropFirst())
    let isPhrase = keywords.first == "u" && pairs.contains { $0 == ("lw", "phrase") }
    return String(parts.joined(separator: "_").prefix(60)) + "@lb=normal" + (isPhrase ? ";lw=phrase" : "")
  }

  /// Replaces `boundaries` with every boundary after the start of `text`, ascending; the last is its end.
  public func find(in text: [UInt16], into boundaries: inout [Int32]) {
    boundaries.removeAll(keepingCapacity: true)
    guard let iterator = unsafe iterator, !text.isEmpty, text.count < Int32.max else { return }
    let count = Int32(text.count)
    boundaries.append(contentsOf: repeatElement(0, count: text.count))
    let found = unsafe text.withUnsafeBufferPointer { units in
      unsafe boundaries.withUnsafeMutableBufferPointer { result in
        guard let units = units.baseAddress, let result = result.baseAddress else { return Int32(0) }
        return unsafe chatexport_boundaries(iterator, units, count, result)
      }
    }
    boundaries.removeLast(boundaries.count - Int(found))
  }
}

/// The embedding levels of a paragraph (UAX #9). Owns ICU's working memory, so it belongs to one task.
@safe public final class BidiLevels {
  private let bidi: OpaquePointer?

  /// Can be used for any number of paragraphs.
  public init() { unsafe bidi = chatexport_open_bidi() }

  deinit {
    if let bidi = unsafe bidi { unsafe chatexport_close_bidi(bidi) }
  }

  /// Replaces `levels` with the level of each unit of `text`, for a paragraph that reads right to left or not.
  public func find(in text: [UInt16], rightToLeft: Bool, into levels: inout [UInt8]) {
    levels.removeAll(keepingCapacity: true)
    levels.append(contentsOf: repeatElement(rightToLeft ? 1 : 0, count: text.count))
    guard let bidi = unsafe bidi, !text.isEmpty, text.count < Int32.max else { return }
    let count = Int32(text.count)
    let text = Self.withFewBrackets(text)
    _ = unsafe text.withUnsafeBufferPointer { units in
      unsafe levels.withUnsafeMutableBufferPointer { result in
        guard let units = units.baseAddress, let result = result.baseAddress else { return false }
        return unsafe chatexport_levels(bidi, units, count, rightToLeft ? 1 : 0, result)
      }
    }
  }
}

extension BidiLevels {
  /// The most opening brackets of a paragraph that may form pairs. UAX #9 (BD16) gives up at 63 open ones;
  /// ICU does not, and takes quadratic time.
  private static let mostBrackets = 1000

  /// Returns the text with a neutral sign for each bracket beyond that number.
  private static func withFewBrackets(_ text: [UInt16]) -> [UInt16] {
    guard text.count > mostBrackets else { return text }
    var fewer = text
    var opened = 0
    for index in text.indices {
      if text[index] == 0x0A {
        opened = 0
      } else if let bracket = Unicode.Scalar(text[index])?.pairedBracket {
        if bracket.opens { opened += 1 }
        if opened > mostBrackets { fewer[index] = 0x21 }
      }
    }
    return fewer
  }
}

/// A script of ISO 15924, by its four letters.
public struct Script: Hashable, Sendable {
  /// The four letters as a big-endian number, which is also HarfBuzz's tag of the script.
  public var tag: UInt32

  /// The script with the given tag.
  public init(tag: UInt32) { self.tag = tag }

  /// Characters of several scripts, such as digits and punctuation.
  public static let common = Script(tag: 0x5A79_7979)
  /// Marks that take the script of the character before them.
  public static let inherited = Script(tag: 0x5A69_6E68)
  /// Characters without a script, such as unassigned ones.
  public static let unknown = Script(tag: 0x5A7A_7A7A)
  /// Latin.
  public static let latin = Script(tag: 0x4C61_746E)
  /// Greek.
  public static let greek = Script(tag: 0x4772_656B)
  /// Cyrillic.
  public static let cyrillic = Script(tag: 0x4379_726C)
  /// Han: Chinese characters, also in Japanese and Korean.
  public static let han = Script(tag: 0x4861_6E69)
  /// Hiragana.
  public static let hiragana = Script(tag: 0x4869_7261)
  /// Katakana.
  public static let katakana = Script(tag: 0x4B61_6E61)
  /// Hangul.
  public static let hangul = Script(tag: 0x4861_6E67)
  /// Mongolian.
  public static let mongolian = Script(tag: 0x4D6F_6E67)
  /// Bopomofo.
  public static let bopomofo = Script(tag: 0x426F_706F)
  /// Hebrew.
  public static let hebrew = Script(tag: 0x4865_6272)
  /// Thai.
  public static let thai = Script(tag: 0x5468_6169)
  /// Lao.
  public static let lao = Script(tag: 0x4C61_6F6F)

  /// The script's English name as Unicode writes it, e.g. `Canadian_Aboriginal`; nil for an unknown tag.
  public var name: String? {
    guard let name = unsafe chatexport_script_name(tag) else { return nil }
    return unsafe String(cString: name)
  }
}

/// The Unicode properties of a character that laying out text needs.
extension Unicode.Scalar {
  private var code: Int32 { Int32(bitPattern: value) }

  /// The Script property.
  public var script: Script { Script(tag: chatexport_script(code)) }

  /// The Script_Extensions property: the scripts the character is used with.
  public var scriptExtensions: [Script] {
    var tags = [UInt32](repeating: 0, count: 64)
    let count = unsafe tags.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return Int32(0) }
      return unsafe chatexport_script_extensions(code, base, 64)
    }
    return tags.prefix(Int(count)).map(Script.init(tag:))
  }

  /// Emoji_Presentation: shown as an emoji by default.
  public var isEmojiByDefault: Bool { chatexport_is_emoji_by_default(code) }
  /// Emoji: may be shown as an emoji.
  public var canBeEmoji: Bool { chatexport_is_emoji(code) }
  /// Extended_Pictographic, and not assigned yet: possibly an emoji newer than the Unicode version of this ICU.
  public var isReservedForEmoji: Bool { chatexport_is_reserved_for_emoji(code) }
  /// Emoji_Modifier_Base: may be followed by a skin tone.
  public var takesSkinTone: Bool { chatexport_takes_skin_tone(code) }
  /// Default_Ignorable_Code_Point: shows nothing of its own.
  public var isDefaultIgnorable: Bool { chatexport_is_default_ignorable(code) }
  /// True if the general category is a mark: it combines with the character before.
  public var isMark: Bool { chatexport_is_mark(code) }
  /// True if East_Asian_Width is fullwidth, halfwidth or wide.
  public var isWide: Bool { chatexport_is_wide(code) }
  /// Indic_Syllabic_Category=Invisible_Stacker.
  public var isInvisibleStacker: Bool { chatexport_is_stacker(code) }
  /// True if the Line_Break class is AL, HL, NU or CM: lines do not break between two such characters (UAX #14 LB9,
  /// LB23, LB25, LB28).
  public var isWordPart: Bool { chatexport_is_word_part(code) }
  /// True if the Line_Break class is CL or EX.
  public var isClosing: Bool { chatexport_is_closing(code) }
  /// True if the Line_Break class is ID, H2, H3 or CJ, which CSS's `normal` treats as ID.
  public var isIdeographic: Bool { chatexport_is_ideographic(code) }
  /// True if no character is assigned to the code point, or it is a surrogate.
  public var isUnassigned: Bool { chatexport_is_unassigned(code) }
  /// True if the general category is Cc.
  public var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// A strong bidi class, or nil (UAX #9 table 4: L; R and AL).
  public var strongDirectionIsRightToLeft: Bool? {
    let direction = chatexport_strong_direction(code)
    return direction == 0 ? nil : direction < 0
  }
  /// True if a paragraph with this character needs the bidi algorithm although no other character does:
  /// strong right-to-left letters, Arabic numbers, and explicit embeddings, overrides and isolates.
  public var needsBidi: Bool { chatexport_needs_bidi(code) }
  /// An isolate initiator, or nothing, or the end of an isolate: +1, 0, −1 (UAX #9 BD8, BD14).
  public var isolateStep: Int {
    switch value {
    case 0x2066, 0x2067, 0x2068: 1
    case 0x2069: -1
    default: 0
    }
  }

  /// The closing bracket of an opening one and vice versa (BidiBrackets.txt), else nil.
  public var pairedBracket: (scalar: UInt32, opens: Bool)? {
    var paired: Int32 = 0
    let type = unsafe chatexport_bracket(code, &paired)
    return type == 0 ? nil : (UInt32(bitPattern: paired), type > 0)
  }

  /// The full canonical decomposition (NFD), or with `compatibility` NFKD; empty if there is none.
  public func decomposition(compatibility: Bool = false) -> [Unicode.Scalar] {
    // Called for tens of thousands of characters, most of which have none.
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 64) { buffer in
      guard let base = buffer.baseAddress else { return [] }
      let length = unsafe chatexport_decomposition(code, compatibility, base, 64)
      guard length > 0 else { return [] }
      return unsafe Array(String(decoding: buffer.prefix(Int(length)), as: UTF16.self).unicodeScalars)
    }
  }
}

/// True if UTF-16 text is exactly one emoji recommended for general interchange (UTS #51 ED-27).
public func isRecommendedEmoji(_ units: [UInt16]) -> Bool {
  unsafe units.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return false }
    return unsafe chatexport_is_rgi_emoji(base, Int32(clamping: buffer.count))
  }
}

/// The normalization forms of a text (UAX #15).
public enum NormalizationForm: Sendable {
  /// Composed characters.
  case nfc
  /// Nothing is composed, and compatibility characters are replaced.
  case nfkd

  /// `text` in this form; unchanged if it is too long for ICU.
  public func callAsFunction(_ text: String) -> String {
    let units = Array(text.utf16)
    // No character has more than 18 units in NFKD.
    var normalized = [UInt16](repeating: 0, count: units.count * 18 + 1)
    let length = unsafe units.withUnsafeBufferPointer { units in
      unsafe normalized.withUnsafeMutableBufferPointer { normalized in
        guard let from = units.baseAddress, let to = normalized.baseAddress else { return Int32(-1) }
        return unsafe chatexport_normalize(
          self == .nfkd, from, Int32(clamping: units.count), to, Int32(clamping: normalized.count))
      }
    }
    guard length > 0 else { return text }
    return String(decoding: normalized.prefix(Int(length)), as: UTF16.self)
  }
}

/// The characters that canonical composition can make (NFC), each with its parts.
///
/// Hangul syllables and Han compatibility characters are left out, because fonts contain these themselves.
public enum CanonicalCompositions {
  /// Ascending by character.
  public static let all: [(scalar: Unicode.Scalar, parts: [Unicode.Scalar])] = {
    var result: [(scalar: Unicode.Scalar, parts: [Unicode.Scalar])] = []
    for range in [0xC0...0x30FF, 0xFB1D...0xFB4F, 0x11000...0x11FFF, 0x1D15E...0x1D1C0]
      as [ClosedRange<UInt32>]
    {
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let parts = scalar.decomposition()
        if !parts.isEmpty { result.append((scalar, parts)) }
      }
    }
    return result
  }()
}

/// ICU's tables, opened once. Looking names up changes nothing in them, which ICU allows from any thread.
@safe final class HostTables: Sendable {
  /// Longer names are invalid: RFC 1035 allows 253 bytes, and UTF-8 takes up to four for one letter.
  private static let limit = 2_048

  nonisolated(unsafe) private let hosts: OpaquePointer?

  init() { unsafe hosts = chat_open_hosts() }

  deinit { if let hosts = unsafe hosts { unsafe chat_close_hosts(hosts) } }

  /// Returns the resolved name, in ASCII, or nil if it is not valid.
  func ascii(_ name: String) -> String? {
    unsafe converted(name) { unsafe chat_host_ascii($0, $1, $2, $3, $4) }
  }

  /// Returns the readable name, or nil, and whether it is valid.
  func unicode(_ name: String) -> (name: String?, isValid: Bool) {
    var isValid = false
    let read = unsafe converted(name) { unsafe chat_host_unicode($0, $1, $2, $3, $4, &isValid) }
    return (read, isValid)
  }

  /// True if a label mixes scripts that are not written together.
  func isMixed(_ label: String) -> Bool {
    guard let hosts = unsafe hosts else { return true }
    let bytes = label.utf8.map { CChar(bitPattern: $0) }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe chat_label_is_mixed(hosts, start, Int32(clamping: bytes.count))
    }
  }

  /// Returns the label with each letter replaced by its lookalike (UTS #39 §4), or nil.
  func skeleton(of label: String) -> String? {
    unsafe converted(label) { unsafe chat_label_skeleton($0, $1, $2, $3, $4) }
  }

  /// Returns the result of `convert` for a name, or nil if it fails.
  @unsafe func converted(
    _ name: String,
    _ convert: (OpaquePointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<CChar>, Int32) -> Int32
  ) -> String? {
    let bytes = name.utf8.map { CChar(bitPattern: $0) }
    guard let hosts = unsafe hosts, !bytes.isEmpty, bytes.count <= Self.limit else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.limit * 2) { buffer in
      unsafe bytes.withUnsafeBufferPointer { bytes -> String? in
        guard let from = bytes.baseAddress, let to = buffer.baseAddress else { return nil }
        let length = unsafe convert(hosts, from, Int32(bytes.count), to, Int32(Self.limit * 2))
        guard length >= 0, length <= Self.limit * 2 else { return nil }
        return unsafe String(
          decoding: UnsafeRawBufferPointer(start: to, count: Int(length)), as: UTF8.self)
      }
    }
  }
}

/// Encodings of text other than UTF-8.
public enum Charset {
  /// True if ICU knows an encoding of this name.
  public static func isKnown(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count < 60 else { return false }
    return unsafe icuName(name).withCString { unsafe chatexport_is_charset($0) }
  }

  /// Returns the text in UTF-8, with U+FFFD for bytes that are invalid in the encoding; nil for an unknown encoding.
  public static func utf8(of bytes: [UInt8], in name: String) -> [UInt8]? {
    // One byte becomes at most three bytes, two become at most four.
    let capacity = bytes.count * 3 + 8
    var length: Int32 = -1
    let text = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      length = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe icuName(name).withCString {
          unsafe chatexport_to_utf8(
            $0, source.baseAddress, Int32(clamping: source.count), buffer.baseAddress,
            Int32(clamping: capacity))
        }
      }
      count = max(0, Int(length))
    }
    return length < 0 ? nil : text
  }

  /// ICU's name of an encoding for which libuchardet has another.
  private static func icuName(_ name: String) -> String {
    switch name.lowercased() {
    case "mac-cyrillic": "x-mac-cyrillic"
    case "uhc": "windows-949"
    default: name
    }
  }
}
