import ChatModel
import ImportKit

/// The polls of a database. Votes and added choices are messages of their own, anywhere in the table.
///
/// Facts: public readers of databases since macOS 26. The app keeps JSON in the address of its message, `data:,` and Base64:
/// `{"version":1,"item":{"title","orderedPollOptions":[{"optionIdentifier","text"}]}}`, for a vote
/// `{"item":{"votes":[{"voteOptionIdentifier"}]}}` with all choices of its sender. A row with added choices has all choices.
struct IMessagePolls {
  /// The end of the app's identifier in `balloon_bundle_id`.
  static let bundle = "com.apple.messages.Polls"
  /// The `associated_message_type` of a vote.
  static let vote: Int64 = 4000

  private struct PollChoice {
    var id: String
    var text: String
  }
  /// Somebody's latest choices.
  private struct Ballot {
    /// The time of the vote, and its row: the order among all.
    var time: Int64
    var row: Int64
    /// Nil for the owner of the database, and for unknown people.
    var voter: IMessagePeople.IMessagePerson?
    var isMine: Bool
    var choices: Set<String>
  }
  private struct PollSheet {
    var question: String
    var choices: [PollChoice]
    var ballots: [String: Ballot] = [:]
  }
  /// A message of the app.
  private struct PollMessage {
    var guid: String
    /// The message that it refers to.
    var target: String?
    var isVote: Bool
    var ballot: Ballot
    var item: JSONValue
  }
  /// By the `guid` of the message that began the poll.
  private var sheets: [String: PollSheet] = [:]
  /// The message that began the poll, by the message with added choices.
  private var origins: [String: String] = [:]
  /// The texts of the choices that a message adds, by its `guid`.
  private(set) var additions: [String: [String]] = [:]
  /// The votes that polls show, by their `guid`.
  private(set) var votes: Set<String> = []

  init(_ database: SQLiteDatabase, _ people: IMessagePeople) throws(SQLiteError) {
    let columns = try database.columns(of: "message")
    let needed: Set = [
      "associated_message_guid", "associated_message_type", "balloon_bundle_id", "handle_id", "payload_data",
    ]
    guard columns.isSuperset(of: needed) else { return }
    var scan = try SQLiteScan(
      database,
      """
      SELECT ROWID, guid, associated_message_guid, associated_message_type, handle_id, is_from_me, date,
      payload_data FROM message WHERE ROWID >= ?1 AND (balloon_bundle_id LIKE '%\(Self.bundle)'
      OR associated_message_type = \(Self.vote)) ORDER BY ROWID
      """)
    var messages: [PollMessage] = []
    while try scan.next() {
      if let message = Self.message(scan.row, people) { messages.append(message) }
    }
    // Rows are not always in chronological order.
    for message in messages where message.target == nil { begin(message) }
    for message in messages where message.target != nil && !message.isVote { addChoices(of: message) }
    for message in messages where message.isVote { count(message) }
  }

  /// Reads a message of the app; nil if it cannot be read and is therefore shown as a card.
  private static func message(
    _ row: borrowing SQLiteStatement, _ people: IMessagePeople
  ) -> PollMessage? {
    guard let guid = row.text(1), let item = item(row.bytes(7) ?? []) else { return nil }
    let target = row.text(2).flatMap { $0.isEmpty ? nil : Tapbacks.message(of: $0) }
    let isMine = row.integer(5) != 0
    let ballot = Ballot(
      time: row.integer(6), row: row.integer(0), voter: isMine ? nil : people.person(row.integer(4)),
      isMine: isMine,
      choices: Set((item["votes"]?.elements ?? []).compactMap { $0["voteOptionIdentifier"]?.identifier }))
    return PollMessage(
      guid: guid, target: target == guid ? nil : target, isVote: row.integer(3) == vote, ballot: ballot,
      item: item)
  }

  private static func choices(of message: PollMessage) -> [PollChoice] {
    (message.item["orderedPollOptions"]?.elements ?? []).map {
      PollChoice(
        id: $0["optionIdentifier"]?.identifier ?? "",
        text: $0["text"]?.text ?? $0["attributedText"]?.text ?? "")
    }
  }

  private mutating func begin(_ message: PollMessage) {
    let choices = Self.choices(of: message)
    guard !choices.isEmpty else { return }
    sheets[message.guid] = PollSheet(question: message.item["title"]?.text ?? "", choices: choices)
  }

  /// Adds the choices of a message that its poll lacks. If the poll is not in the database, the message begins it.
  private mutating func addChoices(of message: PollMessage) {
    let origin = origin(message.target ?? "")
    guard let known = sheets[origin]?.choices else { return begin(message) }
    var ids = Set(known.map(\.id))
    let added = Self.choices(of: message).filter { ids.insert($0.id).inserted }
    origins[message.guid] = origin
    additions[message.guid] = added.map(\.text)
    sheets[origin]?.choices += added
  }

  private mutating func count(_ message: PollMessage) {
    let (origin, ballot) = (origin(message.target ?? ""), message.ballot)
    guard let ballots = sheets[origin]?.ballots else { return }
    votes.insert(message.guid)
    let key = ballot.isMine ? IMessageConversation.ownerKey : ballot.voter?.key ?? ""
    if let last = ballots[key], (last.time, last.row) > (ballot.time, ballot.row) { return }
    sheets[origin]?.ballots[key] = ballot
  }

  /// Reads the app's data in the address of its message, or returns nil.
  private static func item(_ payload: [UInt8]) -> JSONValue? {
    guard let address = KeyedArchive(payload)?.root["URL"]?.text, address.hasPrefix("data:"),
      let comma = address.firstIndex(of: ",")
    else { return nil }
    let code = String(address[address.index(after: comma)...].prefix { $0 != "?" })
    guard let bytes = Base64.decode(code.percentDecoded ?? code),
      let file = JSONFile(ImportInput(path: "poll", bytes: bytes))
    else { return nil }
    return (try? file.document())?["item"]
  }

  /// The `guid` of the message that began the poll of the message `guid`.
  private func origin(_ guid: String) -> String { origins[guid] ?? guid }

  /// Returns the poll that the message `guid` began, with all votes, or nil.
  func poll(_ guid: String, in conversation: IMessageConversation) -> Poll? {
    guard let sheet = sheets[guid] else { return nil }
    let ballots = sheet.ballots.values.filter { !$0.choices.isEmpty }.sorted {
      ($0.time, $0.row) < ($1.time, $1.row)
    }
    var chosenBy: [String: [Ballot]] = [:]
    for ballot in ballots {
      for choice in ballot.choices { chosenBy[choice, default: []].append(ballot) }
    }
    let options = sheet.choices.map { choice in
      let chosen = chosenBy[choice.id] ?? []
      return Poll.Option(
        text: choice.text, votes: chosen.count,
        by: chosen.compactMap { $0.isMine ? conversation.owner() : $0.voter.map(conversation.index) },
        isChosen: chosen.contains(where: \.isMine))
    }
    return Poll(question: sheet.question, options: options, voters: ballots.count)
  }
}
