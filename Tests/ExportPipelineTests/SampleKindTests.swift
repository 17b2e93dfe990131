import BubbleLayout
import ExportPipeline
import Foundation
import TestSupport
import Testing

/// A kind of content in one file (`SampleKind.swift`) and one line.
@Suite struct SampleKindTests {
  private static let chat = #"""
    {"format": "chatexport/1", "id": "game", "timeZone": "UTC", "locale": "en",
     "participants": [{"id": "a", "name": "Ann", "isMe": true}, {"id": "b", "name": "Ben"}],
     "messages": [
      {"id": "1", "from": "a", "at": "2026-05-01T10:00:00Z", "kind": "dice", "text": "my turn", "facts": {"pips": "4 6 1"}},
      {"id": "2", "from": "b", "at": "2026-05-01T10:01:00Z", "text": "well thrown", "replyTo": "1"},
      {"id": "3", "from": "b", "at": "2026-05-01T10:02:00Z", "kind": "dice", "facts": {"pips": "seven", "on": true}},
      {"id": "4", "from": "b", "at": "2026-05-01T10:03:00Z", "kind": "invoice", "facts": {"title": "Tickets", "amount": 31.50}}]}
    """#

  /// Writes the site of the chat, to the folder that the browser's tests ask for or to one that is removed.
  private func export(
    knowing isKnown: Bool, _ body: (_ page: String, _ report: ExportReport) throws -> Void
  ) async throws {
    let asked = isKnown ? ProcessInfo.processInfo.environment["SAMPLE_KIND_SITE"] : nil
    let folder = FileManager.default.temporaryDirectory.appending(path: "dice-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "game.json")
    try Data(Self.chat.utf8).write(to: source)
    var options = ExportOptions(
      inputs: [source.path], output: asked ?? folder.appending(path: "site").path)
    options.fonts = TestFonts.folder
    // This is the line.
    if isKnown { options.kinds.append(DiceContent.self) }
    let report = try await Exporter(options).run { _ in }
    let page = URL(filePath: options.output).appending(path: "game/1.html")
    try body(String(decoding: Data(contentsOf: page), as: UTF8.self), report)
  }

  @Test("Row 21: a kind in one file and one line is read, drawn, quoted and counted")
  func known() async throws {
    try await export(knowing: true) { page, report in
      #expect(page.contains(">Threw 11<"))
      #expect(page.components(separatedBy: ">Threw 11<").count == 3, "in its row and in the quote")
      #expect(page.contains(">my turn<"))
      for box in ["card.0", "label.1", "card.2", "fact"] { #expect(page.contains("data-box=\"\(box)\"")) }
      #expect(report.conversations.first?.kinds["dice"] == 1)
      // The message whose facts are no dice is shown as one of a kind nobody knows.
      #expect(report.losses == 1 && page.contains("seven"))
    }
  }

  @Test("Row 21: without its line the kind is a card with all that the source says, and told as a loss")
  func unknown() async throws {
    try await export(knowing: false) { page, report in
      #expect(!page.contains("Threw"))
      for words in ["dice", "my turn", "4 6 1", "seven", "true"] { #expect(page.contains(words), "\(words)") }
      #expect(report.losses == 2)
      #expect(page.contains("Tickets") && page.contains("31.50"))
    }
  }
}
