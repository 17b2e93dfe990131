import ExportPipeline
import Foundation
import TestSupport
import Testing

/// A run that is stopped, by the rows of the list in `Tests/README.md`.
@Suite struct CancellationTests {
  @Test(
    "Row 5: a cancelled export stops soon, whatever it is at, and leaves nothing behind",
    arguments: [ExportPipeline.Progress.Stage.reading, .fonts, .pages])
  func cancelled(stage: ExportPipeline.Progress.Stage) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stopped-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "long.json")
    try Data(Self.chat(of: 20_000).utf8).write(to: source)
    var options = ExportOptions(inputs: [source.path], output: folder.appending(path: "site").path)
    (options.fonts, options.pageSize, options.jobs) = (TestFonts.folder, 100, 4)
    let (steps, reached) = AsyncStream<Void>.makeStream()
    let run = Task { [options] in
      try await Exporter(options).run { progress in
        if progress.stage == stage, stage != .pages || progress.pages > 2 { reached.yield() }
      }
    }
    for await _ in steps { break }
    let asked = ContinuousClock.now
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    // The whole run takes many times as long, also on a busy machine, where 5.4 s have been seen.
    #expect(asked.duration(to: .now) < .seconds(15))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["long.json"])
  }

  private static func chat(of count: Int) -> String {
    let messages = (0..<count).map { number in
      #"{"id": "\#(number)", "from": "a", "text": "message \#(number) with a few words and a link to example.org/\#(number)"}"#
    }
    return #"{"format": "chatexport/1", "participants": [{"id": "a", "name": "Ann"}], "messages": ["#
      + messages.joined(separator: ",") + "]}"
  }
}
