import FoundationEssentials
import Testing

@testable import Zip

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The zips of `Fixtures`, which `hostile_zips.py` there makes.
@Suite struct ZipTreeTests {
  private func tree(_ name: String) throws -> ZipTree {
    let path = #filePath.replacing("ZipTreeTests.swift", with: "Fixtures/\(name).zip")
    return try ZipTree(path: path, byteCount: Data(contentsOf: URL(filePath: path)).count)
  }

  /// The text of a file, unpacked into a temporary file of its own.
  private func text(_ path: String, in tree: ZipTree) throws -> String {
    let descriptor = try tree.unpack(path)
    defer { close(descriptor) }
    return read(descriptor, from: 0)
  }

  private func read(_ descriptor: CInt, from offset: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(offset))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test("Files go by their paths in the order of bytes; folders, hidden files and resource forks are none")
  func files() throws {
    let tree = try tree("tree")
    #expect(
      tree.files == [
        "B.TXT", "b.txt", "dot/e.txt", "sub/a-b/c.txt", "sub/a/c.txt", "sub/a0.txt", "sub/win/d.txt",
      ])
    #expect(tree.warnings == [])
    #expect(Array(tree.files(in: "sub/a")) == ["sub/a/c.txt"])
    #expect(Array(tree.files(in: "sub")) == Array(tree.files[3...]))
    #expect(tree.files(in: "su").isEmpty && tree.files(in: "b.txt").isEmpty && tree.files(in: "zz").isEmpty)
    #expect(tree.hasFile("sub/a/c.txt") && !tree.hasFile("sub/a") && !tree.hasFile("SUB/a/c.txt"))
    #expect(try text("sub/a/c.txt", in: tree) == "delta")
    #expect(try text("sub/win/d.txt", in: tree) == "epsilon")
    #expect(try text("sub/a0.txt", in: tree) == "")
    #expect(throws: ZipError.missing) { try tree.unpack("none") }
  }

  @Test("Names that lead elsewhere, links and devices are left out, each with a reason")
  func hostile() throws {
    let tree = try tree("hostile")
    #expect(tree.files == ["good.txt"])
    #expect(
      tree.warnings.map { "\($0.name.prefix(20)): \($0.reason)" } == [
        "../up.txt: its path has '..' in it", "a/../../up.txt: its path has '..' in it",
        "/absolute.txt: its path is absolute", "C:\\drive.txt: its path names a drive",
        "c:drive.txt: its path names a drive", "\\\\server\\share.txt: its path is absolute",
        "..\\up.txt: its path has '..' in it", ".: it has no name",
        "d/d/d/d/d/d/d/d/d/d/: it is nested in more than 64 folders",
        "link: it is a link or a device, not a file",
        "pipe: it is a link or a device, not a file", "device: it is a link or a device, not a file",
      ])
  }

  @Test("Of members with one path the last counts, and what is also a folder is no file")
  func doubled() throws {
    let tree = try tree("doubled")
    #expect(tree.files == ["clash/in.txt", "twice.txt"])
    #expect(try text("twice.txt", in: tree) == "second")
    #expect(
      tree.warnings.map(\.reason) == [
        "it occurs more than once; the last one counts", "a folder has the same path",
      ])
  }

  @Test(
    "A zip that cannot be opened says why",
    arguments: [("truncated", ZipError.notAZip), ("cut-short", .notAZip)])
  func unopened(name: String, error: ZipError) {
    #expect(throws: error) { try tree(name) }
  }

  @Test(
    "A file that cannot be unpacked says why, wherever it is asked for",
    arguments: [
      ("encrypted", ZipError.encrypted), ("aes", .encrypted), ("deflate64", .method(9)),
      ("checksum", .damaged("CRC error")),
      ("says-less", .longerThanSaid(10)), ("says-much", .tooMuch(size: 0xffff_fff0, limit: 256 << 20)),
    ])
  func unreadable(name: String, error: ZipError) throws {
    let tree = try tree(name)
    #expect(throws: error) { try tree.unpack("a.txt") }
    #expect(throws: error) { try tree.withStored("a.txt") { _, _ in } }
    #expect(error.reason.contains(";"))
  }

  @Test("A file shorter than the zip says is damaged")
  func saysMore() throws {
    let tree = try tree("says-more")
    let error = #expect(throws: ZipError.self) { try tree.unpack("a.txt") }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "Names and formats of other programs are understood",
    arguments: [
      ("stored", "a.txt"), ("bzip2", "a.txt"), ("larger-format", "a.txt"),
      ("code-page", "café.txt"), ("one-of-several", "a.txt"),
    ])
  func understood(name: String, file: String) throws {
    let tree = try tree(name)
    #expect(tree.files == [file])
    #expect(try ["alpha", "coffee"].contains(text(file, in: tree)))
  }

  @Test(
    "A zero byte in a name is no end of a path on the disk",
    arguments: ["zero-in-name", "zero-in-utf-8-name"])
  func zeroInName(name: String) throws {
    let tree = try tree(name)
    let file = try #require(tree.files.first)
    #expect(tree.files.count == 1 && file.hasPrefix("a.txt") && !file.utf8.contains(0))
    #expect(try text(file, in: tree) == "alpha")
  }

  @Test("What libzip was built without is named")
  func lzma() throws {
    let tree = try tree("lzma")
    do {
      #expect(try text("a.txt", in: tree) == "alpha")
    } catch let error as ZipError {
      #expect(error == .method(14) && error.reason.contains("LZMA"))
    }
  }

  @Test("A zip in a zip is a file, and an empty zip has none")
  func nested() throws {
    #expect(try tree("zip-in-zip").files == ["inner.zip"])
    #expect(try tree("empty").files == [])
  }

  @Test("Stored files keep their places, which begin with a page, however often they are asked for")
  func stored() throws {
    let tree = try tree("tree")
    var ranges: [Range<Int>] = []
    for _ in 0..<2 {
      for file in tree.files {
        let stored = try tree.withStored(file) { (read($0, from: $1.lowerBound), $1) }
        #expect(stored.1.lowerBound.isMultiple(of: 65536))
        #expect(try stored.0.prefix(stored.1.count) == text(file, in: tree))
        ranges.append(stored.1)
      }
    }
    #expect(Array(ranges.prefix(tree.files.count)) == Array(ranges.suffix(tree.files.count)))
    #expect(Set(ranges.map(\.lowerBound)).count == tree.files.count)
  }

  @Test("The beginning of a file is all of a short one")
  func beginning() throws {
    #expect(try tree("tree").beginning(of: "b.txt") == Array("beta".utf8))
    #expect(try tree("code-page").beginning(of: "café.txt") == Array("coffee".utf8))
  }

  @Test("Any changed byte of a zip gives its files, other files or an error")
  func damaged() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zip-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["tree", "hostile", "larger-format"] {
      let bytes = try Data(
        contentsOf: URL(filePath: #filePath.replacing("ZipTreeTests.swift", with: "Fixtures/\(name).zip")))
      for offset in bytes.indices {
        var changed = bytes
        changed[offset] = ~changed[offset]
        let file = folder.appending(path: "changed.zip")
        try changed.write(to: file)
        guard let tree = try? ZipTree(path: file.path, byteCount: bytes.count) else { continue }
        for path in tree.files {
          #expect(!path.hasPrefix("/") && !path.split(separator: "/").contains(".."))
          _ = try? tree.beginning(of: path)
        }
      }
    }
  }
}
