public import ChatModel

/// A conversation with the names that the user gave to its people.
///
/// Names are given as participants enter a table, so formats that find people while reading need no extra step.
public struct NamedSource: ConversationSource {
  /// The facts of the conversation, with the names of people.
  public let info: ConversationInfo
  private let source: any ConversationSource

  package init(_ source: any ConversationSource, names: ParticipantNames, me: String?) {
    self.source = source
    var info = source.info
    info.title = Self.title(of: info, names)
    info.participants.addNaming(PersonNaming(names: names, me: me))
    self.info = info
  }

  /// Names the people of a conversation with `naming`. `title` replaces its title.
  public init(_ source: any ConversationSource, title: String?, naming: any ParticipantNaming) {
    self.source = source
    var info = source.info
    if let title { info.title = title }
    info.participants.addNaming(naming)
    self.info = info
  }

  /// The title with replaced names, because a title may be a person's name or consist of several.
  private static func title(of info: ConversationInfo, _ names: ParticipantNames) -> String {
    if let title = names.name(for: info.title) { return title }
    let people = info.participants.participants
    var newNames: [String: String] = [:]
    for person in people where newNames[person.name] == nil {
      newNames[person.name] = names.name(of: person) ?? person.name
    }
    if let title = newNames[info.title] { return title }
    let parts = info.title.split(separator: ", ").map(String.init)
    guard parts.count > 1, parts.allSatisfy({ newNames[$0] != nil || names.name(for: $0) != nil }) else {
      return info.title
    }
    return parts.map { newNames[$0] ?? names.name(for: $0) ?? $0 }.joined(separator: ", ")
  }

  /// The folder that files are relative to.
  public var mediaRoot: InputFolder { source.mediaRoot }

  /// Reads the source's messages from a position on.
  public func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    try source.read(from: position, participants: &participants, log: &log, sink)
  }

  /// Returns the memory of the source that only reading needs.
  public func rest() { source.rest() }

  /// Reads the source's messages in the form for a first pass.
  public func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws {
    try source.survey(from: position, participants: &participants, log: &log, digests: digests, sink)
  }
}

/// The user's names, with the owner, whom the user may have named by one of them.
private struct PersonNaming: ParticipantNaming {
  let names: ParticipantNames
  let me: String?

  func named(_ participant: Participant) -> Participant {
    guard let name = names.name(of: participant) else { return participant }
    var named = participant
    named.name = name
    named.standIn = nil
    named.isMe = named.isMe || name == me
    return named
  }
}
