import Synchronization

/// The words that a redacted site has bars over, by number.
///
/// Messages have a mark in place of each word, made of characters that no text may have (Unicode §23.7): a start, the number in
/// hexadecimal, and between a divider and an end the text for everyone who does not see the layout, such as `[redacted]`. Only the
/// measuring of texts looks a number up, so no other step of an export knows the words. What is left of marks goes when a file is
/// written (``stripped(_:of:)``).
public final class HiddenTexts: Sendable {
  private struct Known {
    var texts: [String] = []
    var numbers: [String: Int] = [:]
  }

  private let known = Mutex(Known())

  /// Creates an empty list.
  public init() {}

  /// All hidden texts, in the order in which they were found.
  public var texts: [String] { known.withLock { $0.texts } }

  /// Returns the mark for a text, which shows `words` outside of the layout.
  public func mark(for text: String, showing words: String) -> String {
    let number = known.withLock { known in
      if let number = known.numbers[text] { return number }
      known.numbers[text] = known.texts.count
      known.texts.append(text)
      return known.texts.count - 1
    }
    let digits = String(number, radix: 16).utf8.map { digit in
      Self.zero + (digit < 0x3A ? UInt32(digit) - 0x30 : UInt32(digit) - 0x61 + 10)
    }
    return Self.string([Self.start] + digits + [Self.divider]) + words + Self.string([Self.end])
  }

  private static func string(_ values: [UInt32]) -> String {
    String(String.UnicodeScalarView(values.compactMap { Unicode.Scalar($0) }))
  }

  /// Returns the text with a number, or nil.
  func text(_ number: Int) -> String? {
    known.withLock { $0.texts.indices.contains(number) ? $0.texts[number] : nil }
  }

  private static let (start, end, divider, zero): (UInt32, UInt32, UInt32, UInt32) = (
    0xFDD0, 0xFDD1, 0xFDD2, 0xFDE0
  )

  /// True for the characters that marks are made of, U+FDD0 to U+FDEF, which Unicode reserves for the inside of programs.
  public static func isReserved(_ scalar: Unicode.Scalar) -> Bool { 0xFDD0...0xFDEF ~= scalar.value }

  /// True if a text has any of the characters that marks are made of.
  public static func hasReserved(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where bytes[index] == 0xEF && isReserved(bytes, at: index) { return true }
    return false
  }

  /// Returns a file's bytes without the characters that marks are made of, or nil if it has none. Scripts and JSON have them as escapes
  /// too, such as `\ufdd0`.
  public static func stripped(_ bytes: Span<UInt8>, of path: String) -> [UInt8]? {
    let hasEscapes = path.hasSuffix(".js") || path.hasSuffix(".json")
    func length(at index: Int) -> Int {
      switch bytes[index] {
      case 0xEF: isReserved(bytes, at: index) ? 3 : 0
      case UInt8(ascii: "\\"): hasEscapes && isEscape(bytes, at: index) ? 6 : 0
      default: 0
      }
    }
    var index = 0
    while index < bytes.count, length(at: index) == 0 { index += 1 }
    guard index < bytes.count else { return nil }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    index = 0
    while index < bytes.count {
      let skipped = length(at: index)
      if skipped == 0 { kept.append(bytes[index]) }
      index += max(1, skipped)
    }
    return kept
  }

  /// True if a script's escape of a reserved character is at an index, and no escaped backslash.
  private static func isEscape(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index + 6 <= bytes.count, bytes[index + 1] == UInt8(ascii: "u"),
      bytes[index + 2] | 0x20 == UInt8(ascii: "f"), bytes[index + 3] | 0x20 == UInt8(ascii: "d"),
      [UInt8(ascii: "d"), UInt8(ascii: "e")].contains(bytes[index + 4] | 0x20)
    else { return false }
    var backslashes = 0
    while index > backslashes, bytes[index - backslashes - 1] == UInt8(ascii: "\\") { backslashes += 1 }
    return backslashes.isMultiple(of: 2)
  }

  /// True if the bytes EF B7 90 to EF B7 AF are at an index: one of the reserved characters in UTF-8.
  private static func isReserved(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index + 1] == 0xB7 && 0x90...0xAF ~= bytes[index + 2]
  }
}

extension HiddenTexts {
  /// A text with the hidden words in place of their marks.
  public struct Revealed: Sendable {
    /// The text.
    public private(set) var text = ""
    /// The bytes of the hidden words.
    public private(set) var hidden: [Range<Int32>] = []
    /// The words in place of the marks.
    public private(set) var edits = TextEdits()

    fileprivate init(_ marked: String, by texts: HiddenTexts) {
      var scalars = marked.unicodeScalars[...]
      var result = String.UnicodeScalarView()
      var (old, new) = (Int32(0), Int32(0))
      while let scalar = scalars.popFirst() {
        guard scalar.value == HiddenTexts.start else {
          let width = Int32(UTF8.width(scalar))
          old += width
          // Remains of a mark that was cut.
          if HiddenTexts.isReserved(scalar) { continue }
          result.append(scalar)
          new += width
          continue
        }
        var length = Int32(UTF8.width(scalar))
        var number = 0
        while let digit = scalars.first, 0xFDE0...0xFDEF ~= digit.value {
          number = (number << 4 | Int(digit.value - 0xFDE0)) & 0xFFFF_FFFF
          length += Int32(UTF8.width(digit))
          scalars.removeFirst()
        }
        while let word = scalars.popFirst() {
          length += Int32(UTF8.width(word))
          if word.value == HiddenTexts.end { break }
        }
        let original = texts.text(number) ?? ""
        let count = Int32(clamping: original.utf8.count)
        result.append(contentsOf: original.unicodeScalars)
        if count > 0 { hidden.append(new..<new + count) }
        edits.append(Int(old)..<Int(old + length), replacedBy: Int(new)..<Int(new + count))
        old += length
        new += count
      }
      text = String(result)
    }
  }

  /// Returns a text with the hidden words in place of their marks, or nil if it has no mark.
  public func revealed(_ marked: String) -> Revealed? {
    Self.hasReserved(marked) ? Revealed(marked, by: self) : nil
  }
}
