import ChatModel
import ICU
import ImportKit

/// The parts of an exported message that are objects of their own.
enum TelegramParts {
  enum PollMember: String, JSONMember {
    case question, closed, answers
    case totalVoters = "total_voters"
  }
  enum AnswerMember: String, JSONMember {
    case text, voters, chosen
  }
  enum TelegramContactMember: String, JSONMember {
    case firstName = "first_name"
    case lastName = "last_name"
    case phoneNumber = "phone_number"
  }
  enum InvoiceMember: String, JSONMember {
    case title, description, amount, currency
    case receipt = "receipt_message_id"
  }
  enum TelegramReactionMember: String, JSONMember {
    case type, count, emoji, recent
    case documentID = "document_id"
  }
  enum RecentMember: String, JSONMember {
    case from, date
    case fromID = "from_id"
  }
  static let pollMembers = JSONMemberTable<PollMember>()
  static let answerMembers = JSONMemberTable<AnswerMember>()
  static let contactMembers = JSONMemberTable<TelegramContactMember>()
  static let invoiceMembers = JSONMemberTable<InvoiceMember>()
  static let reactionMembers = JSONMemberTable<TelegramReactionMember>()
  static let recentMembers = JSONMemberTable<RecentMember>()
}

extension DocumentReader {
  mutating func telegramPoll(_ member: StaticString) throws(JSONError) -> Poll? {
    guard try beginObject(member) else { return nil }
    var poll = Poll(question: "", options: [])
    while let member = try nextMember(in: TelegramParts.pollMembers, of: "poll") {
      switch member {
      case .question: poll.question = try telegramText("question")?.string ?? ""
      case .closed: poll.isClosed = try flag("closed") ?? false
      case .totalVoters: poll.voters = try count("total_voters")
      case .answers: poll.options = try telegramAnswers()
      }
    }
    // Exports of polls in which their owner did not vote have null for each count.
    poll.hasUnknownVotes = !poll.options.isEmpty && poll.options.allSatisfy { $0.votes < 0 }
    for index in poll.options.indices { poll.options[index].votes = max(0, poll.options[index].votes) }
    return poll
  }

  private mutating func telegramAnswers() throws(JSONError) -> [Poll.Option] {
    var options: [Poll.Option] = []
    guard try beginList("answers") else { return options }
    while try nextElement() {
      guard try beginObject() else { continue }
      var option = Poll.Option(text: "", votes: -1)
      while let member = try nextMember(in: TelegramParts.answerMembers, of: "poll answer") {
        switch member {
        case .text: option.text = try telegramText("text")?.string ?? ""
        case .voters: option.votes = try count("voters") ?? -1
        case .chosen: option.isChosen = try flag("chosen") ?? false
        }
      }
      options.append(option)
    }
    return options
  }

  mutating func telegramContact(_ member: StaticString) throws(JSONError) -> Contact? {
    guard try beginObject(member) else { return nil }
    var (names, contact) = (["", ""], Contact(name: ""))
    while let member = try nextMember(in: TelegramParts.contactMembers, of: "contact") {
      switch member {
      case .firstName: names[0] = try text("first_name") ?? ""
      case .lastName: names[1] = try text("last_name") ?? ""
      case .phoneNumber: contact.phones = try text("phone_number").map { $0.isEmpty ? [] : [$0] } ?? []
      }
    }
    contact.name = names.filter { !$0.isEmpty }.joined(separator: " ")
    return contact
  }

  /// Reads the facts of an invoice: an object, or its JSON inside a string. Amounts are worded for `locale`.
  mutating func telegramInvoice(
    _ member: StaticString, locale: String
  ) throws(JSONError) -> PartFacts? {
    if try json.peek() == .string { return PartFacts(readable: [("title", .string(try json.readString()))]) }
    guard try beginObject(member) else { return nil }
    var facts = PartFacts()
    var (amount, currency) = ("", "")
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { facts.facts.append(PartFacts.Fact(name: name, value: value)) }
    }
    while let member = try nextMember(in: TelegramParts.invoiceMembers, of: "invoice") {
      switch member {
      case .title: add("title", try text("title"))
      case .description: add("description", try text("description"))
      case .amount: amount = try identifier("amount") ?? ""
      case .currency: currency = try text("currency") ?? ""
      case .receipt: try skipCounted()
      }
    }
    if let units = Int64(amount), !currency.isEmpty {
      // In the currency's smallest unit.
      amount = DateTexts.money(units, currency: currency, locale: locale)
    }
    add("amount", amount)
    return facts
  }
}

extension TelegramReader {
  mutating func reactions() throws(JSONError) -> [Reaction] {
    var reactions: [Reaction] = []
    guard try source.beginList("reactions") else { return reactions }
    while try source.nextElement() {
      guard try source.beginObject() else { continue }
      var reaction = Reaction(emoji: "", by: [], count: 0)
      var type = ""
      while let member = try source.nextMember(in: TelegramParts.reactionMembers, of: "reaction") {
        switch member {
        case .type: type = try source.text("type") ?? ""
        case .count: reaction.count = try source.count("count") ?? 0
        case .emoji: reaction.emoji = try source.text("emoji") ?? ""
        case .documentID: reaction.image = TelegramMedia.picturePath(try source.identifier("document_id"))
        case .recent: try readRecent(into: &reaction)
        }
      }
      reaction.count = max(reaction.count, reaction.by.count, 1)
      if reaction.emoji.isEmpty { reaction.emoji = type == "paid" ? "⭐" : "custom emoji" }
      reactions.append(reaction)
    }
    return reactions
  }

  /// Reads the people who reacted last, and when.
  private mutating func readRecent(into reaction: inout Reaction) throws(JSONError) {
    guard try source.beginList("recent") else { return }
    while try source.nextElement() {
      guard try source.beginObject() else { continue }
      var (name, id, date) = (String?.none, String?.none, Timestamp?.none)
      while let member = try source.nextMember(in: TelegramParts.recentMembers, of: "reaction") {
        switch member {
        case .from: name = try source.text("from")
        case .fromID: id = try source.identifier("from_id")
        case .date: date = try source.timestamp("date")
        }
      }
      guard name != nil || id != nil else { continue }
      reaction.by.append(participant(id: id, name: name))
      reaction.times.append(date.map { instant(of: $0) })
    }
  }
}
