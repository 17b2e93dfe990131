/// Somebody who takes part.
public struct Participant: Sendable, Hashable {
  /// The key the source knows them by: an id where it has one, else the name.
  public var key: String
  /// The name to show.
  public var name: String
  /// Path of a picture relative to the input's folder (not trusted).
  public var avatar: String?
  /// Whose messages stand on the right.
  public var isMe: Bool

  public init(key: String, name: String, avatar: String? = nil, isMe: Bool = false) {
    (self.key, self.name, self.avatar, self.isMe) = (key, name, avatar, isMe)
  }
}

/// The participants of a conversation, in the order they were declared or first met.
///
/// A reader interns every sender it meets; reading the same source again gives the same indexes.
public struct ParticipantTable: Sendable, Equatable {
  public private(set) var participants: [Participant] = []
  private var places: [String: Int32] = [:]
  /// Who was asked for last of those whose keys look alike at a glance.
  private var recent = [Recent](repeating: Recent(), count: 64)

  /// Somebody, and what their key looks like at a glance.
  private struct Recent: BitwiseCopyable {
    /// The first eight bytes of the key, the first one lowest; a shorter key has zeros behind it.
    var head: UInt64 = 0
    var count: Int32 = -1
    var place: Int32 = 0
  }

  public init() {}

  public static func == (a: ParticipantTable, b: ParticipantTable) -> Bool {
    a.participants == b.participants
  }

  /// The participant's place, entering them first when they are new.
  public mutating func intern(key: String, name: @autoclosure () -> String) -> ParticipantIndex {
    if let place = places[key] { return ParticipantIndex(place) }
    return add(Participant(key: key, name: name()))
  }

  /// Enters a declared participant; one with the same key is replaced and keeps its place.
  @discardableResult
  public mutating func add(_ participant: Participant) -> ParticipantIndex {
    if let place = places[participant.key] {
      participants[Int(place)] = participant
      return ParticipantIndex(place)
    }
    let place = Int32(participants.count)
    participants.append(participant)
    places[participant.key] = place
    return ParticipantIndex(place)
  }

  /// The place of the participant with this key.
  public func index(ofKey key: String) -> ParticipantIndex? { places[key].map(ParticipantIndex.init) }

  /// As `index(ofKey:)`, for a key that stands in a file: nothing is made of the bytes of those who write often.
  public mutating func index(ofKey bytes: Span<UInt8>) -> ParticipantIndex? {
    var head: UInt64 = 0
    for place in 0..<min(8, bytes.count) { head |= UInt64(bytes[place]) << UInt64(8 * place) }
    // The upper bits depend on all of the head's.
    let slot = Int(truncatingIfNeeded: ((head &+ UInt64(bytes.count)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    let likely = recent[slot]
    if likely.head == head, Int(likely.count) == bytes.count,
      bytes.count <= 8 || participants[Int(likely.place)].key.utf8.span.isEqual(to: bytes)
    {
      return ParticipantIndex(likely.place)
    }
    guard let text = try? UTF8Span(validating: bytes), let place = places[String(copying: text)] else {
      return nil
    }
    recent[slot] = Recent(head: head, count: Int32(clamping: bytes.count), place: place)
    return ParticipantIndex(place)
  }

  /// Marks as "me" everyone whose key or name is `nameOrKey`; returns whether anybody was.
  @discardableResult
  public mutating func markMe(_ nameOrKey: String) -> Bool {
    var found = false
    for place in participants.indices {
      let matches = participants[place].key == nameOrKey || participants[place].name == nameOrKey
      participants[place].isMe = matches
      found = found || matches
    }
    return found
  }

  public subscript(index: ParticipantIndex) -> Participant { participants[Int(index.value)] }

  /// Whether a participant is the person whose conversation it is.
  public func isMe(_ index: ParticipantIndex) -> Bool { participants[Int(index.value)].isMe }
}

extension Span where Element == UInt8 {
  /// Whether these are the same bytes.
  fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for place in indices where self[place] != other[place] { return false }
    return true
  }
}

/// What a source says of a conversation before its messages are read.
public struct ConversationInfo: Sendable, Equatable {
  /// How messages are to be put in order.
  public enum Order: Sendable, Equatable {
    /// By instant, then by place in the source.
    case byInstant
    /// As the source gives them; the source's order is the truth (logs).
    case asGiven
  }
  /// The source's id, or one made from the file's name; used for the folder name.
  public var id: String
  public var title: String
  /// IANA name the source itself gives; nil: it gives none.
  public var timeZone: String?
  /// BCP 47 tag the source gives.
  public var locale: String?
  public var order: Order
  /// Participants the source declares up front.
  public var participants: ParticipantTable

  public init(
    id: String, title: String, timeZone: String? = nil, locale: String? = nil, order: Order = .byInstant,
    participants: ParticipantTable = ParticipantTable()
  ) {
    (self.id, self.title, self.timeZone, self.locale) = (id, title, timeZone, locale)
    (self.order, self.participants) = (order, participants)
  }
}
