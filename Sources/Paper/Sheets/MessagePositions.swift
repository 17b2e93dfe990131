import Frames
import PDF
import SiteWriter

/// The positions of a conversation's messages, for links between them.
///
/// A link names a page of the site and an anchor. A message is found on that page by the hash of its anchor; a message
/// that comes later is waited for. A message takes twelve bytes.
struct MessagePositions {
  private struct Key: Hashable {
    var page: Int32
    var hash: UInt32
  }
  private let pageSize: Int
  private var hashes: [UInt32] = []
  private var sheets: [Int32] = []
  private var tops: [Float] = []
  private var awaited: [Key: PDFReference] = [:]
  private var written: [Int: PDFReference] = [:]

  /// The positions of a conversation whose pages have `pageSize` messages.
  init(pageSize: Int) { self.pageSize = max(1, pageSize) }

  /// Notes the position of the message with an index: the next one.
  mutating func add(index: Int, anchor: String, sheet: Int, top: Double, in sheets: inout Sheet) throws {
    while hashes.count < index { append(0, sheet: sheet, top: top) }
    let hash = AnchorName.hash(anchor)
    append(hash, sheet: sheet, top: top)
    guard !awaited.isEmpty else { return }
    let key = Key(page: Int32(clamping: index / pageSize + 1), hash: hash)
    guard let reference = awaited.removeValue(forKey: key) else { return }
    try Self.write(reference, sheet: sheet, top: top, in: &sheets)
  }

  private mutating func append(_ hash: UInt32, sheet: Int, top: Double) {
    hashes.append(hash)
    sheets.append(Int32(clamping: sheet))
    tops.append(Float(top))
  }

  /// Returns the destination of a link.
  mutating func destination(of link: MessageLink, in sheet: inout Sheet) throws -> PDFReference {
    let key = Key(page: link.page, hash: AnchorName.hash(link.anchor))
    if let known = awaited[key] { return known }
    let first = max(0, Int(link.page) - 1) * pageSize
    if first < hashes.count,
      let index = hashes[first..<min(hashes.count, first + pageSize)].firstIndex(of: key.hash)
    {
      if let known = written[index] { return known }
      let reference = sheet.document.reserve()
      try Self.write(reference, sheet: Int(sheets[index]), top: Double(tops[index]), in: &sheet)
      written[index] = reference
      return reference
    }
    let reference = sheet.document.reserve()
    awaited[key] = reference
    return reference
  }

  /// Writes the destinations of messages that never came: the last sheet.
  mutating func finish(in sheet: inout Sheet) throws {
    for (_, reference) in awaited.sorted(by: { $0.value.number < $1.value.number }) {
      try Self.write(reference, sheet: sheet.pages.count - 1, top: sheet.pages.size.y, in: &sheet)
    }
    awaited = [:]
  }

  private static func write(_ reference: PDFReference, sheet: Int, top: Double, in sheets: inout Sheet) throws
  {
    let page = sheets.pages.page(at: max(0, sheet))
    try sheets.document.add(reference) { $0.destination(page, top: top) }
  }
}
