import Digests
import Storage

/// Extracts long values in Base64 from the text of an XML file before a parser sees it, so that a picture of 40 MB in one attribute
/// is never in memory as a whole.
///
/// Follows the text only as far as needed to know which attribute a value belongs to: tags, their attributes' names and quotes. A value
/// is decoded into `files` piece by piece; in the text, `#` and its number replace it. Where markup is broken this may miss a value,
/// which the parser then sees whole, or end it at the first character outside Base64's alphabet.
package struct XMLBase64Cutter {
  /// An extracted value.
  package struct TakenValue {
    package var range: Range<Int>
    /// The SHA-256 of its bytes in hexadecimal.
    package var digest: String
    /// True if it was not Base64 to its end.
    package var isDamaged: Bool
  }

  private enum State { case text, aside, tag, value(quote: UInt8) }

  private var text: XMLText
  private let files: ExtractedFiles
  /// The name of the attribute with values to extract, with its equals sign.
  private let name: [UInt8]
  private(set) var cuts: [TakenValue] = []
  private var state = State.text
  /// The characters of a tag since the last white space.
  private var word: [UInt8] = []

  /// Shorter values stay if they end within the piece of text in which they begin.
  private static let lengthLimit = 4096
  /// The longest name that is kept.
  private static let wordLimit = 64

  package init(_ text: XMLText, attribute: String, into files: ExtractedFiles) {
    (self.text, self.files, name) = (text, files, Array((attribute + "=").utf8))
  }

  /// Returns the next bytes of the text, or nil at the end.
  package mutating func next() throws(ImportError) -> [UInt8]? {
    guard var chunk = text.next() else { return nil }
    var kept: [UInt8] = []
    kept.reserveCapacity(chunk.count)
    var position = 0
    // The beginning of the text that was examined and stays.
    var start = 0
    while position < chunk.count {
      switch state {
      case .text:
        guard let tag = chunk[position...].firstIndex(of: UInt8(ascii: "<")) else {
          position = chunk.count
          continue
        }
        let isAside = tag + 1 < chunk.count && (chunk[tag + 1] == 0x21 || chunk[tag + 1] == 0x3F)
        state = isAside ? .aside : .tag
        word.removeAll(keepingCapacity: true)
        position = tag + 1
      case .aside:
        let end = chunk[position...].firstIndex(of: UInt8(ascii: ">"))
        if end != nil { state = .text }
        position = end.map { $0 + 1 } ?? chunk.count
      case .tag: readTag(chunk[position...], &position)
      case .value(let quote):
        let end = chunk.span.firstOffset(of: quote, from: position) ?? chunk.count
        if word == name, end == chunk.count || end - position > Self.lengthLimit || chunk[position] == 0x23 {
          kept.append(contentsOf: chunk[start..<position])
          try cut(&chunk, &position, quote, into: &kept)
          start = position
        } else {
          position = min(end + 1, chunk.count)
          if end < chunk.count { state = .tag }
        }
        word.removeAll(keepingCapacity: true)
      }
    }
    kept.append(contentsOf: chunk[start...])
    return kept
  }

  /// Reads a tag up to its end or the next value.
  private mutating func readTag(_ rest: ArraySlice<UInt8>, _ position: inout Int) {
    for index in rest.indices {
      position = index + 1
      switch rest[index] {
      case UInt8(ascii: ">"):
        state = .text
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        state = .value(quote: rest[index])
        return
      case ...0x20: word.removeAll(keepingCapacity: true)
      case let byte: if word.count < Self.wordLimit { word.append(byte) }
      }
    }
  }

  /// Decodes the value at `position` of `chunk`, taking as many chunks as it fills, up to its quote or the first character outside
  /// Base64's alphabet. Line ends stay in the text, which keeps the line numbers.
  private mutating func cut(
    _ chunk: inout [UInt8], _ position: inout Int, _ quote: UInt8, into kept: inout [UInt8]
  ) throws(ImportError) {
    var decoder = Base64Decoder()
    var digest = SHA256()
    var range: Range<Int>?
    var bytes: [UInt8] = []
    kept.append(contentsOf: "#\(cuts.count)".utf8)
    while true {
      bytes.removeAll(keepingCapacity: true)
      let end = chunk.span.firstOffset(of: quote, from: position) ?? chunk.count
      let read = decoder.decode(chunk.span.extracting(position..<end), into: &bytes)
      digest.update(bytes.span)
      let added = try files.append(bytes.span)
      range = (range?.lowerBound ?? added.lowerBound)..<added.upperBound
      let isBroken = read < end - position
      position += read
      if !isBroken, end == chunk.count, let next = text.next() {
        (chunk, position) = (next, 0)
        continue
      }
      kept.append(contentsOf: repeatElement(0x0A, count: decoder.lineEndCount))
      if !isBroken, end < chunk.count {
        state = .tag
        kept.append(quote)
        position = end + 1
      }
      cuts.append(
        TakenValue(
          range: range ?? 0..<0, digest: digest.hexDigest(),
          isDamaged: isBroken || end == chunk.count))
      return
    }
  }
}
