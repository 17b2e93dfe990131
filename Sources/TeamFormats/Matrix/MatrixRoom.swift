import ChatModel
import ImportKit

/// A room while its events are being read.
final class MatrixRoom {
  let id: String
  let builder: ConversationBuilder
  private let isTitled: Bool
  private var titled: Instant?
  /// Reactions by their events, which a redaction may name.
  private var reactions: [String: (target: String, key: String, sender: String?)] = [:]
  /// Polls and calls, which are added when everything about them is known.
  private var polls: [String: PollState] = [:]
  private var calls: [String: CallState] = [:]

  private struct PollState {
    var event: MatrixEvent?
    /// The last answers of each person, with their times.
    var votes: [String: (time: Int64, answers: [String])] = [:]
    var isClosed = false
  }
  private struct CallState {
    var invitation: MatrixEvent?
    var answered: Instant?
    var ended: Instant?
    var isRejected = false
  }

  init(_ id: String, _ builder: ConversationBuilder, isTitled: Bool) {
    (self.id, self.builder, self.isTitled) = (id, builder, isTitled)
  }

  func person(_ id: String) -> ParticipantIndex { builder.participant(id) }

  /// Takes a person's name: the newest one that the events have.
  func setName(_ name: String?, of id: String) {
    _ = builder.participant(id)
    if let name, !name.isBlank { builder.rename(id, to: name) }
  }

  /// Takes a new title, unless the export has one or a later one is known.
  func setTitle(_ title: String, at time: Instant?) {
    guard !isTitled, !title.isBlank else { return }
    if let titled, let time, time < titled { return }
    (builder.title, titled) = (title, time ?? titled)
  }

  // MARK: Changes

  func react(_ key: String, to target: String, _ event: MatrixEvent) {
    // The selector that makes a sign an emoji may be there or not.
    reactions[event.id] = (target, key, event.sender)
    guard event.value["unsigned"]?["redacted_because"] == nil else { return }
    builder.amend(target, .reaction(emoji: key, by: event.sender.map(person), at: event.instant))
  }

  func redact(_ target: String, _ event: MatrixEvent) {
    if let reaction = reactions[target] {
      builder.amend(reaction.target, .reactionRemoved(emoji: reaction.key, by: reaction.sender.map(person)))
    } else {
      builder.amend(target, .deletion(by: event.sender.map(person), at: event.instant))
    }
  }

  // MARK: Polls

  func addPoll(_ event: MatrixEvent) { polls[event.id, default: PollState()].event = event }

  func vote(_ event: MatrixEvent, on poll: String) {
    let part = event.content["m.poll.response"] ?? event.content["org.matrix.msc3381.poll.response"]
    let answers = (part?["answers"] ?? event.content["m.selections"])?.elements.compactMap(\.text) ?? []
    guard let sender = event.sender else { return }
    let time = event.instant?.milliseconds ?? .min
    if let known = polls[poll]?.votes[sender], known.time > time { return }
    polls[poll, default: PollState()].votes[sender] = (time, answers)
  }

  func endPoll(_ poll: String) { polls[poll, default: PollState()].isClosed = true }

  /// The words of a text in any of the forms that polls have had.
  private static func words(_ value: JSONValue?) -> String {
    guard let value else { return "" }
    return value.text ?? value["body"]?.text ?? value["org.matrix.msc1767.text"]?.text ?? value["m.text"]?[
      0]?["body"]?.text
      ?? value["m.text"]?.text ?? ""
  }

  private func add(_ state: PollState) throws(ImportError) {
    guard let event = state.event else { return }
    let start =
      event.content["m.poll.start"] ?? event.content["m.poll"]
      ?? event.content["org.matrix.msc3381.poll.start"]
    var draft = MessageDraft()
    (draft.id, draft.instant) = (event.id, event.instant)
    draft.sender = event.sender.map(person)
    for name in ["m.text", "org.matrix.msc1767.text", "body"] { event.content[name]?.leaveOut(.duplicate) }
    start?["question"]?.leaveOut(.duplicate)
    var options: [Poll.Option] = []
    var numbers: [String: Int] = [:]
    for answer in start?["answers"]?.elements ?? [] {
      if let id = answer["id"]?.text ?? answer["m.id"]?.text { numbers[id] = options.count }
      options.append(Poll.Option(text: Self.words(answer), votes: 0))
    }
    for (sender, vote) in state.votes.sorted(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) }) {
      for answer in Set(vote.answers) {
        guard let number = numbers[answer] else { continue }
        options[number].votes += 1
        options[number].by.append(person(sender))
      }
    }
    draft.part = Poll(question: Self.words(start?["question"]), options: options, isClosed: state.isClosed)
    try builder.add(draft)
  }

  // MARK: Calls

  /// Adds a step of a call: the invitation, the answer or the end. Others are its machinery.
  func addCall(_ event: MatrixEvent) {
    event.content.leaveOut(.machineText)
    guard let id = event.content["call_id"]?.identifier else { return }
    switch event.type {
    case "m.call.invite": calls[id, default: CallState()].invitation = event
    case "m.call.answer": calls[id, default: CallState()].answered = event.instant
    case "m.call.hangup": calls[id, default: CallState()].ended = event.instant
    case "m.call.reject": calls[id, default: CallState()].isRejected = true
    default: break
    }
  }

  private func add(_ call: CallState) throws(ImportError) {
    guard let event = call.invitation else { return }
    var draft = MessageDraft()
    (draft.id, draft.instant) = (event.id, event.instant)
    draft.sender = event.sender.map(person)
    let isVideo = event.content["offer"]?["sdp"]?.text?.range(of: "m=video") != nil
    var duration: Double?
    if let start = call.answered, let end = call.ended, end > start {
      duration = Double(end.milliseconds - start.milliseconds) / 1000
    }
    let isMissed = call.ended != nil && call.answered == nil
    draft.part = Call(
      medium: isVideo ? "video" : "audio", duration: duration,
      outcome: call.isRejected ? "declined" : isMissed ? "missed" : nil)
    try builder.add(draft)
  }

  func finish(owner: String?) throws(ImportError) {
    for (_, poll) in polls.sorted(by: { $0.key < $1.key }) { try add(poll) }
    for (_, call) in calls.sorted(by: { $0.key < $1.key }) { try add(call) }
    let people = builder.participants.participants.filter { $0.name == owner }
    if people.count == 1 { _ = builder.participant(people[0].key, isMe: true) }
    guard !isTitled, titled == nil, builder.title.isEmpty || builder.title == "export" else { return }
    let names = builder.participants.participants.map(\.name)
    if !names.isEmpty { builder.title = names.prefix(8).joined(separator: ", ") }
  }
}
