import ChatModel
import ImportKit

/// The conversations of a phone's messages: one for each set of addresses, so that two backups of one chat become one.
final class PhoneConversations {
  private let conversion: Conversion
  private let numbers: PhoneNumberKeys
  private var people: PhonePeople
  private var conversations: [String: PhoneConversation] = [:]
  /// The keys of the conversations in the order in which they were met.
  private var keys: [String] = []

  /// `numbers` are the phone numbers in all exports, because one may have a number with its country code that another has without.
  init(_ conversion: Conversion, numbers: PhoneNumberKeys) {
    (self.conversion, self.numbers) = (conversion, numbers)
    people = PhonePeople(numbers)
  }

  /// Returns the conversation with the people at these addresses, in any order.
  func conversation(with addresses: [String]) -> PhoneConversation {
    // Sorted: groups list their members in any order.
    let key = Set(addresses.map(numbers.key(of:))).sorted().joined(separator: "~")
    if let known = conversations[key] { return known }
    let id = addresses.joined(separator: "-")
    let builder = conversion.conversation(key, id: id, title: addresses.joined(separator: ", "))
    // Restoring duplicates messages, and some programs round their times to seconds.
    (builder.hasCopies, builder.knowsOwner) = (true, true)
    let new = PhoneConversation(builder, numbers, addresses: addresses, ownerName: conversion.options.me)
    conversations[key] = new
    keys.append(key)
    return new
  }

  /// Notes a record's names for these addresses: one name, or as many as there are addresses, separated by commas.
  func note(_ addresses: [String], names: String?) { people.note(addresses, names: names) }

  /// Names the people and the conversations from the facts of the whole export.
  func finish() {
    for key in keys { conversations[key]?.name(by: people) }
  }
}

/// Android's codes for the boxes of messages, which are also the types of SMS.
enum PhoneBox {
  /// Received messages.
  static let inbox: Int64 = 1
  /// Sent messages.
  static let sent: Int64 = 2
  /// All codes.
  static let known: ClosedRange<Int64> = 1...6

  /// The status of a message in a box: 3 drafts, 4 outbox, 5 failed, 6 queued. Nil for received and sent messages.
  static func status(_ box: Int64) -> String? {
    switch box {
    case 3: "draft"
    case 4, 6: "sending"
    case 5: "failed"
    default: nil
    }
  }

  /// The status of an SMS: for a sent one, also what the network reported (0 delivered, 64 failed).
  static func status(_ box: Int64, report: Int64?) -> String? {
    guard box == sent else { return status(box) }
    switch report {
    case 0: return "delivered"
    case 64: return "failed"
    default: return nil
    }
  }
}

extension MessageDraft {
  /// Sets the status if there is one.
  mutating func set(status: String?) {
    guard let status else { return }
    var more = extras ?? MessageExtras()
    more.status = status
    extras = more
  }
}

extension MessageText {
  /// A text with its subject as the first line, in bold.
  init(subject: String?, body: String) {
    guard let subject, !subject.isBlank, subject != body else {
      self.init(body, markup: .plain)
      return
    }
    self.init(
      body.isEmpty ? subject : "\(subject)\n\(body)",
      markup: .spans([SourceSpan(start: 0, end: subject.utf8.count, kind: .bold)]))
  }
}

extension Instant {
  /// The time of a number of milliseconds or seconds since 1970; nil for 0, which Android stores for no time.
  init?(phoneTime number: Double?) {
    guard let number, number > 0, case .instant(let milliseconds)? = Timestamp(epoch: number) else {
      return nil
    }
    self.init(milliseconds: milliseconds)
  }
}
