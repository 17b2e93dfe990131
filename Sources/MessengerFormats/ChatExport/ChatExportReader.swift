import ChatModel
import Digests
import ImportKit

/// Reads the messages of a `chatexport/1` file, one after the other.
struct ChatExportReader {
  enum MessageMember: String, JSONMember {
    case id, from, at, kind, text, markup, replyTo, quote, reactions, attachments, edits, editedAt, status
    case forwardedFrom, forwardedAt, thread, pinned, role, model, parent, steps, viewOnce, expiresAfter,
      unread
    case savedFrom, signature, via, topic, aside, deletion, emoji
    case contact, location, poll, call, linkPreview, language, name, event, by, targets, deletedAt, facts
    case spans, actor, impersonal, details, failed
  }
  /// The values of `kind`.
  enum Kind: String, JSONMember {
    case text, media, contact, location, poll, call, linkPreview, code, system, deleted, expired, thinking
    case toolCall, toolResult, unsupported
    // The kinds of attachments are also kinds of messages, for attachments that do not state their own.
    case image, album, video, audio, voice, file, sticker, gif
  }
  enum StepMember: String, JSONMember {
    case kind, name, text, failed
  }
  enum DeletionMember: String, JSONMember {
    case by, at, reason
  }
  enum OwnEmojiMember: String, JSONMember {
    case name, image
  }
  enum QuoteMember: String, JSONMember {
    case name, text
  }
  enum ReactionMember: String, JSONMember {
    case emoji, by, count, image, at
  }
  enum EditMember: String, JSONMember {
    case at, text
  }
  static let members = JSONMemberTable<MessageMember>()
  static let quoteMembers = JSONMemberTable<QuoteMember>()
  static let reactionMembers = JSONMemberTable<ReactionMember>()
  static let editMembers = JSONMemberTable<EditMember>()
  static let deletionMembers = JSONMemberTable<DeletionMember>()
  static let ownEmojiMembers = JSONMemberTable<OwnEmojiMember>()
  static let stepMembers = JSONMemberTable<StepMember>()
  static let kinds = JSONMemberTable<Kind>()

  var source: DocumentReader
  private(set) var participants: ParticipantTable
  private let defaultMarkup: MessageText.Markup
  private let me: String?
  private let kinds: PartKinds
  private(set) var clock: WallClock
  /// Nil if no digests are wanted.
  let digester: MessageDigester?
  /// A number above the indexes of all participants named so far.
  private var participantEnd = 0

  /// Creates a reader of the messages of a conversation.
  init(
    _ json: JSONReader, of chat: ChatExportSource, participants: ParticipantTable, digester: MessageDigester?
  ) {
    (self.participants, self.digester) = (participants, digester)
    source = DocumentReader(json, file: chat.file, omissions: ChatExportFormat.leftOut)
    (defaultMarkup, clock, me, kinds) = (chat.markup, chat.clock, chat.me, chat.kinds)
  }

  /// Reads the next message. `index` is its index in `messages`, if known.
  mutating func message(_ index: Int?) throws(JSONError) -> Message {
    let members = plainMembers
    if let plain = plainMessage(members) { return plain.message }
    return try message(members, index)
  }

  /// Reads the next message for a survey.
  mutating func surveyed(_ index: Int?) throws(JSONError) -> SurveyedMessage {
    let members = plainMembers
    if let plain = plainMessage(members) { return .plain(plain) }
    return .whole(try message(members, index))
  }

  private var plainMembers: FastMessageMembers {
    FastMessageMembers(source.json.bytes, from: source.json.position, to: source.json.end)
  }

  /// Reads the next message if it has no other members than these, and a text.
  @inline(__always)
  private mutating func plainMessage(_ members: FastMessageMembers) -> TextMessage? {
    guard members.areAll, let end = members.end, let text = members[.text], let values = values(of: members)
    else { return nil }
    source.json.advance(to: end &+ 1)
    return TextMessage(
      id: values.id, sender: values.sender, instant: values.instant, replyTo: values.replyTo,
      bytes: source.json.bytes, run: text, markup: defaultMarkup)
  }

  /// Returns the values of plain members other than the text, which is checked to be UTF-8. Nil if one of them needs a
  /// diagnostic.
  @inline(__always)
  private mutating func values(
    of members: FastMessageMembers
  ) -> (id: String, sender: ParticipantIndex?, instant: Instant?, replyTo: String?)? {
    let bytes = source.json.bytes
    var values = (id: "", sender: ParticipantIndex?.none, instant: Instant?.none, replyTo: String?.none)
    if let run = members[.text], !run.isASCII, !bytes.isUTF8(run.range) { return nil }
    if let run = members[.id] {
      guard run.isASCII else { return nil }
      values.id = bytes.string(ofValid: run.range, isASCII: true)
    }
    if let run = members[.replyTo] {
      guard run.isASCII else { return nil }
      values.replyTo = bytes.string(ofValid: run.range, isASCII: true)
    }
    if let run = members[.from] {
      guard let known = participant(at: run.range) else { return nil }
      values.sender = known
    }
    if let run = members[.at] {
      guard let timestamp = bytes.withBytes(in: run.range, { Timestamp($0) }) else { return nil }
      values.instant = clock.instant(of: timestamp)
    }
    return values
  }

  /// Reads the next message, which begins with these members.
  private mutating func message(_ members: FastMessageMembers, _ index: Int?) throws(JSONError) -> Message {
    source.enter("messages", index)
    guard try source.json.peek() == .object, try source.beginObject() else {
      return try source.notAMessage(remedy: "; write it in { }")
    }
    var draft = ChatExportDraft()
    if let end = members.end, let values = values(of: members) {
      (draft.message.id, draft.message.sender, draft.message.instant, draft.replyTo) = values
      draft.text = members[.text].map { source.json.bytes.string(ofValid: $0.range, isASCII: $0.isASCII) }
      source.json.advance(behindMember: end)
    }
    while let member = try source.nextMember(in: Self.members, of: "message") {
      try read(member, into: &draft)
    }
    return draft.finished(markup: defaultMarkup, kinds: kinds, &source)
  }

  private mutating func read(_ member: MessageMember, into draft: inout ChatExportDraft) throws(JSONError) {
    // A `null` member counts as absent.
    guard source.json.current != UInt8(ascii: "n") else { return try source.json.readNull() }
    switch member {
    case .id: draft.message.id = try source.identifier("id") ?? ""
    case .from: draft.message.sender = try participant("from")
    case .at: draft.message.instant = try instant("at")
    case .kind: try readKind(into: &draft)
    case .text: draft.text = try source.text("text")
    case .markup: draft.markup = try source.markup("markup")
    case .replyTo: draft.replyTo = try source.identifier("replyTo")
    case .quote: try readQuote(into: &draft)
    case .reactions: draft.message.reactions = try reactions()
    case .attachments: draft.attachments = try source.attachments("attachments")
    case .edits, .editedAt, .status, .forwardedFrom, .forwardedAt, .thread, .pinned, .role, .model, .parent,
      .steps, .viewOnce, .expiresAfter, .unread, .savedFrom, .signature, .via, .topic, .aside, .deletion,
      .emoji:
      var extras = draft.message.extras ?? MessageExtras()
      try read(member, into: &extras)
      draft.message.extras = extras
    case .contact: draft.parts.contact = try source.contact("contact")
    case .location: draft.parts.location = try source.location("location")
    case .poll: draft.parts.poll = try poll()
    case .call: draft.parts.call = try source.call("call")
    case .linkPreview: draft.parts.linkPreview = try source.linkPreview("linkPreview")
    case .language: draft.parts.language = try source.text("language")
    case .name: draft.parts.name = try source.text("name")
    case .event: draft.parts.event = try source.text("event")
    case .by: draft.parts.by = try participant("by")
    case .targets: draft.parts.targets = try participantList("targets")
    case .deletedAt: draft.parts.deletedAt = try instant("deletedAt")
    case .facts: draft.parts.facts = try source.facts("facts")
    case .spans: draft.spans = try source.spans("spans")
    case .actor: draft.parts.actor = try participant("actor")
    case .impersonal: draft.parts.isImpersonal = try source.flag("impersonal") ?? false
    case .details: draft.parts.details = try details()
    case .failed: draft.parts.hasFailed = try source.flag("failed") ?? false
    }
    note(member, in: &draft)
  }

  private mutating func read(_ member: MessageMember, into extras: inout MessageExtras) throws(JSONError) {
    switch member {
    case .edits: extras.edits = try edits()
    case .editedAt: extras.editedAt = try instant("editedAt")
    case .status: extras.status = try source.text("status")
    case .forwardedFrom: extras.forwardedFrom = try source.text("forwardedFrom")
    case .forwardedAt: extras.forwardedAt = try instant("forwardedAt")
    case .viewOnce: extras.isViewOnce = try source.flag("viewOnce") ?? false
    case .expiresAfter:
      extras.expiresAfter = try source.number("expiresAfter", in: 0...DocumentReader.longestDuration)
    case .unread: extras.isFirstUnread = try source.flag("unread") ?? false
    case .thread: extras.thread = try source.identifier("thread")
    case .pinned: extras.isPinned = try source.flag("pinned") ?? false
    case .role: extras.role = try source.text("role")
    case .model: extras.model = try source.text("model")
    case .parent: extras.parent = try source.identifier("parent")
    case .steps: extras.steps = try steps()
    case .savedFrom: extras.savedFrom = try source.text("savedFrom")
    case .signature: extras.signature = try source.text("signature")
    case .via: extras.via = try source.text("via")
    case .topic: extras.topic = try source.text("topic")
    case .aside: extras.isAside = try source.flag("aside") ?? false
    case .deletion: extras.deletion = try deletion()
    case .emoji: extras.emoji = try ownEmoji()
    default: try source.json.skipValue()
    }
  }

  /// Sets the kind that the presence of a member implies.
  private func note(_ member: MessageMember, in draft: inout ChatExportDraft) {
    switch member {
    case .attachments: draft.impliedKind = draft.attachments.isEmpty ? draft.impliedKind : .media
    case .contact: draft.impliedKind = draft.impliedKind ?? .contact
    case .location: draft.impliedKind = draft.impliedKind ?? .location
    case .poll: draft.impliedKind = draft.impliedKind ?? .poll
    case .call: draft.impliedKind = draft.impliedKind ?? .call
    case .linkPreview: draft.impliedKind = draft.impliedKind ?? .linkPreview
    case .event: draft.impliedKind = draft.impliedKind ?? .system
    case .id, .from, .at, .kind, .text, .markup, .replyTo, .quote, .reactions, .language, .name, .by,
      .targets,
      .deletedAt, .edits, .editedAt, .status, .forwardedFrom, .forwardedAt, .thread, .pinned, .role, .model,
      .parent, .steps, .viewOnce, .expiresAfter, .unread, .facts, .savedFrom, .signature, .via, .topic,
      .aside,
      .deletion, .emoji, .spans, .actor, .impersonal, .details, .failed:
      break
    }
  }

  private mutating func readKind(into draft: inout ChatExportDraft) throws(JSONError) {
    if let range = source.json.readPlainRange() {
      draft.kind = Self.kinds.member(at: range, of: source.json.bytes)
      if draft.kind == nil { draft.unknownKind = source.json.text(in: range) }
    } else if let word = try source.text("kind") {
      draft.kind = Kind(rawValue: word)
      if draft.kind == nil { draft.unknownKind = word }
    }
  }

  // MARK: People and times

  mutating func instant(_ member: StaticString) throws(JSONError) -> Instant? {
    try source.timestamp(member).map { clock.instant(of: $0) }
  }

  mutating func participant(_ member: StaticString = "") throws(JSONError) -> ParticipantIndex? {
    guard let range = source.json.readPlainRange() else {
      return try source.identifier(member).map { participant(key: $0, member) }
    }
    return participant(at: range) ?? participant(key: source.json.text(in: range), member)
  }

  /// The participant whose key is at `range`, if known.
  private mutating func participant(at range: Range<Int>) -> ParticipantIndex? {
    let index = source.json.bytes.withBytes(in: range) { participants.index(ofKey: $0) }
    if let index { note(index) }
    return index
  }

  /// Notes that the message names a participant.
  @inline(__always)
  private mutating func note(_ participant: ParticipantIndex) {
    participantEnd = max(participantEnd, Int(participant.value) + 1)
  }

  /// Returns the source of a message that was just read from `range`.
  func entry(_ range: Range<Int>) -> SourceEntry {
    SourceEntry(
      position: SourcePosition(UInt64(range.lowerBound)),
      digest: digester?.digest(of: range, in: source.json.bytes) ?? .zero, participantEnd: participantEnd)
  }

  private mutating func participant(key: String, _ member: StaticString) -> ParticipantIndex {
    let known = participants.index(ofKey: key)
    if known == nil {
      source.report(
        .warning, "unknown-participant",
        "participant `\(key)` is not declared and is shown by id; add it to `participants`", member)
    }
    let index = known ?? participants.add(Participant(key: key, name: key, isMe: key == me))
    note(index)
    return index
  }

  mutating func participantList(_ member: StaticString) throws(JSONError) -> [ParticipantIndex] {
    var list: [ParticipantIndex] = []
    guard try source.beginList(member) else { return list }
    while try source.nextElement() {
      if let index = try participant() { list.append(index) }
    }
    return list
  }
}
