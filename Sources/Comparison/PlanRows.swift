import Digests
import ExportPipeline
import Frames
import SiteReading

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The messages of a plan, which `chatexport inspect --json` prints. It has no instants, and no names where the layout shows none.
struct PlanRows: RowSource {
  private let plan: FramePlan
  private let records: [RowRecord]
  private var first = 0
  /// The heading of each row's day.
  private var days: [String?] = []
  /// The largest position of a plan that is read, in px.
  private static let lengthLimit = 1e12
  /// The path of the file.
  let path: String

  /// Reads a plan.
  ///
  /// - Throws: ``ExportError/input(_:)`` if it is none.
  init(_ json: [UInt8], path: String) throws(ExportError) {
    do { plan = try JSONDecoder().decode(FramePlan.self, from: Data(json)) } catch {
      throw .input(
        "\(path) is no layout plan; give what 'chatexport inspect INPUT --json' printed")
    }
    self.path = path
    var records: [RowRecord] = []
    var day: String?
    for (index, row) in plan.rows.enumerated() {
      guard Self.isSane(row) else {
        throw .input("\(path): row \(index) has a length beyond \(Self.lengthLimit) px, which no layout has")
      }
      if row.kind == "day" { day = row.items.first { $0.text != nil }?.text }
      days.append(day)
      guard row.kind == "message" || row.kind == "notice" else { continue }
      var bytes: [UInt8] = []
      Self.add(row, to: &bytes)
      bytes += "\0\(day ?? "")".utf8
      records.append(
        RowRecord(
          raw: Checksum(of: bytes.span).low, id: Checksum(of: Array((row.id ?? "").utf8).span).low,
          page: Int32(clamping: row.page), offset: Int32(clamping: index), length: 0))
    }
    self.records = records
  }

  /// The width of the column in px.
  var width: Double { plan.width }

  var window: ArraySlice<RowRecord> { records[first...] }

  mutating func fill(_ count: Int) -> Bool { false }

  mutating func drop(_ count: Int) { first = min(first + count, records.count) }

  var problems: [(file: String, words: String)] { [] }

  static func skipEqual(_ old: inout PlanRows, _ new: inout PlanRows) -> Int { 0 }

  func senders() -> Set<String> { Set(records.compactMap { row($0).name.sender }) }

  func file(of record: RowRecord) -> String { path }

  func row(_ record: RowRecord) -> ComparedRow {
    let planned = plan.rows[Int(record.offset)]
    var row = ComparedRow(name: NamedMessage(id: planned.id ?? "", index: planned.index))
    row.side = planned.side.map { $0 == "incoming" ? "in" : "out" } ?? planned.kind
    row.frame = [Self.length("height", planned.height)]
    row.day = days[Int(record.offset)]
    row.markup = record.raw
    Self.add(planned.items, folded: false, to: &row)
    row.name.sender = row.boxes.first { $0.name == "name" }?.text
    return row
  }

  private static func add(_ items: [FramePlan.PlannedItem], folded: Bool, to row: inout ComparedRow) {
    for item in items {
      var box = RowBox(name: item.box, isFolded: folded, text: item.text ?? "")
      box.classes = [item.what, item.role, item.direction].compactMap(\.self)
      box.frame = [
        length("left", item.x), length("top", item.y), length("width", item.width),
        length("height", item.height),
      ]
      if let radii = item.radii, let largest = radii.max() { box.frame.append(length("radius", largest)) }
      if let tail = item.tail { box.frame.append(length("tail", tail)) }
      box.breaks = max(0, (item.lines?.count ?? 1) - 1)
      for (number, line) in (item.lines ?? []).enumerated() {
        box.frame.append(length("line \(number + 1) width", line.width))
        box.frame.append(
          FrameLength(property: "line \(number + 1) end", px: Double(line.end), text: "\(line.end)"))
      }
      box.marks = (item.marks ?? []).map { "\($0.kind) \($0.start)–\($0.end)" }
      box.classes += Set((item.runs ?? []).map { "face-\($0.face)" }).sorted()
      row.boxes.append(box)
      if let folded = item.folded { add(folded, folded: true, to: &row) }
    }
  }

  /// True if all lengths of a row are numbers that a layout can have.
  private static func isSane(_ row: FramePlan.PlannedRow) -> Bool {
    abs(row.y) < lengthLimit && abs(row.height) < lengthLimit && row.items.allSatisfy(isSane)
  }

  private static func isSane(_ item: FramePlan.PlannedItem) -> Bool {
    let lengths =
      [item.x, item.y, item.width, item.height] + (item.radii ?? [])
      + [item.tail, item.opens].compactMap(\.self)
    let lines = item.lines ?? []
    return (lengths + lines.map(\.width)).allSatisfy { abs($0) < lengthLimit }
      && (item.folded ?? []).allSatisfy(isSane)
  }

  private static func length(_ property: String, _ px: Double) -> FrameLength {
    FrameLength(property: property, px: px, text: "")
  }

  /// Adds everything about a row other than which message it is.
  private static func add(_ row: FramePlan.PlannedRow, to bytes: inout [UInt8]) {
    bytes += "\(row.kind) \(row.height) \(row.side ?? "")".utf8
    for item in row.items { add(item, to: &bytes) }
  }

  private static func add(_ item: FramePlan.PlannedItem, to bytes: inout [UInt8]) {
    bytes.append(0)
    bytes += "\(item.box) \(item.what) \(item.x) \(item.y) \(item.width) \(item.height)".utf8
    bytes += " \(item.radii ?? []) \(item.tail ?? 0) \(item.role ?? "") \(item.direction ?? "")".utf8
    bytes.append(0)
    bytes += (item.text ?? "").utf8
    for line in item.lines ?? [] { bytes += " \(line.end) \(line.width) \(line.ending)".utf8 }
    for run in item.runs ?? [] { bytes += " \(run.start) \(run.face)".utf8 }
    for mark in item.marks ?? [] { bytes += " \(mark.start) \(mark.end) \(mark.kind)".utf8 }
    for folded in item.folded ?? [] { add(folded, to: &bytes) }
  }
}
