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
    /// The text, of a part that is one.
    var text: String?
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

  var sender: String? { addresses.first(where: \.isSender)?.address }

  var recipients: [String] { addresses.filter { !$0.isSender }.map(\.address) }
}

/// The addresses in exports, found before messages are added: one export may have a number with its country code that another has
/// without, and the recipients of a received MMS include the owner, whom the export does not name.
final class PhoneAddresses {
  private(set) var numbers = PhoneNumberKeys()
  /// The keys of the owner's addresses.
  private(set) var own: Set<String> = []
  private var known: Set<String> = []
  private var threads: [String: Thread] = [:]
  /// The recipients of received MMS, without repetitions.
  private var received: Set<[String]> = []

  /// The people of a conversation.
  private struct Thread {
    var senders: Set<String> = []
    var recipientsOfOwn: Set<String> = []
    var recipientsOfOthers: Set<String> = []
  }

  /// Notes the addresses of a record.
  func note(_ record: PhoneRecord) {
    for address in record.addresses where known.insert(address.address).inserted {
      numbers.note(address.address)
    }
    guard record.body == nil else { return }
    let others = record.recipients.filter { $0 != PhoneMultimedia.ownAddress }
    if !record.isOwn { received.insert(others.sorted()) }
    guard let thread = record.thread else { return }
    if record.isOwn {
      threads[thread, default: Thread()].recipientsOfOwn.formUnion(others)
    } else {
      threads[thread, default: Thread()].recipientsOfOthers.formUnion(others)
      if let sender = record.sender { threads[thread]?.senders.insert(sender) }
    }
  }

  /// Finds the owner's addresses: the only recipient of a received message, or a recipient in a conversation to whom the owner never
  /// wrote and who never wrote.
  func findOwner() {
    for recipients in received where recipients.count == 1 { own.insert(numbers.key(of: recipients[0])) }
    for thread in threads.values where !thread.recipientsOfOwn.isEmpty {
      let keys = Set(thread.recipientsOfOthers.map(numbers.key(of:)))
      let others = thread.senders.union(thread.recipientsOfOwn).map(numbers.key(of:))
      own.formUnion(keys.subtracting(others))
    }
    // The one address that all received messages without a known owner share.
    let unknown = received.map { Set($0.map(numbers.key(of:))) }.filter {
      own.isDisjoint(with: $0) && !$0.isEmpty
    }
    guard unknown.count > 1, let first = unknown.first else { return }
    let shared = unknown.reduce(first) { $0.intersection($1) }
    if shared.count == 1 { own.formUnion(shared) }
  }
}
