import Digests
import ImportKit
import SiteFiles
import Storage
import SystemCalls

/// `shard-K`: the records of the pages that a shard wrote, with everything of them that the merge needs.
///
/// The file begins with its mark, the plan's id and the shard's number. Each record is 16 bytes (its size, the conversation, the page),
/// the page's record (``CachedPage``) and 16 bytes of its XXH3 checksum. The last one has no page: it is the ``ShardSummary``.
enum ShardFile {
  static let mark = "chatexport shard/1"
  /// The page of the summary's record.
  fileprivate static let noPage: UInt32 = .max

  static func name(of shard: Int) -> String { "shard-\(shard)" }

  /// The bytes at the beginning of a shard's file.
  fileprivate static func heading(plan id: String, shard: Planner.Share) -> [UInt8] {
    Array("\(mark)\n\(id)\n\(shard.number)/\(shard.count)\n".utf8)
  }

  /// Writes a shard's file, which appears in the site's folder when it is complete.
  final class Writer {
    private let file: UnfinishedFile
    private var buffer: [UInt8]
    private static let bufferSize = 1 << 20

    init(plan id: String, shard: Planner.Share, in site: OutputFolder) throws(OutputError) {
      file = try UnfinishedFile(of: site)
      buffer = ShardFile.heading(plan: id, shard: shard)
    }

    /// Adds the record of a page.
    func add(_ record: ArraySlice<UInt8>, conversation: Int, page: Int) throws(OutputError) {
      append(UInt64(record.count))
      append(UInt32(conversation))
      append(UInt32(page))
      buffer += record
      let checksum = Checksum(of: record.span)
      append(checksum.low)
      append(checksum.high)
      if buffer.count >= Self.bufferSize { try flush() }
    }

    private func flush() throws(OutputError) {
      let bytes = buffer
      buffer = []
      try file.append(bytes.span)
    }

    private func append(_ number: some FixedWidthInteger) {
      for shift in stride(from: 0, to: number.bitWidth, by: 8) {
        buffer.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }

    /// Ends the file.
    func finish(_ summary: ShardSummary, as name: String, in site: OutputFolder) throws(OutputError) {
      try add(FieldWriter.bytes(of: summary)[...], conversation: 0, page: Int(ShardFile.noPage))
      try flush()
      try file.finish(at: name, in: site)
    }
  }
}

/// The facts about a shard besides its pages.
struct ShardSummary: CodedFields {
  /// The manifest of the files that the shard wrote.
  var manifest = ""
  /// The attachments that cannot be shown.
  var missing: [MissingFile] = []

  static var blank: ShardSummary { ShardSummary() }

  /// The paths of the files that the shard wrote.
  var files: [String] {
    manifest.utf8.split(separator: 10).map { String(Substring($0.dropFirst(Manifest.pathOffset))) }
  }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&manifest)
    try coder.code(&missing)
  }
}

extension MissingFile: CodedFields {
  static var blank: MissingFile { MissingFile(path: "", named: "", reason: "") }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&path)
    try coder.code(&named)
    try coder.code(&reason)
  }
}

/// The files of all shards, mapped.
struct ShardFiles: Sendable {
  private struct Record: Sendable {
    var shard: Int
    var start: Int
    var size: Int
  }
  private let files: [InputBytes]
  /// By conversation and page.
  private var records: [[Record]]
  private let folder: String
  /// The summaries of the shards.
  private(set) var summaries: [ShardSummary] = []

  /// The bytes before and after a record.
  private static let (before, after) = (16, 16)

  /// Maps the files of the plan's shards in the folder at `path`, and checks that they have its pages.
  ///
  /// - Throws: ``ExportError`` that names shards that are missing, damaged, or of another plan.
  init(of plan: PlanFolder, at path: String) throws(ExportError) {
    let count = plan.plan.shards.count
    let missing = (1...count).filter { !OutputFolder.mayHave(ShardFile.name(of: $0), at: path) }
    if missing.count == count, OutputFolder.isSite(path) {
      throw .output("the site in \(path) is complete; there are no shards to merge")
    }
    guard missing.isEmpty else {
      let names = missing.prefix(8).map(ShardFile.name).joined(separator: ", ")
      throw .input(
        "\(path) lacks \(names)\(missing.count > 8 ? " and \(missing.count - 8) more" : ""); "
          + "make it with 'chatexport export --plan \(plan.path) --shard \(missing[0])/\(count) --out \(path)'"
      )
    }
    folder = path
    let pages = plan.plan.conversations.indices.reduce(0) { $0 + plan.plan.pageCount(of: $1) }
    let size = (1...count).reduce(0) { sum, number in
      sum + ((try? SystemCall.status(at: path + "/" + ShardFile.name(of: number)))?.size ?? 0)
    }
    guard pages <= size / (Self.before + Self.after) else {
      throw .input("the shards in \(path) have fewer pages than the plan \(plan.path); write them again")
    }
    records = plan.plan.conversations.indices.map { conversation in
      Array(repeating: Record(shard: 0, start: -1, size: 0), count: plan.plan.pageCount(of: conversation))
    }
    var files: [InputBytes] = []
    for number in 1...count {
      let name = path + "/" + ShardFile.name(of: number)
      do throws(ImportError) { files.append(try InputBytes(ofFileAt: name)) } catch {
        throw .input(error.message)
      }
    }
    self.files = files
    for (index, pieces) in plan.plan.shards.enumerated() {
      try read(Planner.Share(index + 1, of: count), pieces, plan)
    }
  }

  private mutating func read(
    _ shard: Planner.Share, _ pieces: [ExportPlan.Piece], _ plan: PlanFolder
  ) throws(ExportError) {
    let (file, name) = (files[shard.number - 1], folder + "/" + ShardFile.name(of: shard.number))
    let heading = ShardFile.heading(plan: plan.id, shard: shard)
    guard file.count >= heading.count, file.array(in: 0..<heading.count) == heading else {
      throw .input("\(name) is no shard of the plan \(plan.path); \(Self.remedy(shard, plan, folder))")
    }
    var offset = heading.count
    var summary: ShardSummary?
    for piece in pieces {
      for page in piece.first...piece.last {
        let record = try next(shard.number - 1, at: &offset, plan, shard)
        guard record.conversation == piece.conversation, record.page == page else {
          throw damaged(shard, plan)
        }
        records[piece.conversation][page - 1] = record.record
      }
    }
    let last = try next(shard.number - 1, at: &offset, plan, shard)
    if last.page == Int(ShardFile.noPage), offset == file.count, let bytes = bytes(of: last.record) {
      summary = try? FieldReader.value(of: bytes[...], as: ShardSummary.self)
    }
    guard let summary else { throw damaged(shard, plan) }
    summaries.append(summary)
  }

  private func next(
    _ index: Int, at offset: inout Int, _ plan: PlanFolder, _ shard: Planner.Share
  ) throws(ExportError) -> (conversation: Int, page: Int, record: Record) {
    let file = files[index]
    guard offset <= file.count - Self.before else { throw damaged(shard, plan) }
    let (size, conversation, page) = (
      file.number(at: offset, bytes: 8), file.number(at: offset + 8, bytes: 4),
      file.number(at: offset + 12, bytes: 4)
    )
    let start = offset + Self.before
    guard let size = Int(exactly: size), size <= file.count - start - Self.after else {
      throw damaged(shard, plan)
    }
    offset = start + size + Self.after
    return (Int(conversation), Int(page), Record(shard: index, start: start, size: size))
  }

  private func damaged(_ shard: Planner.Share, _ plan: PlanFolder) -> ExportError {
    .input("\(folder)/\(ShardFile.name(of: shard.number)) is damaged; \(Self.remedy(shard, plan, folder))")
  }

  private static func remedy(_ shard: Planner.Share, _ plan: PlanFolder, _ folder: String) -> String {
    "make it again with 'chatexport export --plan \(plan.path) --shard \(shard.number)/\(shard.count) --out \(folder)'"
  }

  /// Returns the bytes of a record; nil if they were changed.
  private func bytes(of record: Record) -> [UInt8]? {
    let (file, end) = (files[record.shard], record.start + record.size)
    let bytes = file.array(in: record.start..<end)
    let checksum = Checksum(low: file.number(at: end, bytes: 8), high: file.number(at: end + 8, bytes: 8))
    return Checksum(of: bytes.span) == checksum ? bytes : nil
  }

  /// Returns the results of a page.
  ///
  /// - Throws: ``ExportError`` if its record was changed.
  func page(_ number: Int, ofConversation conversation: Int) throws(ExportError) -> FinishedPage {
    let record = records[conversation][number - 1]
    guard let bytes = bytes(of: record), let page = FinishedPage(record: bytes[...], number: number) else {
      throw .input(
        "\(folder)/\(ShardFile.name(of: record.shard + 1)) is damaged; remove it and run its shard again")
    }
    return page
  }
}

extension InputBytes {
  /// Returns the number in some bytes, lowest first.
  fileprivate func number(at offset: Int, bytes: Int) -> UInt64 {
    (0..<bytes).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
  }
}
