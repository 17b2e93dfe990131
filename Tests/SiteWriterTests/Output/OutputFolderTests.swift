import Digests
import FoundationEssentials
import SiteFiles
import SiteWriter
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct OutputFolderTests {
  private let mark = "{ \(OutputFolder.mark) }"
  private let digest = SHA256Digest(of: [UInt8]().span)

  @Test("Nothing is at the site's place before commit, everything after")
  func first() throws {
    let folder = try TemporaryFolder()
    let output = try OutputFolder(at: folder.path + "/new/site")
    try output.write("a/b/c.html", Array("page".utf8))
    #expect(folder.text("new/site/a/b/c.html") == nil)
    try output.commit()
    #expect(folder.text("new/site/a/b/c.html") == "page")
    #expect(try folder.names(in: "new") == ["site"])
  }

  @Test("A second site replaces the first as a whole")
  func replace() throws {
    let folder = try TemporaryFolder()
    try folder.write("site/export.json", mark)
    try folder.write("site/old.html", "old")
    try folder.write("site/assets/files.txt", "export.json\nold.html\n")
    let output = try OutputFolder(at: folder.path + "/site/")
    try output.write("new.html", Array("new".utf8))
    #expect(try folder.names(in: "site") == ["assets", "export.json", "old.html"])
    try output.commit()
    #expect(try folder.names(in: "site") == ["MANIFEST", "new.html"])
    #expect(
      folder.text("site/MANIFEST")
        == "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437  new.html\n")
    #expect(try folder.names() == ["site"])
  }

  @Test("An abandoned site leaves the first as it was")
  func abandon() throws {
    let folder = try TemporaryFolder()
    try folder.write("site/export.json", mark)
    let output = try OutputFolder(at: folder.path + "/site")
    try output.write("new.html", Array("new".utf8))
    output.abandon()
    #expect(try folder.names() == ["site"])
    #expect(try folder.names(in: "site") == ["export.json"])
  }

  @Test("A folder with other files is refused, unless forced; an empty one is taken")
  func foreign() throws {
    let folder = try TemporaryFolder()
    try folder.write("site/diary.txt", "dear")
    #expect(throws: OutputError.notASite(path: folder.path + "/site", holding: ["diary.txt"])) {
      try OutputFolder(at: folder.path + "/site")
    }
    #expect(try folder.names() == ["site"])
    let output = try OutputFolder(at: folder.path + "/site", force: true)
    #expect(folder.text("site/diary.txt") == "dear")
    try output.write("export.json", Array(mark.utf8))
    try output.commit()
    #expect(try folder.names(in: "site") == ["MANIFEST", "export.json"])
    try OutputFolder(at: folder.path + "/site").commit()
  }

  @Test(
    "A refusal names the files that --force would delete",
    arguments: [
      (["a"], "/x has 'a', which chatexport did not write; choose another folder (--force would delete it)"),
      (
        ["b", "a"],
        "/x has 'a' and 'b', which chatexport did not write; choose another folder (--force would delete all of it)"
      ),
      (
        ["e", "d", "c", "b", "a\nb"],
        "/x has 'a b', 'b', 'c' and 2 more, which chatexport did not write; choose another folder (--force would delete all of it)"
      ),
    ])
  func refusal(names: [String], sentence: String) {
    #expect(OutputError.notASite(path: "/x", holding: names).description == sentence)
  }

  @Test("An export.json of somebody else does not make a folder ours")
  func foreignExport() throws {
    let folder = try TemporaryFolder()
    try folder.write("site/export.json", #"{"generator": "other"}"#)
    #expect(throws: OutputError.self) { try OutputFolder(at: folder.path + "/site") }
    try folder.write("site/export.json", #"{"generator":"chatexport","version":1}"#)
    try OutputFolder(at: folder.path + "/site").abandon()
  }

  @Test("A file, and the folder the program runs in, are refused even when forced")
  func neverReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write("file", "x")
    #expect(throws: OutputError.notAFolder(path: folder.path + "/file")) {
      try OutputFolder(at: folder.path + "/file", force: true)
    }
    #expect(throws: OutputError.holdsWorkingFolder(path: "/")) { try OutputFolder(at: "/", force: true) }
    #expect(throws: OutputError.self) {
      try OutputFolder(at: FileManager.default.currentDirectoryPath, force: true)
    }
  }

  @Test("What a killed run left is removed by the next; what a live run builds is not")
  func stale() throws {
    let folder = try TemporaryFolder()
    try folder.write(".site.chatexport-4242-0/half.html", "half")
    try folder.write(".other.chatexport-4242-0/half.html", "of another site")
    let live = try OutputFolder(at: folder.path + "/site")
    #expect(folder.text(".site.chatexport-4242-0/half.html") == nil)
    #expect(folder.text(".other.chatexport-4242-0/half.html") != nil)
    let second = try OutputFolder(at: folder.path + "/site")
    #expect(second.staging != live.staging)
    try live.write("a.html", Array("a".utf8))
    try live.commit()
    #expect(folder.text("site/a.html") == "a")
    second.abandon()
  }

  @Test("A site set aside by a run that was killed between two renames is put back")
  func aside() throws {
    let folder = try TemporaryFolder()
    try folder.write(".site.chatexport-4242-0-aside/export.json", mark)
    try OutputFolder(at: folder.path + "/site").abandon()
    #expect(folder.text("site/export.json") == mark)
  }

  @Test(
    "Paths that would leave the site are refused",
    arguments: ["../x", "a/../../x", "/x", "a//b", "", "a/.", "a\0b"])
  func outside(path: String) throws {
    let folder = try TemporaryFolder()
    let output = try OutputFolder(at: folder.path + "/site")
    defer { output.abandon() }
    #expect(throws: OutputError.outside(path: path)) { try output.write(path, []) }
    #expect(throws: OutputError.outside(path: path)) {
      try output.copy(0, called: "x", sha256: digest, to: path)
    }
  }

  @Test("Open files are copied whole, and one that cannot be read is named")
  func copy() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "0123456789", count: 40_000)
    try folder.write("big", text)
    let output = try OutputFolder(at: folder.path + "/site")
    let file = unsafe open(folder.path + "/big", O_RDONLY)
    defer { close(file) }
    // Copies begin at the start, wherever others have read to.
    lseek(file, 17, SEEK_SET)
    try output.copy(file, called: "big", sha256: digest, to: "media/big.bin")
    #expect(throws: OutputError.unreadable(path: "closed", reason: "Bad file descriptor")) {
      try output.copy(-1, called: "closed", sha256: digest, to: "media/none")
    }
    try output.commit()
    #expect(folder.text("site/media/big.bin") == text)
  }

  @Test("A linked file is the same file, others are files of their own", arguments: [true, false])
  func ways(isLinked: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("photo", "light")
    let output = try OutputFolder(at: folder.path + "/site")
    let file = unsafe open(folder.path + "/photo", O_RDONLY)
    defer { close(file) }
    if isLinked {
      #expect(try output.link(file, sha256: digest, to: "media/photo"))
    } else {
      try output.copy(file, called: "photo", sha256: digest, to: "media/photo", mayShare: false)
    }
    try output.commit()
    try folder.write("photo", "shade")
    #expect(folder.text("site/media/photo") == (isLinked ? "shade" : "light"))
  }

  @Test("A link to a folder stays a link; the folder it leads to is replaced")
  func link() throws {
    let folder = try TemporaryFolder()
    try folder.write("real/export.json", mark)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/real")
    let output = try OutputFolder(at: folder.path + "/link")
    try output.write("x.html", [])
    try output.commit()
    #expect(try folder.names() == ["link", "real"])
    #expect(try folder.names(in: "real") == ["MANIFEST", "x.html"])
  }
}
