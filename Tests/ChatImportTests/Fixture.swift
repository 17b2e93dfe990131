import ChatImport
import ChatModel
import Foundation
import ICU
import ImportKit
import Testing

/// An input of one format with the text of what its reader should make of it.
///
/// Dropping a folder `Fixtures/<format>/<case>/` into place is all that a format needs to be tested by
/// ``FixtureConformanceTests``: `<format>` is the format's raw value, and the folder holds the input, a file or folder of any
/// name, and `expected.txt`, which `GOLDEN=accept` writes.
struct Fixture: CustomTestStringConvertible, Sendable {
  let format: ImportFormat
  /// The input relative to the checkout.
  let path: String
  /// The file with the expected text, or nil for an input that another test describes.
  let expectation: URL?

  var testDescription: String { path }

  /// Opens the input.
  func input() throws -> ImportInput { try ImportInput(path: url.path) }

  var url: URL { TestData.package.appending(path: path) }

  /// Every fixture, and the examples of the documentation.
  static let all: [Fixture] =
    ImportFormat.allCases.flatMap(cases)
    + ["lisbon.json", "support.jsonl"].map {
      Fixture(format: .chatexport, path: "docs/examples/" + $0, expectation: nil)
    }

  /// The fixtures with an expected text.
  static var described: [Fixture] { all.filter { $0.expectation != nil } }

  private static func cases(of format: ImportFormat) -> [Fixture] {
    let folder = TestData.fixtures.appending(path: format.rawValue)
    return names(in: folder).flatMap { name in
      let inputs = names(in: folder.appending(path: name)).filter { $0 != "expected.txt" }
      return inputs.map { input in
        Fixture(
          format: format, path: "Tests/ChatImportTests/Fixtures/\(format.rawValue)/\(name)/\(input)",
          expectation: folder.appending(path: name).appending(path: "expected.txt"))
      }
    }
  }

  private static func names(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}

/// Conversations as text: one line for each message, then the diagnostics.
struct ReadingText {
  private(set) var text = ""
  /// The checkout's path, which differs between machines.
  private let root = TestData.package.path

  mutating func add(_ info: ConversationInfo, _ reading: Reading) {
    line("# \(info.id) | \(info.title)\(info.order == .asGiven ? " | as given" : "")")
    for participant in reading.participants.participants {
      line("@ \(participant.key) | \(participant.name)\(participant.isMe ? " | me" : "")")
    }
    for message in reading.messages { line(words(message, reading.participants)) }
  }

  mutating func add(_ log: DiagnosticLog) {
    for diagnostic in log.kept {
      let location = diagnostic.origin.map { " \($0.location)" } ?? ""
      line("! \(diagnostic.severity) \(diagnostic.code)\(location): \(diagnostic.message)")
    }
  }

  private mutating func line(_ line: String) {
    text += line.replacing(root + "/", with: "").replacing("\n", with: "⏎") + "\n"
  }

  private func words(_ message: Message, _ people: ParticipantTable) -> String {
    var words = "\(message.id.isEmpty ? "-" : message.id) \(message.instant.map(Self.time) ?? "-")"
    words += " \(message.sender.map { people[$0].name } ?? "-"): "
    let content =
      switch message.content {
      case .text(let text): Self.words(text)
      case .media(let files, let caption): "\(files.map { Self.words($0) }) \(Self.words(caption))"
      case .system(let event): Self.words(event)
      case .part(let part): "\(type(of: part).kind) \(Self.words(part))"
      }
    words += content
    if let reply = message.reply { words += " | reply \(Self.words(reply))" }
    for reaction in message.reactions { words += " | reaction \(Self.words(reaction))" }
    if let extras = message.extras { words += " | \(Self.words(extras))" }
    return words
  }

  /// The time in UTC, as ISO 8601 has it.
  static func time(_ instant: Instant) -> String {
    let second = instant.seconds - Int64(CivilDate(wallClock: instant.seconds).daysSince1970) * 86_400
    func digits(_ number: Int64, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    let clock = [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
    let rest = instant.milliseconds - instant.seconds * 1000
    return CivilDate(wallClock: instant.seconds).isoText + "T" + clock
      + (rest == 0 ? "" : ".\(digits(rest, 3))")
  }

  private static func words(_ text: MessageText) -> String {
    switch text.markup {
    case .plain: text.string
    case .markdown: "(markdown) \(text.string)"
    case .spans(let spans):
      "\(text.string) \(spans.map { "<\($0.start)-\($0.end) \($0.kind)>" }.joined(separator: " "))"
    }
  }

  /// The members of a value that are neither nil, false nor empty, by their names.
  private static func words(_ value: Any) -> String {
    if let text = value as? MessageText { return words(text) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct?:
      let members = mirror.children.compactMap { child -> String? in
        let value = words(child.value)
        return value.isEmpty || value == "false" || value == "[]" ? nil : "\(child.label ?? "_"): \(value)"
      }
      return "{\(members.joined(separator: ", "))}"
    case .optional?: return mirror.children.first.map { words($0.value) } ?? ""
    case .collection?: return "[\(mirror.children.map { words($0.value) }.joined(separator: ", "))]"
    default: return "\(value)"
    }
  }
}
