import ChatModel
import ImportKit

/// The members of an event's details.
private enum DetailMembers {
  enum DetailKey: String, JSONMember {
    case at, duration, months, count, otherCount, amount, day, name, marks
  }
  enum AmountKey: String, JSONMember {
    case units, currency, digits
  }
  enum DayKey: String, JSONMember {
    case year, month, day
  }
  static let details = JSONMemberTable<DetailKey>()
  static let amount = JSONMemberTable<AmountKey>()
  static let day = JSONMemberTable<DayKey>()
}

extension ChatExportReader {
  /// Reads the values in an event.
  mutating func details() throws(JSONError) -> EventFacts? {
    guard try source.beginObject("details") else { return nil }
    var facts = EventFacts()
    while let member = try source.nextMember(in: DetailMembers.details, of: "details") {
      switch member {
      case .at: facts.instant = try instant("at")
      case .duration: facts.duration = try source.number("duration", in: 0...DocumentReader.longestDuration)
      case .months: facts.months = try source.count("months")
      case .count: facts.count = try source.count("count")
      case .otherCount: facts.otherCount = try source.count("otherCount")
      case .amount: facts.amount = try source.amount()
      case .day: facts.day = try source.eventDay()
      case .name: facts.name = try source.text("name")
      case .marks: facts.marks = try source.marks()
      }
    }
    return facts
  }
}

extension DocumentReader {
  fileprivate mutating func amount() throws(JSONError) -> EventFacts.Amount? {
    guard try beginObject("amount") else { return nil }
    var (units, currency, digits) = (Int64?.none, "", Int?.none)
    while let member = try nextMember(in: DetailMembers.amount, of: "amount") {
      switch member {
      case .units: units = try number("units", in: -1e18...1e18).map { Int64($0) }
      case .currency: currency = try text("currency") ?? ""
      case .digits: digits = try count("digits").map { min($0, 18) }
      }
    }
    return units.map { EventFacts.Amount(units: $0, currency: currency, digits: digits) }
  }

  fileprivate mutating func eventDay() throws(JSONError) -> EventFacts.EventDay? {
    guard try beginObject("day") else { return nil }
    var (year, month, day) = (Int?.none, Int?.none, Int?.none)
    while let member = try nextMember(in: DetailMembers.day, of: "day") {
      switch member {
      case .year: year = try number("year", in: 1...9_999).map { Int($0) }
      case .month: month = try number("month", in: 1...12).map { Int($0) }
      case .day: day = try number("day", in: 1...31).map { Int($0) }
      }
    }
    guard let month, let day else { return nil }
    return EventFacts.EventDay(year: year, month: month, day: day)
  }

  fileprivate mutating func marks() throws(JSONError) -> [EventFacts.EventMark] {
    var list: [EventFacts.EventMark] = []
    guard try beginList("marks") else { return list }
    let words: KeyValuePairs<String, EventFacts.EventMark> = [
      "recurring": .recurring, "limited": .limited, "anonymous": .anonymous, "unclaimed": .unclaimed,
    ]
    while try nextElement() {
      if let mark = try word("", of: words) { list.append(mark) }
    }
    return list
  }
}
