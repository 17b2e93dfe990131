/// A person or program that takes part in a conversation.
public struct Participant: Sendable, Hashable {
  /// People without a name in the source. Pages name them in their own language.
  public enum StandIn: String, Sendable, Hashable, CaseIterable {
    /// The owner of the conversation.
    case me = "Me"
    /// The person who talks to a language model.
    case user = "User"
    /// A language model.
    case assistant = "Assistant"
    /// A program that another one gave a task to.
    case agent = "Agent"
    /// The instructions of a language model.
    case system = "System"
    /// A person whose account was deleted.
    case deletedAccount = "Deleted Account"
  }

  /// The key of the participant in the source: an id if there is one, else the name.
  public var key: String
  /// The name to show.
  public var name: String
  /// Path of a picture relative to the input's folder (not trusted).
  public var avatar: String?
  /// True if the messages are on the right.
  public var isMe: Bool
  /// The role whose name is shown, if the source has no name.
  public var standIn: StandIn?

  /// Creates a participant.
  public init(key: String, name: String, avatar: String? = nil, isMe: Bool = false) {
    (self.key, self.name, self.avatar, self.isMe) = (key, name, avatar, isMe)
  }
}

/// Gives participants other names than the source does.
public protocol ParticipantNaming: Sendable {
  /// Returns the participant with the name to show.
  func named(_ participant: Participant) -> Participant
}

/// The participants of a conversation, in the order they were declared or first met.
///
/// A reader interns every sender that it meets; reading a source again gives equal indices.
public struct ParticipantTable: Sendable, Equatable {
  /// The participants by index.
  public private(set) var participants: [Participant] = []
  private var indexes: [String: Int32] = [:]
  private var namings: [any ParticipantNaming] = []
  /// Names of participants in sources, by index, except the displayed one.
  private var sourceNames: [Int: [String]] = [:]
  /// The participant looked up last for each hash of a key's first bytes.
  private var recent: [Recent] = []
  private static let recentCount = 64

  /// A participant, with the beginning of the key for quick comparison.
  private struct Recent: BitwiseCopyable {
    /// The first eight bytes of the key, the first one lowest; a shorter key is padded with zeros.
    var head: UInt64 = 0
    var count: Int32 = -1
    var index: Int32 = 0
  }

  /// Creates a table without participants.
  public init() {}

  /// Compares the participants alone, not their names in the source.
  public static func == (a: ParticipantTable, b: ParticipantTable) -> Bool {
    a.participants == b.participants
  }

  /// Returns the participant's index, adding them first if they are new.
  public mutating func intern(key: String, name: @autoclosure () -> String) -> ParticipantIndex {
    if let index = indexes[key] { return ParticipantIndex(index) }
    return add(Participant(key: key, name: name()))
  }

  /// Adds a declared participant. It replaces one with this key and takes its index.
  @discardableResult
  public mutating func add(_ participant: Participant) -> ParticipantIndex {
    if let index = indexes[participant.key] {
      participants[Int(index)] = named(participant, at: Int(index))
      return ParticipantIndex(index)
    }
    let index = Int32(participants.count)
    participants.append(named(participant, at: Int(index)))
    indexes[participant.key] = index
    return ParticipantIndex(index)
  }

  /// Replaces all participants, who keep the names that they have.
  public mutating func restore(_ participants: [Participant]) {
    self.participants = participants
    indexes = [:]
    for (index, participant) in participants.enumerated() { indexes[participant.key] = Int32(index) }
    rest()
  }

  /// Names all present and future participants by `naming`, after the namings given before.
  public mutating func addNaming(_ naming: any ParticipantNaming) {
    namings.append(naming)
    for index in participants.indices {
      participants[index] = named(participants[index], by: naming, at: index)
    }
  }

  private mutating func named(_ participant: Participant, at index: Int) -> Participant {
    var named = participant
    for naming in namings { named = self.named(named, by: naming, at: index) }
    return named
  }

  private mutating func named(
    _ participant: Participant, by naming: any ParticipantNaming, at index: Int
  ) -> Participant {
    let named = naming.named(participant)
    if named.name != participant.name { note(participant.name, at: index) }
    return named
  }

  /// Records a name that a participant has in another source.
  public mutating func note(_ name: String, of participant: ParticipantIndex) {
    let index = Int(participant.value)
    if participants[index].name != name { note(name, at: index) }
  }

  private mutating func note(_ name: String, at index: Int) {
    if sourceNames[index]?.contains(name) != true { sourceNames[index, default: []].append(name) }
  }

  /// The names that the participant at `index` has in sources, without the displayed one.
  public func sourceNames(at index: Int) -> [String] { sourceNames[index] ?? [] }

  /// True if the participant at `index` has this key or name, here or in the source.
  public func isCalled(_ nameOrKey: String, at index: Int) -> Bool {
    participants[index].key == nameOrKey || participants[index].name == nameOrKey
      || sourceNames[index]?.contains(nameOrKey) == true
  }

  /// Returns the index of the participant with this key, or nil.
  public func index(ofKey key: String) -> ParticipantIndex? { indexes[key].map(ParticipantIndex.init) }

  /// Returns the index of the participant with this key, or nil. The bytes of frequent senders are not converted to a
  /// string.
  public mutating func index(ofKey bytes: Span<UInt8>) -> ParticipantIndex? {
    var head: UInt64 = 0
    for index in 0..<min(8, bytes.count) { head |= UInt64(bytes[index]) << UInt64(8 * index) }
    // The upper bits depend on all of the head's.
    let slot = Int(truncatingIfNeeded: ((head &+ UInt64(bytes.count)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    let likely = recent.isEmpty ? Recent() : recent[slot]
    if likely.head == head, Int(likely.count) == bytes.count,
      bytes.count <= 8 || participants[Int(likely.index)].key.utf8.span.isEqual(to: bytes)
    {
      return ParticipantIndex(likely.index)
    }
    guard let text = try? UTF8Span(validating: bytes), let index = indexes[String(copying: text)] else {
      return nil
    }
    if recent.isEmpty { recent = [Recent](repeating: Recent(), count: Self.recentCount) }
    recent[slot] = Recent(head: head, count: Int32(clamping: bytes.count), index: index)
    return ParticipantIndex(index)
  }

  /// Forgets the participants looked up last: a kilobyte, of use only while a source is read.
  public mutating func rest() { recent = [] }

  /// Marks everyone whose key or name is `nameOrKey` as "me"; returns true if there is any.
  @discardableResult
  public mutating func markMe(_ nameOrKey: String) -> Bool {
    var found = false
    for index in participants.indices {
      let matches = isCalled(nameOrKey, at: index)
      participants[index].isMe = matches
      found = found || matches
    }
    return found
  }

  /// The participant with this index. Traps if the table has no such index.
  public subscript(index: ParticipantIndex) -> Participant { participants[Int(index.value)] }

  /// True if a participant is the owner of the conversation.
  public func isMe(_ index: ParticipantIndex) -> Bool { participants[Int(index.value)].isMe }
}

extension Span where Element == UInt8 {
  /// True if the bytes are equal.
  fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}

/// The way in which a source writes dates and times of day for people, as far as its texts show it.
public struct DateStyle: Sendable, Hashable {
  /// True if the day is before the month, false if it is after it; nil if unknown, or if the year comes first.
  public var isDayFirst: Bool?
  /// True for a 24-hour clock, false for a 12-hour one with halves of the day; nil if unknown.
  public var has24Hours: Bool?

  /// Creates a style.
  public init(isDayFirst: Bool? = nil, has24Hours: Bool? = nil) {
    (self.isDayFirst, self.has24Hours) = (isDayFirst, has24Hours)
  }

  /// Adds the facts of another style.
  public mutating func merge(_ other: DateStyle) {
    isDayFirst = other.isDayFirst ?? isDayFirst
    has24Hours = other.has24Hours ?? has24Hours
  }
}

/// The facts of a conversation that are known before its messages are read.
public struct ConversationInfo: Sendable, Equatable {
  /// The order of the messages.
  public enum Order: Sendable, Equatable {
    /// By instant, then by position in the source.
    case byInstant
    /// As the source gives them; the source's order is the truth (logs).
    case asGiven
  }
  /// The titles of conversations without a name.
  public enum TitleStandIn: Sendable, Hashable {
    /// The parts of an export that cannot be read.
    case damaged
    /// Messages outside any conversation.
    case unfiled
    /// A person's messages to themselves.
    case savedMessages
    /// A talk with a person whose account was deleted.
    case deletedAccount
    /// A talk with an assistant without a title.
    case newChat
    /// A project or design without a name.
    case untitled
    /// An assistant's memory of its user.
    case memory
    /// An agent's own session, with the name of the agent or its task.
    case agent(String)
  }
  /// The kinds of rooms that conversations are: many people, whose messages are read as a log.
  public enum Room: String, Sendable, Hashable {
    /// Any other kind of conversation.
    case none
    /// A room whose people have avatars.
    case withPictures
    /// A room that knows its people only by name.
    case withoutPictures
  }
  /// The source's id, or one made from the file's name; used for the folder name.
  public var id: String
  /// True if the id is the source's own, by which the conversation is recognised in another export.
  public var hasOwnID = false
  /// The conversation's name, as the source gives it.
  public var title: String
  /// The phrase used by pages as the title in their own language, if the source gives none.
  public var titleStandIn: TitleStandIn?
  /// The source's own time zone, an IANA name; nil if it gives none.
  public var timeZone: String?
  /// BCP 47 tag the source gives.
  public var locale: String?
  /// The way the source writes dates, which pages follow.
  public var dateStyle = DateStyle()
  /// The order in which messages are shown.
  public var order: Order
  /// True if the source marks the pictures of an album, so that no others are joined to one.
  public var tellsAlbums = false
  /// True if the source marks each message of its owner, so that without marks there are none.
  public var knowsOwner = false
  /// The kind of room, which decides the look; nil for the one that conversations of the source's format usually are.
  public var room: Room?
  /// Participants the source declares up front.
  public var participants: ParticipantTable

  /// Creates the facts of a conversation.
  public init(
    id: String, title: String, timeZone: String? = nil, locale: String? = nil, order: Order = .byInstant,
    participants: ParticipantTable = ParticipantTable()
  ) {
    (self.id, self.title, self.timeZone, self.locale) = (id, title, timeZone, locale)
    (self.order, self.participants) = (order, participants)
  }
}
