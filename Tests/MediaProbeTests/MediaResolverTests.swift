import Foundation
import MediaProbe
import Testing

@Suite struct MediaResolverTests {
  private let folder: TemporaryFolder
  private let root: String
  private let resolver: MediaResolver

  init() throws {
    folder = try TemporaryFolder()
    root = folder.path + "/export"
    let files = FileManager.default
    try files.createDirectory(atPath: root + "/media/sub", withIntermediateDirectories: true)
    for name in [
      "export/media/a.jpg", "export/media/A.jpg", "export/media/Pier.JPG", "export/media/cafe\u{301}.png",
      "export/media/sub/b.txt", "secret.txt", "export-other",
    ] {
      #expect(files.createFile(atPath: folder.path + "/" + name, contents: Data("x".utf8)))
    }
    try files.createSymbolicLink(atPath: root + "/media/out.txt", withDestinationPath: "../../secret.txt")
    try files.createSymbolicLink(atPath: root + "/media/in.txt", withDestinationPath: "sub/b.txt")
    try files.createSymbolicLink(atPath: root + "/loop", withDestinationPath: "loop")
    try files.createSymbolicLink(atPath: root + "/up", withDestinationPath: "..")
    try files.createSymbolicLink(atPath: root + "/beside", withDestinationPath: folder.path + "/export-other")
    try files.createSymbolicLink(atPath: root + "/inner", withDestinationPath: "media/sub")
    #expect(files.createFile(atPath: root + "/top.txt", contents: Data("x".utf8)))
    resolver = MediaResolver(DiskFolder(root))
  }

  @Test(
    "A name is found as written, else canonically the same, else in another case",
    arguments: [
      ("media/a.jpg", "media/a.jpg"), ("media/A.jpg", "media/A.jpg"), ("./media//a.jpg", "media/a.jpg"),
      ("media/pier.jpg", "media/Pier.JPG"), ("MEDIA/a.JPG", "media/A.jpg"),
      ("media/café.png", "media/cafe\u{301}.png"),
      ("media/CAFÉ.png", "media/cafe\u{301}.png"), ("media\\sub\\b.txt", "media/sub/b.txt"),
      ("media/in.txt", "media/sub/b.txt"), ("inner/b.txt", "media/sub/b.txt"), ("top.txt", "top.txt"),
    ])
  func found(path: String, file: String) throws {
    let found = try resolver.open(path).path
    #expect(Array(found.utf8) == Array((root + "/" + file).utf8))
  }

  @Test(
    "Nothing outside the folder is found",
    arguments: [
      "../secret.txt", "media/../../secret.txt", "/etc/passwd", "\\\\server\\share", "C:\\x", "c:/x",
      "media/out.txt", "up/secret.txt",
      "media\\..\\..\\secret.txt", "", "a\u{0}b", "beside", "..", ".ssh/id", "media/.keys",
    ])
  func refused(path: String) {
    guard case .failure(.refusedPath(path, let reason)) = found(path) else {
      Issue.record("\(path): \(found(path))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test("What is not there or not a file is said to be so")
  func missing() {
    #expect(found("media/none.jpg") == .failure(.missing("media/none.jpg")))
    #expect(found("media/a.jpg/x") == .failure(.missing("media/a.jpg/x")))
    #expect(found("loop") == .failure(.missing("loop")))
    #expect(found("media") == .failure(.notAFile("media")))
    #expect(found(String(repeating: "a", count: 5000)) != .success(""))
    #expect(throws: MediaProblem.missing("a")) {
      try MediaResolver(DiskFolder(root + "/none")).open("a").path
    }
  }

  /// The path of the file that is opened for `path`, or why there is none.
  private func found(_ path: String) -> Result<String, MediaProblem> {
    Result { () throws(MediaProblem) in try resolver.open(path).path }
  }
}
