import ChatModel
import ImportKit

/// A message of a phone, as exports in JSON have it: an SMS or an MMS.
struct PhoneRecord {
  /// A person's address.
  struct Address {
    var address: String
    /// True for the sender's.
    var isSender: Bool
    /// The name that the phone had for it.
    var name: String?
  }

  /// A part of an MMS before its data is read.
  struct Part {
    /// A MIME type in lower case.
    var type: String
    /// The text, of a part that is one. Not read for other parts, so that the account has it.
    var text: JSONValue?
    /// The names that the export has for its file, the best one first.
    var names: [String?]
  }

  /// Milliseconds or seconds since 1970.
  var date: Double?
  /// Android's code for the box that it is in, see ``PhoneBox``; nil if the record has none.
  var box: Int64?
  /// The network's code for the delivery of a sent SMS.
  var report: Int64?
  /// The phone's number for the conversation; nil if the export has none.
  var thread: String?
  var addresses: [Address] = []
  /// The text of an SMS; nil for an MMS.
  var body: String?
  /// The subject of an MMS.
  var subject: String?
  /// The parts of an MMS, each with its data.
  var parts: [(part: Part, data: PhonePartData)] = []

  /// True if the owner sent it, or has not sent it yet.
  var isOwn: Bool { box ?? PhoneBox.inbox != PhoneBox.inbox }

  /// The address that it was sent from; nil if unknown, and for the placeholder that Android stores for the owner.
  var sender: String? {
    addresses.first { $0.isSender && $0.address != PhoneMultimedia.ownAddress && !$0.address.isEmpty }?
      .address
  }

  /// The addresses that it was sent to.
  var recipients: [String] {
    addresses.filter { !$0.isSender && $0.address != PhoneMultimedia.ownAddress && !$0.address.isEmpty }
      .map(\.address)
  }
}

/// The addresses in exports, found before messages are added: one export may have a number with its country code that another has
/// without, and the recipients of a received MMS include the owner, whom the export does not name.
final class PhoneAddresses {
  private(set) var numbers = PhoneNumberKeys()
  /// The keys of the owner's addresses.
  private(set) var own: Set<String> = []
  private var known: Set<String> = []
  /// The addresses of the first record of each thread that has any.
  private var threads: [String: [String]] = [:]
  private var received: Set<ReceivedMessage> = []
  private var sent: Set<[String]> = []
  private var ownSenders: Set<String> = []
  private var senders: Set<String> = []

  /// The people of a received MMS.
  private struct ReceivedMessage: Hashable {
    var sender: String?
    /// Sorted, without repetitions.
    var recipients: [String]
  }

  /// Notes the addresses of a record. `export` is the path of its export, because each phone numbers its threads by itself.
  func note(_ record: PhoneRecord, in export: String) {
    for address in record.addresses where known.insert(address.address).inserted {
      numbers.note(address.address)
    }
    let (sender, recipients) = (record.sender, Array(Set(record.recipients)).sorted())
    if let thread = record.thread, threads[Self.key(export, thread)] == nil {
      let people = (record.isOwn ? [] : [sender].compactMap(\.self)) + recipients
      if !people.isEmpty { threads[Self.key(export, thread)] = people }
    }
    if record.isOwn {
      if let sender { ownSenders.insert(sender) }
      if !recipients.isEmpty { sent.insert(recipients) }
    } else {
      if let sender { senders.insert(sender) }
      if record.body == nil { received.insert(ReceivedMessage(sender: sender, recipients: recipients)) }
    }
  }

  /// The addresses of the people in a thread of an export, as its first record with addresses has them; empty if none has.
  func people(ofThread thread: String?, in export: String) -> [String] {
    thread.flatMap { threads[Self.key(export, $0)] } ?? []
  }

  private static func key(_ export: String, _ thread: String) -> String { "\(export)\0\(thread)" }

  /// Finds the owner's addresses. Nobody who wrote to the owner is one. The order of the messages makes no difference.
  ///
  /// The owner is the sender of an own message; the only recipient without whom a received message has the people of a sent one; the
  /// only recipient of a received one; or the only recipient that all other received messages share.
  func findOwner() {
    func keys(_ addresses: some Sequence<String>) -> Set<String> { Set(addresses.map(numbers.key(of:))) }
    own = keys(ownSenders)
    let others = keys(senders).subtracting(own)
    let sentSets = Set(sent.map { keys($0) })
    let messages = received.map { message in
      let recipients = keys(message.recipients)
      return (
        people: recipients.union(keys([message.sender].compactMap(\.self))), recipients: recipients,
        candidates: recipients.subtracting(others)
      )
    }
    for message in messages {
      let found = message.candidates.filter { sentSets.contains(message.people.subtracting([$0])) }
      if found.count == 1 { own.formUnion(found) }
    }
    let wroteTo = sentSets.reduce(into: Set()) { $0.formUnion($1) }
    let single = messages.filter { $0.recipients.count == 1 && own.isDisjoint(with: $0.recipients) }
    for message in single { own.formUnion(message.candidates.subtracting(wroteTo)) }
    let unknown = messages.filter { $0.recipients.count > 1 && own.isDisjoint(with: $0.recipients) }
      .map { $0.candidates.subtracting(wroteTo) }
    guard unknown.count > 1 else { return }
    let shared = unknown.dropFirst().reduce(unknown[0]) { $0.intersection($1) }
    if shared.count == 1 { own.formUnion(shared) }
  }
}
