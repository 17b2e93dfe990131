import Foundation
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import TranscriptFormats

/// Detection on every sample beside the checkout: a file is read as what its folder says, or as nothing.
@Suite struct RecognitionMatrixTests {
  /// The formats that the files of a folder of samples may be recognised as. A folder that is not listed holds no format that
  /// is read.
  private static let formats: [String: Set<String>] = [
    "claude-ai": ["claudeai"], "claude-code": ["claudecode"], "discord-package": ["discordpackage"],
    "gemini-cli": ["geminicli"], "instagram": ["meta"], "messenger": ["meta"], "meta": ["meta"],
    "google-chat": ["googlechat"], "google-voice": ["googlevoice"], "x-twitter": ["twitter"],
    "whatsapp-db": ["whatsapp"],
    "claude-stream-json": ["claudecode"], "copilot-cli": ["copilotcli"], "sms-ndjson": ["smsimportexport"],
    "telegramhtml": ["telegramhtml"], "telegram": ["telegram", "telegramhtml"],
    // The samples of this repository are exports of three assistants.
    "chatgpt": ["chatgpt", "claudeai", "gemini"],
  ]

  @Test("A sample is recognised as its own format or as none")
  func recognition() throws {
    var samples: [URL] = []
    for group in ["chats", "made", "made-2"] {
      guard let root = TestData.shared(group, for: "detection of samples") else { continue }
      samples += (FileManager.default.subpaths(atPath: root.path) ?? []).sorted().map {
        root.appending(path: $0)
      }
    }
    let notes = ["md", "py"]
    var found: Set<ImportFormat> = []
    for sample in samples where !notes.contains(sample.pathExtension) {
      guard let input = try? ImportInput(path: sample.path) else { continue }
      let steps = sample.pathComponents
      guard let data = steps.lastIndex(of: "data"), data + 2 < steps.count else { continue }
      let folder = steps[data + 2]
      let allowed = Self.formats[folder] ?? [folder]
      let formats = ImportFormat.formats(recognising: input)
      found.formUnion(formats)
      #expect(formats.count <= 1, "\(sample.path): \(formats)")
      #expect(formats.allSatisfy { allowed.contains($0.rawValue) }, "\(sample.path): \(formats)")
    }
    print("formats recognised among the samples: \(found.map(\.rawValue).sorted())")
  }
}
