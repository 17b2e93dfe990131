import ChatImport
import ChatModel
import Foundation
import ImportKit

/// Everything one reading of a source gives.
struct Reading: Equatable {
  var messages: [Message] = []
  var positions: [SourcePosition] = []
  var participants = ParticipantTable()
  var log = DiagnosticLog()

  /// Reads all of `source`, or `limit` messages of it.
  init(
    _ source: any ConversationSource, from position: SourcePosition? = nil, limit: Int = .max,
    participants: ParticipantTable? = nil
  ) throws {
    self.participants = participants ?? source.info.participants
    var (messages, positions) = ([Message](), [SourcePosition]())
    try source.read(from: position, participants: &self.participants, log: &log) { message, position in
      messages.append(message)
      positions.append(position)
      return messages.count < limit
    }
    (self.messages, self.positions) = (messages, positions)
  }

  /// The sender of the message at `index`.
  func sender(_ index: Int) -> Participant? { messages[index].sender.map { participants[$0] } }

  /// The diagnostics as `code: message` with the path where there is one.
  var diagnostics: [String] { log.lines }
}

extension DiagnosticLog {
  /// The kept diagnostics, one a line: `severity code [path]: message`.
  var lines: [String] {
    kept.map { "\($0.severity) \($0.code)\($0.origin?.path.map { " \($0)" } ?? ""): \($0.message)" }
  }
}

/// The conversations in `text`, an input named `path`.
func open(
  _ text: String, path: String = "chat.json", as format: ImportFormat = .chatexport,
  options: ImportOptions = ImportOptions(), log: inout DiagnosticLog
) throws -> [any ConversationSource] {
  try format.open(ImportInput(path: path, bytes: Array(text.utf8)), options: options, log: &log)
}

/// The one conversation in `text`, read to its end; its log includes that of opening.
func read(
  _ text: String, path: String = "chat.json", as format: ImportFormat = .chatexport,
  options: ImportOptions = ImportOptions()
) throws -> Reading {
  var log = DiagnosticLog()
  guard let source = try open(text, path: path, as: format, options: options, log: &log).first else {
    throw NoConversation()
  }
  var reading = try Reading(source)
  log.merge(reading.log)
  reading.log = log
  return reading
}

struct NoConversation: Error {}

/// Files beside the test sources, and the outside data that is not part of the checkout.
enum TestData {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A folder of the outside data; nil, said plainly, when it is not there.
  static func shared(_ path: String, for what: String) -> URL? {
    let root =
      ProcessInfo.processInfo.environment["CHATEXPORT_SHARED"].map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared")
    let folder = root.appending(path: "data").appending(path: path)
    guard FileManager.default.fileExists(atPath: folder.path) else {
      print("SKIPPED: \(what) – ../shared/data/\(path) not present")
      return nil
    }
    return folder
  }
}
