import FoundationEssentials
import SiteFiles
import SiteWriter
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct EarlierSiteTests {
  private let folder: TemporaryFolder
  private let output: OutputFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("elsewhere/1.html", "page")
    try folder.write("site/export.json", "{ \(OutputFolder.mark) }")
    try folder.write("site/chat/1.html", "page")
    try folder.write("site/assets/files.txt", "chat/1.html\nexport.json\n")
    output = try OutputFolder(at: folder.path + "/site")
  }

  private func keep(_ path: String, size: Int = 4, isSame: Bool = true) throws -> Bool {
    try output.reuse(path, size: size) { descriptor in
      close(descriptor)
      return isSame
    }
  }

  private func status(_ path: String) -> stat {
    var status = stat()
    #expect(unsafe lstat(folder.path + "/" + path, &status) == 0)
    return status
  }

  @Test("A file that is kept is the same file, with its time")
  func same() throws {
    let before = status("site/chat/1.html")
    #expect(try keep("chat/1.html"))
    #expect(folder.text("site/chat/1.html") == "page")
    try output.commit()
    let after = status("site/chat/1.html")
    #expect(after.st_ino == before.st_ino && after.st_nlink == 1)
    #expect(after.st_mtim.tv_sec == before.st_mtim.tv_sec && after.st_mtim.tv_nsec == before.st_mtim.tv_nsec)
    #expect(try folder.names(in: "site") == ["MANIFEST", "chat"])
  }

  @Test("What is not kept, and what a failed run kept, is the earlier site's as it was")
  func untouched() throws {
    #expect(try !keep("chat/1.html", size: 5))
    #expect(try !keep("chat/1.html", isSame: false))
    try output.write("chat/1.html", Array("something else".utf8))
    #expect(folder.text("site/chat/1.html") == "page")
    output.abandon()
    #expect(folder.text("site/chat/1.html") == "page")
    #expect(status("site/chat/1.html").st_nlink == 1)
  }

  @Test("No link is followed and nothing but a regular file is kept or read")
  func onlyFiles() throws {
    let site = folder.path + "/site/"
    #expect(unsafe symlink("../../elsewhere/1.html", site + "chat/2.html") == 0)
    #expect(unsafe symlink("../elsewhere", site + "other") == 0)
    #expect(unsafe mkfifo(site + "chat/3.html", 0o600) == 0)
    #expect(unsafe mkdir(site + "chat/4.html", 0o700) == 0)
    for path in ["chat/2.html", "other/1.html", "chat/3.html", "chat/4.html", "chat/5.html", "none/1.html"] {
      #expect(try !keep(path), "\(path)")
      #expect(output.earlierBytes(path, limit: 100) == nil, "\(path)")
      try output.write(path, Array("new".utf8))
    }
    #expect(folder.text("elsewhere/1.html") == "page")
    for path in ["../elsewhere/1.html", "chat/../chat/1.html", "/chat/1.html", ""] {
      #expect(throws: OutputError.self) { try keep(path) }
      #expect(output.earlierBytes(path, limit: 100) == nil)
    }
  }

  @Test("A file is read up to a limit")
  func reading() throws {
    #expect(output.earlierBytes("chat/1.html", limit: 4) == Array("page".utf8))
    #expect(output.earlierBytes("chat/1.html", limit: 3) == nil)
  }
}
