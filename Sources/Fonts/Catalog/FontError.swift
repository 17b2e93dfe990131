import Dispatch
import Synchronization

/// The reason that a set of fonts cannot be made.
public enum FontError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes given under this name are not a font.
  case notAFont(name: String)
  /// The font's maker forbids embedding (OpenType OS/2 fsType, bit 1 or 8).
  case embeddingForbidden(name: String)
  /// HarfBuzz could not cut the font down.
  case subsettingFailed(name: String)
  /// A font has changed since the export began.
  case changed(name: String)
  /// There is no face for plain text.
  case noRegularFace

  /// One sentence, with a remedy.
  public var description: String {
    switch self {
    case .notAFont(let name):
      "\(name) is not an OpenType font; replace it with a .ttf or .otf file"
    case .embeddingForbidden(let name):
      "\(name) may not be embedded (its OS/2 fsType forbids it); take another font or remove it from the fonts folder"
    case .subsettingFailed(let name):
      "\(name) could not be reduced to the characters in use; its tables may be damaged, take another copy"
    case .changed(let name):
      "\(name) was changed while the export ran; start it again"
    case .noRegularFace:
      "no face for plain text was given; put a regular face among the public fonts"
    }
  }
}

extension FontError {
  /// Returns the results of `body` for each number below `count`, computed on all cores, in order.
  ///
  /// - Throws: The first error of `body`.
  static func concurrently<Value: Sendable>(
    _ count: Int, _ body: @Sendable (Int) throws(FontError) -> Value
  ) throws(FontError) -> [Value] {
    let results = Mutex<[Result<Value, FontError>?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let result = Result { () throws(FontError) in try body(number) }
      results.withLock { $0[number] = result }
    }
    var values: [Value] = []
    for case let result? in results.withLock({ $0 }) { values.append(try result.get()) }
    return values
  }
}
