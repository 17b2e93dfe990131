import Digests
import ImportKit
import Reuse
import Storage
import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The plan of an export that several processes or machines make: which pages each of them writes, with everything that is known from
/// reading the inputs once.
///
/// A plan is a folder. `plan.json` lists conversations and shards, `texts.bin` has the characters of all texts, `fonts.bin` the choice
/// of faces, and `surveys-K.bin` the surveys of the conversations that part K of the planning read.
struct ExportPlan: Codable {
  /// The file of the plan in its folder.
  static let file = "plan.json"
  static let textsFile = "texts.bin"
  static let fontsFile = "fonts.bin"

  /// Pages of one conversation, both ends included, from 1.
  struct Piece: Codable, Equatable {
    /// The index of the conversation in ``ExportPlan/conversations``.
    var conversation: Int
    var first: Int
    var last: Int
  }

  struct PlannedConversation: Codable {
    /// The folder of the conversation in the site.
    var folder: String
    /// The title and the id of the source, by which another input is noticed.
    var title: String
    var id: String
    var messages: Int
    /// The part of the planning that surveyed it, and the survey in the part's file.
    var part: Int
    var bytes: StoredBytes
  }

  var heading: PlanHeading
  var conversations: [PlannedConversation]
  /// For each conversation the index of its source in the inputs.
  var sources: [Int]
  /// SHA-256 of ``textsFile`` and ``fontsFile``.
  var texts: String
  var fonts: String
  /// The pages of each shard, in the order of the site. A shard may have none, if there are more shards than pages to share.
  private(set) var shards: [[Piece]] = []

  /// Plans the pages of conversations for the shards that the heading asks for.
  init(
    heading: PlanHeading, conversations: [PlannedConversation], sources: [Int], texts: String, fonts: String
  ) {
    (self.heading, self.conversations, self.sources) = (heading, conversations, sources)
    (self.texts, self.fonts) = (texts, fonts)
    shards = Self.shards(heading.shardCount, ofPages: conversations.indices.map(pageCount))
  }

  /// True if the plan is one that this program makes: people may have edited it.
  fileprivate var isSound: Bool {
    let names = Set(conversations.map(\.folder))
    return heading.isSound && sources.count == conversations.count && names.count == conversations.count
      && conversations.allSatisfy {
        0...Int(Int32.max) ~= $0.messages && FolderNames.isOne($0.folder) && $0.part > 0
      }
      && shards == Self.shards(heading.shardCount, ofPages: conversations.indices.map(pageCount))
  }

  /// True if the folder of a plan has a file of this name.
  static func isFile(_ name: String) -> Bool {
    name == file || name == textsFile || name == fontsFile
      || name.hasPrefix("part-") && name.hasSuffix(".json")
      || name.hasPrefix("surveys-") && name.hasSuffix(".bin")
  }

  /// The number of pages of a conversation.
  func pageCount(of conversation: Int) -> Int {
    (conversations[conversation].messages + heading.options.pageSize - 1) / heading.options.pageSize
  }
}

/// The facts that all parts of a plan share, and that each run with the plan must share with it.
struct PlanHeading: Codable, Equatable {
  static let currentFormat = "chatexport-plan/1"

  struct PlannedInput: Codable, Equatable {
    var path: String
    /// As in `export.json`.
    var sha256: String
  }

  var format = Self.currentFormat
  var version = ChatExportVersion.current
  /// The identity of the program that made the plan: ``ProgramIdentity``.
  var program: String
  /// A digest of the options, the look, the fonts and the templates (``ExportSetup/identity``).
  var setup: String
  var options: ExportOptions
  var inputs: [PlannedInput]
  /// The number of conversations in the inputs, also of those that cannot be read.
  var sourceCount: Int
  /// The number of shards.
  var shardCount: Int

  /// Compares all but the options, which are part of ``setup``.
  static func == (one: PlanHeading, other: PlanHeading) -> Bool {
    one.sourceCount == other.sourceCount
      && (one.format, one.version, one.program, one.setup, one.inputs, one.shardCount)
        == (other.format, other.version, other.program, other.setup, other.inputs, other.shardCount)
  }
}

extension ExportPlan {
  /// The most pages by which the sizes of shards differ: conversations are divided only at multiples of so many pages, or of fewer if
  /// there are few in all. A piece costs the reading of one message more than it has.
  private static let largestStep = 16

  /// Divides pages among shards: whole conversations, and pieces of long ones, so that all have about as many pages. Pages stay in order.
  static func shards(_ count: Int, ofPages pages: [Int]) -> [[Piece]] {
    var shards: [[Piece]] = Array(repeating: [], count: count)
    let total = max(1, pages.reduce(0, +))
    let step = min(largestStep, max(1, total / (4 * count)))
    var before = 0
    for (conversation, pageCount) in pages.enumerated() {
      for first in stride(from: 1, through: pageCount, by: step) {
        let last = min(first + step - 1, pageCount)
        // By the middle of the pages, so that each shard has at most half a step more or less than its share.
        let shard = min(count - 1, (2 * before + last - first + 1) * count / (2 * total))
        if let open = shards[shard].last, open.conversation == conversation {
          shards[shard][shards[shard].count - 1].last = last
        } else {
          shards[shard].append(Piece(conversation: conversation, first: first, last: last))
        }
        before += last - first + 1
      }
    }
    return shards
  }
}

/// The part of each JSON file of a plan by which its format is known.
private struct MarkedFile: Decodable {
  struct Heading: Decodable { var format: String }
  var heading: Heading
}

/// The folder of a plan, opened.
struct PlanFolder {
  let path: String
  let plan: ExportPlan
  /// SHA-256 of `plan.json`: it identifies the plan.
  let id: String

  /// Opens the plan at `path`.
  ///
  /// - Throws: ``ExportError`` if there is none, or one of another program.
  init(_ path: String) throws(ExportError) {
    self.path = path
    let bytes = try Self.bytes(of: ExportPlan.file, in: path)
    guard let plan = try Self.decode(ExportPlan.self, bytes, of: path + "/" + ExportPlan.file) else {
      throw Self.damaged(path + "/" + ExportPlan.file)
    }
    self.plan = plan
    id = SHA256.hexDigest(of: bytes.span)
    try plan.heading.check(path)
    guard plan.isSound else { throw Self.damaged(path + "/" + ExportPlan.file) }
  }

  /// Decodes a JSON file of a plan; nil if it is damaged.
  ///
  /// - Throws: ``ExportError`` if it is of another version.
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], of path: String
  ) throws(ExportError) -> Value? {
    let decoder = JSONDecoder()
    guard let mark = try? decoder.decode(MarkedFile.self, from: Data(bytes)) else { return nil }
    guard mark.heading.format == PlanHeading.currentFormat else {
      throw .input(
        "\(path) is of the format \(mark.heading.format.prefix(40)), and this program reads \(PlanHeading.currentFormat); "
          + "make the plan again with 'chatexport plan'")
    }
    return try? decoder.decode(type, from: Data(bytes))
  }

  static func encode(_ value: some Encodable) throws(ExportError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { throw .output("the plan cannot be written as JSON") }
    return Array(data) + [10]
  }

  /// Returns the bytes of a file of the plan in the folder `path`.
  ///
  /// - Throws: ``ExportError`` if there is no such file.
  static func bytes(of name: String, in path: String) throws(ExportError) -> [UInt8] {
    let file = try map(name, in: path)
    return file.array(in: 0..<file.count)
  }

  /// Maps a file of the plan in the folder `path`.
  static func map(_ name: String, in path: String) throws(ExportError) -> InputBytes {
    do throws(ImportError) { return try InputBytes(ofFileAt: path + "/" + name) } catch {
      throw .input(
        "\(path) has no \(name), so it is not a finished plan; make it with 'chatexport plan INPUTS --shards N --plan \(path)'"
      )
    }
  }

  static func damaged(_ path: String) -> ExportError {
    .input("\(path) is damaged; make the plan again with 'chatexport plan'")
  }

  /// Returns the file of a plan that has this SHA-256.
  ///
  /// - Throws: ``ExportError`` if it is missing or has another.
  func bytes(of name: String, sha256: String) throws(ExportError) -> [UInt8] {
    let bytes = try Self.bytes(of: name, in: path)
    guard SHA256.hexDigest(of: bytes.span) == sha256 else { throw Self.damaged(path + "/" + name) }
    return bytes
  }
}

/// Reads the surveys of a plan; each file is mapped once.
struct PlannedSurveys {
  let folder: PlanFolder
  private var files: [Int: InputBytes] = [:]

  /// Reads the surveys of a plan.
  init(of folder: PlanFolder) { self.folder = folder }

  /// Returns the survey of a conversation of the plan.
  ///
  /// - Throws: ``ExportError`` if the plan is damaged.
  mutating func survey(_ conversation: Int) throws(ExportError) -> StoredSurvey {
    let planned = folder.plan.conversations[conversation]
    let name = PlanPart.surveys(of: planned.part)
    let file: InputBytes
    if let known = files[planned.part] {
      file = known
    } else {
      file = try PlanFolder.map(name, in: folder.path)
    }
    files[planned.part] = file
    let survey = try planned.bytes.value(in: file, at: folder.path + "/" + name, as: StoredSurvey.self)
    guard survey.messageCount == planned.messages else {
      throw PlanFolder.damaged(folder.path + "/" + ExportPlan.file)
    }
    return survey
  }
}

/// The position of a value's bytes in a file of a plan.
struct StoredBytes: Codable {
  var start: Int
  var size: Int
  /// XXH3 of the bytes, in hexadecimal.
  var checksum: String

  init(start: Int, of bytes: [UInt8]) {
    (self.start, size, checksum) = (start, bytes.count, Self.text(Checksum(of: bytes.span)))
  }

  private static func text(_ checksum: Checksum) -> String {
    String(checksum.high, radix: 16) + "-" + String(checksum.low, radix: 16)
  }

  /// Reads the value from the file at `path`.
  ///
  /// - Throws: ``ExportError`` if the file was changed.
  func value<Value: CodedFields>(
    in file: InputBytes, at path: String, as _: Value.Type = Value.self
  ) throws(ExportError) -> Value {
    guard start >= 0, size >= 0, start <= file.count, size <= file.count - start else {
      throw PlanFolder.damaged(path)
    }
    let bytes = file.array(in: start..<start + size)
    guard Self.text(Checksum(of: bytes.span)) == checksum,
      let value = try? FieldReader.value(of: bytes[...], as: Value.self)
    else { throw PlanFolder.damaged(path) }
    return value
  }
}

extension PlanHeading {
  /// True if the numbers are within their limits.
  var isSound: Bool {
    1...Planner.Share.most ~= shardCount && 1...100_000 ~= options.pageSize
  }

  /// Throws if another program made the plan at `path`.
  func check(_ path: String) throws(ExportError) {
    guard version == ChatExportVersion.current else {
      throw .input(
        "the plan \(path) was made by version \(version.prefix(40)), and this is \(ChatExportVersion.current); "
          + "use one version for a plan and all its shards")
    }
    guard program == ProgramIdentity.current else {
      throw .input(
        "the plan \(path) was made by another build of chatexport or with other libraries, which may lay text out differently; "
          + "use one build for a plan and all its shards")
    }
  }
}

extension InputBytes {
  /// Maps a file that a run of a plan wrote. Anything else at the path, such as a pipe, is not opened.
  convenience init(ofFileAt path: String) throws(ImportError) {
    guard (try? SystemCall.entry(at: path))?.kind == .file else {
      throw .unreadable(path: path, reason: "it is no file")
    }
    try self.init(contentsOf: path)
  }
}
