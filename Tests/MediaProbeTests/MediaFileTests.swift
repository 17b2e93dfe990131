import Digests
import Foundation
import MediaProbe
import Testing

@Suite struct MediaFileTests {
  /// The facts of the file at `path`, or the problem with it.
  private func found(path: String) -> Result<MediaInfo, MediaProblem> {
    Result { () throws(MediaProblem) in try MediaFile(path: path).info() }
  }

  @Test(
    "A picture's size is read from its header, turned as EXIF says",
    arguments: [
      ("1x1.png", MediaInfo(kind: .png, pixelWidth: 1, pixelHeight: 1)),
      ("moving.png", MediaInfo(kind: .png, pixelWidth: 3, pixelHeight: 2, isAnimated: true)),
      ("plain.jpg", MediaInfo(kind: .jpeg, pixelWidth: 3, pixelHeight: 2)),
      ("late-frame.jpg", MediaInfo(kind: .jpeg, pixelWidth: 3, pixelHeight: 2)),
      ("exif-broken.jpg", MediaInfo(kind: .jpeg, pixelWidth: 3, pixelHeight: 2)),
      ("exif-nine.jpg", MediaInfo(kind: .jpeg, pixelWidth: 3, pixelHeight: 2)),
      ("orientation-1.jpg", MediaInfo(kind: .jpeg, pixelWidth: 3, pixelHeight: 2)),
      ("orientation-2.jpg", MediaInfo(kind: .jpeg, pixelWidth: 3, pixelHeight: 2)),
      ("orientation-3.jpg", MediaInfo(kind: .jpeg, pixelWidth: 3, pixelHeight: 2)),
      ("orientation-4.jpg", MediaInfo(kind: .jpeg, pixelWidth: 3, pixelHeight: 2)),
      ("orientation-5.jpg", MediaInfo(kind: .jpeg, pixelWidth: 2, pixelHeight: 3)),
      ("orientation-6.jpg", MediaInfo(kind: .jpeg, pixelWidth: 2, pixelHeight: 3)),
      ("orientation-7.jpg", MediaInfo(kind: .jpeg, pixelWidth: 2, pixelHeight: 3)),
      ("orientation-8.jpg", MediaInfo(kind: .jpeg, pixelWidth: 2, pixelHeight: 3)),
      ("still.gif", MediaInfo(kind: .gif, pixelWidth: 3, pixelHeight: 2)),
      ("moving.gif", MediaInfo(kind: .gif, pixelWidth: 3, pixelHeight: 2, isAnimated: true)),
      ("lossy.webp", MediaInfo(kind: .webp, pixelWidth: 3, pixelHeight: 2)),
      ("lossless.webp", MediaInfo(kind: .webp, pixelWidth: 3, pixelHeight: 2)),
      ("extended.webp", MediaInfo(kind: .webp, pixelWidth: 3, pixelHeight: 2)),
      ("moving.webp", MediaInfo(kind: .webp, pixelWidth: 3, pixelHeight: 2, isAnimated: true)),
      ("video.mp4", MediaInfo(kind: .mp4)), ("voice.ogg", MediaInfo(kind: .ogg)),
      ("words.txt", MediaInfo(kind: .unknown)),
      ("empty.png", MediaInfo(kind: .unknown)), ("picture.svg", MediaInfo(kind: .svg)),
      ("svg-called.png", MediaInfo(kind: .svg)),
      ("html-called.jpg", MediaInfo(kind: .unknown)),
    ])
  func probe(name: String, info: MediaInfo) {
    #expect(found(path: Fixtures.path(name)) == .success(info))
  }

  @Test(
    "A broken or oversized picture is a problem with a sentence",
    arguments: [
      "truncated.png", "zero.png", "huge.png", "many-pixels.png", "truncated.jpg", "truncated.gif",
      "truncated.webp", "none.png",
    ])
  func problem(name: String) throws {
    let path = Fixtures.path(name)
    guard case .failure(let problem) = found(path: path) else {
      Issue.record("\(name) has no problem")
      return
    }
    switch (name, problem) {
    case ("none.png", .missing), ("huge.png", .tooLarge(_, width: 70_000, height: 10)),
      ("many-pixels.png", .tooLarge(_, width: 20_000, height: 20_000)):
      break
    case (_, .broken(path, kind: _)) where name.hasPrefix("truncated") || name == "zero.png": break
    default: Issue.record("\(name): \(problem)")
    }
    #expect(problem.description.contains(name) && problem.description.contains(";"))
  }

  @Test("Folders and pipes are not opened as files")
  func notAFile() throws {
    #expect(found(path: Fixtures.folder) == .failure(.notAFile(Fixtures.folder)))
    #expect(found(path: "/dev/zero") == .failure(.notAFile("/dev/zero")))
  }

  @Test("What is refused is closed once: others may have the descriptor by then")
  func refusedOnce() async {
    let (folder, picture) = (Fixtures.folder, Fixtures.path("1x1.png"))
    let failed = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<3_000).count { _ in
            let isRead = (try? MediaFile.head(ofFile: task % 2 == 0 ? folder : picture, limit: 8)) != nil
            return isRead == (task % 2 == 0)
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failed == 0)
  }

  @Test("Only pictures that hold no script stand in a page")
  func inline() {
    let inline = MediaInfo.Kind.allCases.filter { MediaInfo(kind: $0).isInlineImage }
    #expect(inline == [.png, .jpeg, .gif, .webp])
    #expect(
      Set(MediaInfo.Kind.allCases.map { MediaInfo(kind: $0).fileExtension }).count
        == MediaInfo.Kind.allCases.count)
  }

  @Test("A picture that says late what it is, is read as far as it takes")
  func late() throws {
    let folder = try TemporaryFolder()
    let much = [UInt8](repeating: 0x20, count: 300_000)
    func write(_ name: String, _ pieces: [UInt8]...) throws -> String {
      try Data(pieces.joined()).write(to: URL(fileURLWithPath: folder.path + "/" + name))
      return folder.path + "/" + name
    }
    // Five comments of 65,533 bytes between EXIF and the frame (JPEG, ITU T.81 §B.2.4.5).
    let jpeg = try Array(Data(contentsOf: URL(fileURLWithPath: Fixtures.path("orientation-6.jpg"))))
    var frame = 2
    while jpeg[frame + 1] & 0xF0 == 0xE0 { frame += 2 + Int(jpeg[frame + 2]) << 8 + Int(jpeg[frame + 3]) }
    let comment = [0xFF, 0xFE, 0xFF, 0xFF] + much[..<65_533]
    let comments = Array(repeatElement(comment, count: 5).joined())
    let photo = try write("photo", Array(jpeg[..<frame]), comments, Array(jpeg[frame...]))
    #expect(found(path: photo) == .success(MediaInfo(kind: .jpeg, pixelWidth: 2, pixelHeight: 3)))
    // A chunk of text before the one that says that it moves.
    let png = try Array(Data(contentsOf: URL(fileURLWithPath: Fixtures.path("moving.png"))))
    let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: much.count >> $0) }
    let text = length + "tEXt".utf8 + much + [0, 0, 0, 0]
    let moving = try write("moving", Array(png[..<33]), text, Array(png[33...]))
    #expect(
      found(path: moving) == .success(MediaInfo(kind: .png, pixelWidth: 3, pixelHeight: 2, isAnimated: true)))
    // A comment before the first image of two.
    let gif = try Array(Data(contentsOf: URL(fileURLWithPath: Fixtures.path("moving.gif"))))
    let table = gif[10] & 0x80 == 0 ? 13 : 13 + 3 << (Int(gif[10] & 7) + 1)
    let blocks = [0x21, 0xFE] + Array(repeatElement([255] + much[..<255], count: 1200).joined()) + [0]
    let film = try write("film", Array(gif[..<table]), blocks, Array(gif[table...]))
    #expect(
      found(path: film) == .success(MediaInfo(kind: .gif, pixelWidth: 3, pixelHeight: 2, isAnimated: true)))
    // Bytes that one file left in memory are nothing to the next.
    var memory = ReadBuffer()
    for path in [film, Fixtures.path("1x1.png"), photo, Fixtures.path("empty.png"), moving] {
      let file = try MediaFile(path: path)
      let (info, sha256) = try file.identify(in: &memory)
      #expect(try info == file.info() && sha256.hexadecimal == file.sha256())
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      #expect(memory.hasAll == (path.hasPrefix(Fixtures.folder)) && (!memory.hasAll || memory.count == size))
    }
  }

  @Test("The SHA-256 of a file is that of its bytes")
  func sha256() throws {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(try MediaFile(path: Fixtures.path("empty.png")).sha256() == empty)
    // FIPS 180-2 appendix B.3: a million times the letter a.
    let folder = try TemporaryFolder()
    let path = folder.path + "/million"
    try Data(repeating: 0x61, count: 1_000_000).write(to: URL(fileURLWithPath: path))
    let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(try MediaFile(path: path).sha256() == million)
    #expect(throws: MediaProblem.missing(folder.path + "/none")) {
      try MediaFile(path: folder.path + "/none").sha256()
    }
  }

  @Test("The checksum of a file is that of its bytes, however many pieces it is read in")
  func checksum() throws {
    let folder = try TemporaryFolder()
    for count in [0, 1, 4096, 262_144, 262_145, 1_000_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
      let path = folder.path + "/\(count)"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let checksum = try MediaFile(path: path).checksum()
      let whole = Checksum(of: bytes.span)
      #expect(checksum == whole)
      // xxHash's own program says the same: `printf '' | xxh128sum`.
      if count == 0 { #expect(checksum == Checksum(low: 0x6001_c324_468d_497f, high: 0x99aa_06d3_0147_98d8)) }
      guard count > 0 else { continue }
      var other = bytes
      other[count - 1] ^= 1
      let changed = Checksum(of: other.span)
      #expect(checksum != changed)
    }
  }

  @Test("Row 17: broken pictures from elsewhere give a size or a sentence, soon")
  func broken() throws {
    for path in SharedData.files(under: "conformance/images-pillow", for: "broken pictures") {
      var result: Result<MediaInfo, MediaProblem>?
      // A debug build, with other tests beside it; `test_seed_features.py` times the program.
      let times = (0..<8).map { _ in ContinuousClock().measure { result = found(path: path) } }
      let best = try #require(times.min())
      #expect(best < .milliseconds(500), "\(path): \(best)")
      let name = path.split(separator: "/").last ?? ""
      switch result {
      case .success(let info): print("\(name): \(info.kind) \(info.pixelWidth ?? 0)×\(info.pixelHeight ?? 0)")
      case .failure(let problem): #expect(problem.description.contains(";"))
      case nil: Issue.record("no result")
      }
    }
  }

  @Test("Any prefix and any changed byte of a picture is read without harm")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/picture"
    for name in [
      "1x1.png", "orientation-6.jpg", "moving.gif", "lossy.webp", "moving.webp", "exif-broken.jpg",
    ] {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
      for offset in bytes.indices {
        for damaged in [Array(bytes[..<offset]), bytes.enumerated().map { $0 == offset ? ~$1 : $1 }] {
          try Data(damaged).write(to: URL(fileURLWithPath: path))
          if case .success(let info) = found(path: path), let width = info.pixelWidth,
            let height = info.pixelHeight
          {
            #expect(
              width > 0 && height > 0 && width <= MediaFile.sideLimit
                && width * height <= MediaFile.pixelLimit)
          }
        }
      }
    }
  }
}

/// The pictures beside this file.
enum Fixtures {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures"
  static func path(_ name: String) -> String { folder + "/" + name }
}

/// A folder of its own for a test, removed when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("chatexport-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
