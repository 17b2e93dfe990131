import ChatModel
import ImportKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The facts of a message that reports an event.
struct SignalDatabaseEvent {
  /// The details in Base64, in older databases.
  let body: String
  /// The details, in newer ones.
  let extras: [UInt8]
  /// The time after which messages disappear.
  let milliseconds: Int64
  let actor: ParticipantIndex?

  /// Returns the call that a message represents, or nil.
  static func call(_ type: SignalDatabaseReader.MessageType) -> Call? {
    switch type.value & 0xFFFF_FFFF {
    case 1, 2: Call(medium: "audio")
    case 3: Call(medium: "audio", outcome: "missed")
    case 8: Call(medium: "video", outcome: "missed")
    case 10, 11, 12: Call(medium: "video")
    default: nil
    }
  }

  /// Returns the event, or nil for a message. `person` finds people by the 16 bytes of their accounts.
  func event(
    of type: SignalDatabaseReader.MessageType, _ person: ([UInt8]) -> ParticipantIndex?
  ) -> SystemEvent? {
    if type.has(0x80000), type.has(0x10000) { return groupEvent(person) }
    if type.has(0x20000) { return SystemEvent(event: "left", actor: actor) }
    if type.has(0x90000) { return SystemEvent(event: "group updated", actor: actor) }
    if type.has(0x40000) {
      return .timer(milliseconds / 1000, actor: actor)
    }
    if type.has(0x400000) { return SystemEvent(event: "end_session", actor: actor) }
    if let name = Self.identityEvents[type.value & 0xFF00] ?? Self.specialEvents[type.special] {
      return SystemEvent(event: name, actor: actor)
    }
    if type.base == 7 { return profileEvent }
    return Self.baseEvents[type.base].map { SystemEvent(event: $0, actor: actor) }
  }

  /// Events of keys, by the flags in the second byte.
  private static let identityEvents: [Int64: String] = [
    0x200: "identity_update", 0x2000: "identity_default", 0x4000: "identity_verified",
  ]
  /// Events by the kind beyond the flags.
  private static let specialEvents: [Int64: String] = [
    0x5: "reported_spam", 0x6: "message_request_accepted", 0xC: "poll ended", 0xD: "message pinned",
  ]
  /// Events by the base.
  private static let baseEvents: [Int64: String] = [
    4: "joined_signal", 9: "group updated", 13: "bad_decrypt", 14: "change_number",
    15: "release_channel_donation_request", 16: "thread merge", 17: "sms export", 18: "session switchover",
  ]

  /// The details in a message's text, which are in Base64.
  private var details: [UInt8] {
    Array(Data(base64Encoded: body, options: .ignoreUnknownCharacters) ?? Data())
  }

  private var profileEvent: SystemEvent {
    let change = extras.isEmpty ? details : ProtobufFields(extras).first(3)?.bytes ?? []
    let names = ProtobufFields(change).first(1)?.fields
    return .renamed(actor, from: names?.first(1)?.text, to: names?.first(2)?.text)
  }

  /// The event of a group's change: the first kind found, with name changes last.
  private func groupEvent(_ person: ([UInt8]) -> ParticipantIndex?) -> SystemEvent {
    let context =
      extras.isEmpty ? details : ProtobufFields(extras).first(1)?.fields.first(1)?.bytes ?? details
    guard let change = ProtobufFields(context).first(2)?.fields else {
      return SystemEvent(event: "group updated", actor: actor)
    }
    let editor = change.first(1)?.bytes ?? []
    let actor = person(editor) ?? actor
    func people(_ number: Int, isMember: Bool) -> [[UInt8]] {
      change.filter { $0.number == number }.compactMap { isMember ? $0.fields.first(1)?.bytes : $0.bytes }
    }
    let (added, removed) = (people(3, isMember: true), people(4, isMember: false))
    if added == [editor] || change.first(9) != nil { return SystemEvent(event: "joined", actor: actor) }
    if !added.isEmpty {
      return SystemEvent(event: "memberAdded", actor: actor, targets: added.compactMap(person))
    }
    if removed == [editor] { return SystemEvent(event: "left", actor: actor) }
    if !removed.isEmpty {
      return SystemEvent(event: "memberRemoved", actor: actor, targets: removed.compactMap(person))
    }
    if let title = change.first(10)?.fields.first(1)?.text {
      return SystemEvent(event: "titleChanged", actor: actor, text: title)
    }
    if change.first(11) != nil { return SystemEvent(event: "photoChanged", actor: actor) }
    if let timer = change.first(12) {
      let seconds = Int64(clamping: timer.fields.first(1)?.integer ?? 0)
      return .timer(seconds, actor: actor)
    }
    // The first revision creates the group.
    if change.first(2)?.integer ?? 0 == 0 { return SystemEvent(event: "created", actor: actor) }
    return SystemEvent(event: "group updated", actor: actor)
  }
}

/// A poll of a database.
struct SignalDatabasePoll {
  private var question: String
  private var isClosed: Bool
  private var options: [(id: Int64, text: String, voters: [Int64])] = []

  /// Returns the polls by their messages.
  static func polls(_ database: SQLiteDatabase) throws(SQLiteError) -> [Int64: SignalDatabasePoll] {
    guard try database.columns(of: "poll").contains("question"),
      try database.columns(of: "poll_option").contains("option_text")
    else { return [:] }
    var polls: [Int64: SignalDatabasePoll] = [:]
    let rows = try database.statement("SELECT message_id, question, end_message_id FROM poll")
    while try rows.step() {
      polls[rows.integer(0)] = SignalDatabasePoll(question: rows.text(1) ?? "", isClosed: rows.integer(2) > 0)
    }
    let options = try database.statement(
      "SELECT p.message_id, o._id, o.option_text FROM poll_option o JOIN poll p ON p._id = o.poll_id ORDER BY o.option_order, o._id"
    )
    while try options.step() {
      polls[options.integer(0)]?.options.append((options.integer(1), options.text(2) ?? "", []))
    }
    guard try database.columns(of: "poll_vote").isSuperset(of: ["poll_option_id", "voter_id", "vote_state"])
    else { return polls }
    // Other states are of votes that were taken back, or are being sent.
    let votes = try database.statement(
      "SELECT p.message_id, v.poll_option_id, v.voter_id FROM poll_vote v JOIN poll p ON p._id = v.poll_id WHERE v.vote_state = 4"
    )
    while try votes.step() {
      let (message, id) = (votes.integer(0), votes.integer(1))
      guard let index = polls[message]?.options.firstIndex(where: { $0.id == id }) else { continue }
      polls[message]?.options[index].voters.append(votes.integer(2))
    }
    return polls
  }

  private init(question: String, isClosed: Bool) { (self.question, self.isClosed) = (question, isClosed) }

  /// Returns the part of a message, with the people whom `person` finds by their numbers.
  func part(_ person: (Int64) -> ParticipantIndex) -> Poll {
    Poll(
      question: question,
      options: options.map { option in
        let voters = option.voters.map(person)
        return Poll.Option(text: option.text, votes: voters.count, by: voters)
      }, isClosed: isClosed)
  }
}
