public import Fonts
import Storage

/// `assets/reuse.bin`: the faces that an export chose and cut, so that the next one need not do it again.
///
/// Like `reuse.bin` it is not trusted: a damaged one is ignored, and its facts about a font's bytes are compared when they
/// are cut again.
public struct CachedFonts: Sendable, Equatable {
  /// The file in the site.
  public static let path = "assets/reuse.bin"

  /// The key of everything that the faces depend on.
  public var key: String
  /// SHA-256 of each face's subset.
  public var digests: [String]
  /// The faces, and the face of each character.
  public var record: FontRecord

  /// Creates a record.
  public init(key: String, digests: [String], record: FontRecord) {
    (self.key, self.digests, self.record) = (key, digests, record)
  }

  /// The bytes of the file.
  public var bytes: [UInt8] {
    var writer = StableEncoder()
    writer.add(key)
    writer.add(record.faces.count)
    for (face, digest) in zip(record.faces, digests) {
      writer.add(digest)
      for number in [face.file, face.index, face.slot, face.unitsPerEm, face.size] { writer.add(number) }
      writer.add(face.name)
      writer.add(face.className)
      writer.add(face.postScriptName)
      writer.add(face.isKerned)
      writer.add(face.keeps)
      // A face has nearly all characters that it keeps.
      writer.add(face.keeps.subtracting(face.coverage))
      writer.add(face.coverage.subtracting(face.keeps))
    }
    writer.add(record.slotFaces.count)
    for face in record.slotFaces { writer.add(face) }
    writer.add(record.choices.count)
    for runs in record.choices {
      writer.add(runs.count)
      for run in runs {
        writer.add(run.count)
        writer.add(run.face)
      }
    }
    writer.add(record.missing)
    writer.add(record.emoji.count)
    for emoji in record.emoji {
      writer.add(emoji.text)
      writer.add(emoji.hasPicture)
    }
    return writer.bytes
  }

  /// Reads the bytes of the file; nil if they are not a record.
  public init?(_ bytes: [UInt8]) {
    var reader = StableDecoder(bytes[...])
    guard let key = reader.text(), let faces = reader.list(Self.face),
      let slotFaces = reader.list({ $0.integer() }), let choices = reader.list(Self.runs),
      let missing = reader.scalars(), let emoji = reader.list(Self.emoji), reader.isAtEnd
    else { return nil }
    (self.key, digests) = (key, faces.map(\.digest))
    record = FontRecord(
      faces: faces.map(\.face), slotFaces: slotFaces, choices: choices, missing: missing, emoji: emoji)
  }

  private static func face(_ reader: inout StableDecoder) -> (digest: String, face: FontRecord.Face)? {
    guard let digest = reader.text(), isDigest(digest), let file = reader.integer(),
      let index = reader.integer(),
      let slot = reader.integer(), let unitsPerEm = reader.integer(), let size = reader.integer(),
      let name = reader.text(), let className = reader.text(), let postScriptName = reader.text(),
      let isKerned = reader.flag(),
      let keeps = reader.scalars(), let lost = reader.scalars(), let extra = reader.scalars()
    else { return nil }
    var coverage = keeps.subtracting(lost)
    coverage.formUnion(extra)
    let face = FontRecord.Face(
      file: file, index: index, slot: slot, name: name, className: className,
      isKerned: isKerned, keeps: keeps, coverage: coverage, postScriptName: postScriptName,
      unitsPerEm: unitsPerEm, size: size)
    return (digest, face)
  }

  /// True if a text is a SHA-256 in hexadecimal: a part of it is in the name of the face's file.
  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  private static func runs(_ reader: inout StableDecoder) -> [FontRecord.FaceRun]? {
    reader.list { reader in
      guard let count = reader.integer(), let face = reader.integer() else { return nil }
      return FontRecord.FaceRun(count: count, face: face)
    }
  }

  private static func emoji(_ reader: inout StableDecoder) -> ExportEmoji? {
    guard let text = reader.text(), let hasPicture = reader.flag() else { return nil }
    return ExportEmoji(text: text, hasPicture: hasPicture)
  }
}

extension StableEncoder {
  /// A set of characters: for each range the distance from the one before, and its length.
  fileprivate mutating func add(_ scalars: ScalarSet) {
    let ranges = scalars.ranges
    add(ranges.count)
    var end: UInt32 = 0
    for range in ranges {
      add(range.lowerBound - end)
      add(range.upperBound - range.lowerBound)
      end = range.upperBound
    }
  }
}

extension StableDecoder {
  fileprivate mutating func scalars() -> ScalarSet? {
    var (set, end) = (ScalarSet(), UInt64(0))
    guard let ranges = integer(), ranges >= 0 else { return nil }
    for _ in 0..<ranges {
      guard let gap = number(), let length = number(), gap < 0x11_0000, length < 0x11_0000,
        case let first = end + gap, first + length < 0x11_0000
      else { return nil }
      end = first + length
      set.insert(UInt32(first)...UInt32(end))
    }
    return set
  }
}
