// Boundary to ICU's regular expressions (`CICUPattern`), which keep pointers to the text they search.

import CICUPattern
import Synchronization

/// A regular expression of ICU, without regard to case; `^` and `$` are the ends of lines.
///
/// A text chosen to take forever is given up after a number of steps, the same on every machine.
@safe public final class TextPattern: Sendable {
  /// A pattern that does not compile.
  public struct Mistake: Error, Sendable, Equatable {
    /// The position of the mistake in the pattern, in characters from 1; nil if ICU does not know it.
    public var column: Int?
  }

  /// Steps for every text, and for each of its UTF-16 units, in ICU's units of about ten thousand.
  private static let (steps, unitsPerStep) = (300, 100)

  /// A compiled pattern in use by one task at a time.
  @safe private final class Matcher: @unchecked Sendable {
    let pattern: OpaquePointer

    init(_ pattern: OpaquePointer) { unsafe self.pattern = pattern }

    deinit { unsafe chat_close_pattern(pattern) }
  }

  /// The matchers at rest: as many as were in use at once.
  private let resting: Mutex<[Matcher]>
  private let original: Matcher

  /// Compiles a pattern.
  public init(_ pattern: String) throws(Mistake) {
    let units = Array(pattern.utf16)
    var offset: Int32 = -1
    let opened = unsafe units.withUnsafeBufferPointer { units -> OpaquePointer? in
      guard let start = units.baseAddress else { return nil }
      return unsafe chat_open_pattern(start, Int32(clamping: units.count), &offset)
    }
    guard let opened = unsafe opened else { throw Mistake(column: offset < 0 ? nil : Int(offset) + 1) }
    original = unsafe Matcher(opened)
    resting = Mutex([])
  }

  /// Returns the ranges of all matches in UTF-16 text that are not empty, or nil if the text takes too many steps.
  public func matches(in text: [UInt16]) -> [Range<Int>]? {
    guard !text.isEmpty else { return [] }
    guard text.count < Int32.max, let matcher = matcher() else { return nil }
    defer { resting.withLock { $0.append(matcher) } }
    return unsafe text.withUnsafeBufferPointer { units in
      guard let base = units.baseAddress else { return [] }
      let steps = Int32(clamping: Self.steps + text.count / Self.unitsPerStep)
      guard unsafe chat_set_text(matcher.pattern, base, Int32(units.count), steps) else { return nil }
      var ranges: [Range<Int>] = []
      while true {
        var (start, end): (Int32, Int32) = (0, 0)
        switch unsafe chat_next_match(matcher.pattern, &start, &end) {
        case ChatPatternFound: if start < end { ranges.append(Int(start)..<Int(end)) }
        case ChatPatternNone: return ranges
        default: return nil
        }
      }
    }
  }

  /// Returns a matcher that nobody uses; nil if there is no memory for one.
  private func matcher() -> Matcher? {
    if let matcher = resting.withLock({ $0.popLast() }) { return matcher }
    guard let copy = unsafe chat_copy_pattern(original.pattern) else { return nil }
    return unsafe Matcher(copy)
  }
}
