package import ChatModel
import Storage

/// Collects the messages of a conversation from one or more exports, in any order.
///
/// Messages go to the spool as they come; only their positions, and what their order depends on, stay in memory. A later statement of an
/// export about an earlier message, such as a reaction, is an ``Amendment``.
package final class ConversationBuilder {
  /// The order of the messages of one export.
  package enum MessageOrdering {
    /// By time. Messages with equal times stay in the order in which they came; a message without a time follows its predecessor.
    case byTime
    /// By time, in an export that begins with the newest message.
    case byTimeNewestFirst
    /// As they came, because the export's order is correct and its clock may have been changed. Several exports are interleaved by time.
    case asGiven
  }

  /// A difference between two exports of one conversation because of which messages are matched by text and time instead of by id
  /// (``CopyJoiner``).
  package enum CopyDifference: Equatable {
    /// One message has equal ids in both, or equal times, senders and texts.
    case none
    /// The names of the chat and of people come from a phone's address book, and times from its clock.
    case names
    /// This export has local times without their zone. The conversation with the key `copy` has the exact times; without a key, or if
    /// there is no such conversation, the only other one with this title has them.
    case clock(copy: String?)
    /// This export has a part of the conversation under its own title and id. The only other conversation with these people and this
    /// service, and if they are more than two with this title, has the rest.
    case part
  }

  /// A change to a message elsewhere in the export, such as a reaction.
  package enum Amendment {
    /// Somebody reacted. `by` is nil if the export does not say who.
    case reaction(emoji: String, by: ParticipantIndex?, image: String? = nil, at: Instant? = nil)
    /// Somebody removed a reaction.
    case reactionRemoved(emoji: String, by: ParticipantIndex?)
    /// The text was replaced.
    case edit(MessageText, at: Instant?)
    case deletion(by: ParticipantIndex?, at: Instant?)
    case pin
  }

  /// An amendment and the number of its export.
  struct ToldAmendment {
    var input: Int
    var amendment: Amendment
  }

  /// A message's record, with everything that its position among the others depends on.
  package struct MessageEntry {
    package var offset: Int
    package var byteCount: UInt32
    package var participantEnd: UInt32
    /// Milliseconds since 1970 by which messages are sorted.
    package var time: Int64
    /// The number of the export.
    package var input: Int
    /// Equal for one message in two exports.
    package var identity: UInt64
    /// Equal for messages of one sender at one time; 0 for messages with an id, which identifies them.
    package var moment: UInt64
    /// True if its content has a file, whose name identifies it.
    package var hasFile: Bool
    /// True if it names any file, so that its paths have a folder's number.
    var hasPath: Bool
    /// True if it has a time of its own.
    package var isTimed: Bool
    package var mark: MessageMark

    /// Takes the position of the message's record.
    mutating func store(_ record: StoredRecord) {
      (offset, byteCount, participantEnd) = (
        Int(record.offset), record.byteCount, record.participantEnd
      )
    }
  }

  /// A mark of a message that an older copy of it may lack.
  package enum MessageMark: UInt8 {
    case none, edited, deleted

    /// True if one of two marks is `change`, and their messages may be two versions of one.
    static func areVersions(_ one: MessageMark, _ other: MessageMark, by change: MessageMark) -> Bool {
      switch change {
      case .deleted: one != other && (one == .deleted || other == .deleted)
      case .edited: one != .deleted && other != .deleted && (one == .edited || other == .edited)
      case .none: false
      }
    }
  }

  /// The id, from which the conversation's folder is named.
  package var id: String
  /// The title in the export that is being read; after ``settleTitle()``, the title in the newest export.
  package var title: String
  /// See ``ConversationInfo/titleStandIn``.
  package var titleStandIn: ConversationInfo.TitleStandIn?
  /// The titles of the exports by their numbers, each entered when its export ends.
  private var titles: [Int: (text: String, standIn: ConversationInfo.TitleStandIn?)] = [:]
  /// The other titles in older exports, the newest first.
  private(set) var olderTitles: [String] = []
  /// IANA name, if the export has one.
  package var timeZone: String?
  /// BCP 47 tag, if the export has one.
  package var locale: String?
  /// The way the exports write dates; if they differ, the one read last counts.
  package var dateStyle = DateStyle()
  /// See ``ConversationInfo/tellsAlbums``.
  package var tellsAlbums = false
  /// See ``ConversationInfo/knowsOwner``.
  package var knowsOwner = false
  /// The conversation's service, in formats with several.
  package var service: String?
  /// The difference to other exports of this conversation.
  package var copyDifference = CopyDifference.none
  package let order: MessageOrdering
  /// Milliseconds to which two exports agree on a message's time.
  package var precision: Int64 = 1
  /// True if programs that keep such exports write messages twice, or their times in whole seconds.
  package var hasCopies = false
  /// The name that the conversation shares with others, which may be of one chat or not; nil if its key is an id.
  package var name: String?
  /// True if the user said that it is one with another conversation.
  var isJoinedByUser = false
  /// The path of the input with which the conversation began.
  package var source = ""
  /// True if its input has each chat once, so that two with one name in it are two chats.
  var isOnlyOfExport = false
  /// The time at which the chat began, in milliseconds since 1970, if the export has its beginning.
  package var beginning: Int64?
  package private(set) var participants = ParticipantTable()
  package private(set) var entries: [MessageEntry] = []
  private(set) var amendments: [UInt64: [ToldAmendment]] = [:]
  /// The folders of the exports that have messages of the conversation. Paths of files have their numbers (``RootedPath``).
  package private(set) var roots: [InputFolder] = []
  private var rootNumbers: [String: Int] = [:]
  /// The number of the folder that paths of the next message's files are relative to.
  private var root = 0
  private var lastTime = Int64.min
  package private(set) var input = -1
  private let spool: MessageSpool
  private let options: ImportOptions

  package init(id: String, title: String, order: MessageOrdering, spool: MessageSpool, options: ImportOptions)
  {
    (self.id, self.title, self.order, self.spool, self.options) = (id, title, order, spool, options)
  }

  /// The number of messages so far.
  package var count: Int { entries.count }

  /// Begins with the messages of another export, in which the conversation is called `title`.
  package func begin(_ input: Int, _ root: InputFolder, title: String) {
    self.root = number(of: root)
    guard input != self.input else { return }
    if self.input >= 0 {
      enterTitle()
      let known = titles[input]
      self.title = known?.text ?? title
      titleStandIn = known?.standIn
    }
    self.input = input
    lastTime = .min
  }

  private func enterTitle() { titles[input] = (text: title, standIn: titleStandIn) }

  /// Takes the title of the newest export: the one with the latest message, and of equal ones the one read last. A substitute for a
  /// title counts only if no export has one.
  func settleTitle() {
    enterTitle()
    guard titles.count > 1 else { return }
    var latest: [Int: Int64] = [:]
    for entry in entries { latest[entry.input] = max(latest[entry.input] ?? .min, entry.time) }
    let newestFirst = titles.sorted {
      (latest[$1.key] ?? .min, $1.key) < (latest[$0.key] ?? .min, $0.key)
    }.map(\.value)
    let given = newestFirst.filter { $0.standIn == nil }
    guard let newest = given.first ?? newestFirst.first else { return }
    title = newest.text
    titleStandIn = newest.standIn
    var known: Set = [title]
    olderTitles = given.map(\.text).filter { known.insert($0).inserted }
  }

  /// Returns the number of a folder that paths of files are relative to.
  private func number(of root: InputFolder) -> Int {
    if let number = rootNumbers[root.path] { return number }
    rootNumbers[root.path] = roots.count
    roots.append(root)
    return roots.count - 1
  }

  /// Appends a card for something that could not be read, with its text.
  package func addBroken(_ text: String) throws(ImportError) {
    try add(Message(id: "", content: .part(Unsupported(kind: "unreadable message", text: text))))
  }

  /// Appends a card for a value that should be a message but is no object, with its text, and notes the loss.
  package func addNoObject(_ text: String, at origin: Origin, _ log: inout DiagnosticLog) throws(ImportError)
  {
    log.append(
      Diagnostic(
        .loss, "not-a-message", "an object is expected where a message is; it is shown as it is", at: origin))
    try addBroken(text)
  }

  // MARK: People

  /// Returns the participant with this key, adding them if they are new. A name replaces a key used in its place.
  ///
  /// `standIn` is the role of a person without a name in the export.
  package func participant(
    _ key: String, name: String? = nil, standIn: Participant.StandIn? = nil, avatar: String? = nil,
    isMe: Bool = false
  ) -> ParticipantIndex {
    let avatar = avatar.map { RootedPath.path($0, in: root) }
    guard let index = participants.index(ofKey: key) else {
      let given = name.flatMap { $0.isEmpty ? nil : $0 }
      let name = given ?? standIn?.rawValue ?? key
      var person = Participant(key: key, name: name, avatar: avatar, isMe: isMe || isChosen(key, name))
      if given == nil { person.standIn = standIn }
      return participants.add(person)
    }
    var known = participants[index]
    let isNamed = known.name != known.key
    guard
      !isNamed && name != nil && name != known.key || known.avatar == nil && avatar != nil
        || isMe && !known.isMe
    else { return index }
    if !isNamed, let name, !name.isEmpty { known.name = name }
    known.avatar = known.avatar ?? avatar
    known.isMe = known.isMe || isMe || isChosen(key, known.name)
    return participants.add(known)
  }

  /// Returns the participant with this key in UTF-8, or nil. Faster than converting the key of each message to a string.
  package func participant(ofKey key: Span<UInt8>) -> ParticipantIndex? { participants.index(ofKey: key) }

  /// Returns the participant with one of an account's names, for example a webhook's: each name is a speaker.
  ///
  /// `isWebhook` is nil if the export does not mark webhooks: then the first name is the account's, and every other name is a speaker.
  package func speaker(
    _ key: String, name: String?, avatar: String? = nil, isWebhook: Bool? = nil
  ) -> ParticipantIndex {
    guard let name, !name.isEmpty, name != key, isWebhook != false else {
      return participant(key, name: name, avatar: avatar)
    }
    if isWebhook == nil {
      guard let known = participants.index(ofKey: key), participants[known].name != name,
        participants[known].name != key
      else { return participant(key, name: name, avatar: avatar) }
    }
    return participant("\(key) \(name)", name: name, avatar: avatar)
  }

  /// Notes another name that the user may use for a participant.
  package func note(_ name: String, of participant: ParticipantIndex) {
    participants.note(name, of: participant)
    guard !participants[participant].isMe, options.isMe(name) else { return }
    var known = participants[participant]
    known.isMe = true
    _ = participants.add(known)
  }

  /// Names the participant with this key, replacing any earlier name. For names that come after the messages.
  package func rename(_ key: String, to name: String) {
    guard let index = participants.index(ofKey: key), !name.isEmpty, participants[index].name != name else {
      return
    }
    var known = participants[index]
    known.name = name
    known.standIn = nil
    known.isMe = known.isMe || isChosen(key, name)
    _ = participants.add(known)
  }

  /// True if the user named this person as the conversation's owner.
  private func isChosen(_ key: String, _ name: String) -> Bool { options.isMe(key) || options.isMe(name) }

  // MARK: Messages

  /// Appends a message.
  package func add(_ draft: consuming MessageDraft) throws(ImportError) { try add(draft.message()) }

  /// Appends a message. Its participants are indexes of ``participants``, and the paths of its files relative to the export's folder.
  package func add(_ message: Message) throws(ImportError) {
    let time = message.instant?.milliseconds ?? lastTime
    // In `asGiven` order, a clock that was set back moves no message.
    lastTime = order == .asGiven ? max(lastTime, time) : time
    let root = root
    let isMoved = message.namesFile { RootedPath.path($0, in: root) != $0 }
    let stored = isMoved ? message.mappingFiles { RootedPath.path($0, in: root) } : message
    var entry = MessageEntry(
      offset: 0, byteCount: 0, participantEnd: 0, time: lastTime, input: input, identity: 0, moment: 0,
      hasFile: false, hasPath: false, isTimed: false, mark: .none)
    try write(stored, to: &entry)
    entries.append(entry)
    spool.noteMessage()
  }

  /// Appends a message's record to the spool and completes `entry`.
  private func write(_ message: Message, to entry: inout MessageEntry) throws(ImportError) {
    entry.store(try spool.append(message))
    (entry.identity, entry.moment) = identity(of: message)
    if hasCopies, case .part = message.content {
      // Calls and contacts have no text, so only equal ones are copies.
      let bytes = spool.record.bytes
      entry.identity ^= HashSeed.ofProcess.hash(bytes.span)
    }
    entry.hasFile = message.content.files.contains { $0.path != nil }
    entry.hasPath = message.namesFile { _ in true }
    entry.isTimed = message.instant != nil
    entry.mark = message.content.isDeletion ? .deleted : message.isEdited ? .edited : .none
  }

  /// Notes an amendment of the message `id`, which may come later. Amendments of a message are applied in the order of these calls.
  package func amend(_ id: String, _ amendment: Amendment) {
    let root = root
    amendments[Self.identity(ofID: id), default: []].append(
      ToldAmendment(
        input: input, amendment: amendment.mapping(people: { $0 }, files: { RootedPath.path($0, in: root) })))
  }

  private func identity(of message: Message) -> (identity: UInt64, moment: UInt64) {
    guard message.id.isEmpty else { return (Self.identity(ofID: message.id), 0) }
    let seed = HashSeed.ofProcess
    var hash = seed.start
    let time = message.instant.map { $0.milliseconds / max(1, precision) } ?? .min
    seed.add(UInt64(bitPattern: time), to: &hash)
    seed.add(UInt64(truncatingIfNeeded: message.sender?.value ?? -1), to: &hash)
    let moment = hash
    seed.add(seed.hash(message.content.ownText.utf8Span.span), to: &hash)
    if message.content.isDeletion { seed.add(1, to: &hash) }
    return (hash, max(1, moment))
  }

  // MARK: Joining copies

  /// The numbers of the exports that have messages of the conversation.
  package var inputs: Set<Int> { Set(entries.map(\.input)) }

  /// Replaces all messages and participants.
  func replace(_ entries: [MessageEntry], _ participants: ParticipantTable) {
    (self.entries, self.participants) = (entries, participants)
  }

  /// Adds the folders of another conversation, and returns their numbers here.
  package func numbers(ofRootsOf other: ConversationBuilder) -> [Int] { other.roots.map { number(of: $0) } }

  /// Adds the amendments of a conversation whose messages are joined to this one. `people` has the indexes of its people here, and
  /// `roots` its folders' numbers.
  func absorb(_ other: ConversationBuilder, people: [Int: ParticipantIndex], roots: [Int]) {
    for (id, told) in other.amendments {
      amendments[id, default: []] += told.map { told in
        let amendment = told.amendment.mapping(
          people: { people[Int($0.value)] ?? $0 }, files: { RootedPath.moved($0, to: roots) })
        return ToldAmendment(input: told.input, amendment: amendment)
      }
    }
    var style = other.dateStyle
    style.merge(dateStyle)
    dateStyle = style
    if let began = other.beginning { beginning = min(beginning ?? began, began) }
    knowsOwner = knowsOwner && other.knowsOwner
  }

  /// Returns a message, `delay` milliseconds later than in its export, with new participant indexes and new numbers for its files'
  /// folders.
  package func message(
    _ entry: MessageEntry, delay: Int64 = 0, _ bytes: InputBytes, roots: [Int]?,
    _ newIndex: (Int) -> ParticipantIndex?
  ) -> Message {
    var message = MessageRecord.message(at: entry.offset, of: bytes, kinds: options.kinds)
      .mappingPeople { newIndex(Int($0.value)) ?? $0 }
    if delay != 0, let time = message.instant?.milliseconds { message = message.at(time &+ delay) }
    if let roots, roots.enumerated().contains(where: { $0 != $1 }) {
      message = message.mappingFiles { RootedPath.moved($0, to: roots) }
    }
    return message
  }

  /// Appends a message's new record to the spool, and returns its new entry.
  ///
  /// - Throws: ``ImportError`` if the spool cannot be written.
  func rewritten(_ entry: MessageEntry, as message: Message) throws(ImportError) -> MessageEntry {
    var entry = entry
    try write(message, to: &entry)
    return entry
  }

  private static func identity(ofID id: String) -> UInt64 { HashSeed.ofProcess.hash(id.utf8Span.span) }
}

extension MessageContent {
  /// The text that identifies a message without an id in another export. It is equal with and without files.
  package var ownText: String {
    switch self {
    case .text(let text): text.string
    case .media(_, let caption): caption.string
    case .system(let event): event.text ?? event.event
    case .part: ""
    }
  }
}

extension ConversationBuilder.Amendment {
  /// Returns the amendment with other indexes for its people and other paths for its files.
  fileprivate func mapping(
    people index: (ParticipantIndex) -> ParticipantIndex, files path: (String) -> String
  ) -> ConversationBuilder.Amendment {
    switch self {
    case .reaction(let emoji, let by, let image, let time):
      .reaction(emoji: emoji, by: by.map(index), image: image.map(path), at: time)
    case .reactionRemoved(let emoji, let by): .reactionRemoved(emoji: emoji, by: by.map(index))
    case .deletion(let by, let instant): .deletion(by: by.map(index), at: instant)
    case .edit, .pin: self
    }
  }
}
