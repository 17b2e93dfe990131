import ChatImport
import ChatModel
import Digests
import Fonts
import ImportKit
import TestSupport
import Testing

@testable import ExportPipeline

/// A conversation in memory; a message's position is its index.
struct ListSource: ConversationSource {
  var info = ConversationInfo(id: "list", title: "list")
  var mediaRoot = InputFolder(onDisk: ".")
  var messages: [Message]

  func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    var index = Int(position?.value ?? 0)
    while index < messages.count {
      if try !sink(messages[index], SourcePosition(UInt64(index))) { return }
      index += 1
    }
  }

  func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws {
    let participantEnd = participants.participants.count
    try read(from: position, participants: &participants, log: &log) { message, position in
      let digest = ShortDigest(of: Array("\(message)".utf8).span)
      return try sink(
        .whole(message),
        SourceEntry(position: position, digest: digest, participantEnd: participantEnd))
    }
  }

  /// Texts whose instants are the given seconds; nil: no time. Their ids are `ids`, or their indexes.
  init(seconds: [Int64?], ids: [String]? = nil) {
    messages = seconds.enumerated().map { index, second in
      Message(
        id: ids?[index] ?? "\(index)", instant: second.map { Instant(milliseconds: $0 * 1_000) },
        content: .text(MessageText("text \(index)", markup: .plain)))
    }
  }
}

@Suite struct MessageOrderTests {
  static func survey(_ source: ListSource) throws -> ConversationSurvey {
    var fonts = CharacterUsage()
    var log = DiagnosticLog()
    var names = FolderNames()
    return try ConversationSurvey(
      of: source, options: ExportOptions(inputs: [], output: ""), names: &names, fonts: &fonts, log: &log
    ) { _ in }
  }

  static func ids(_ survey: ConversationSurvey, batch: Int) throws -> [String] {
    var stream = MessageStream(
      survey.source, order: survey.order, filter: survey.filter, clock: survey.clock,
      table: survey.participants)
    var ids: [String] = []
    while true {
      let (messages, ahead) = try stream.next(batch)
      if messages.isEmpty { return ids }
      ids += messages.map(\.id)
      if messages.count < batch { #expect(ahead == nil) }
    }
  }

  @Test("Messages in order are read as they are, whatever the batch", arguments: [1, 3, 50, 500, 1_000])
  func inOrder(batch: Int) throws {
    let survey = try Self.survey(ListSource(seconds: (0..<1_000).map { Int64($0 / 3) }))
    #expect(try Self.ids(survey, batch: batch) == (0..<1_000).map { "\($0)" })
  }

  @Test(
    "Messages out of order are sorted by instant, then by index; those without a time keep their neighbour")
  func sorted() throws {
    let survey = try Self.survey(ListSource(seconds: [5, nil, 3, 3, nil, 9, 1]))
    #expect(try Self.ids(survey, batch: 2) == ["6", "2", "3", "4", "0", "1", "5"])
  }

  @Test("Random orders come out sorted and complete")
  func random() throws {
    var random = SplitMix64(seed: 3)
    let seconds = (0..<777).map { _ in Int64?(Int64(random.below(300))) }
    let ids = try Self.ids(Self.survey(ListSource(seconds: seconds)), batch: 50)
    let expected = seconds.indices.sorted { ((seconds[$0] ?? 0), $0) < ((seconds[$1] ?? 0), $1) }
    #expect(ids == expected.map { "\($0)" })
  }

  @Test("Anchors are unique also where ids repeat, are missing, or look like our own suffixes")
  func anchors() throws {
    let source = ListSource(seconds: [1, 2, 3, 4, 5, 6], ids: ["a", "a", "a-2", "", "n4", "a"])
    let survey = try Self.survey(source)
    let anchors = source.messages.enumerated().map { survey.anchor(of: $0.offset, id: $0.element.id) }
    #expect(anchors == ["a", "a-2_", "a-2", "n4_", "n4", "a-3"])
  }
}
