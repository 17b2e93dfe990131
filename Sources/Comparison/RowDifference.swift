import ICU
import SiteReading

/// The differences of two rows of one message.
struct RowDifference {
  /// The facts about both sides that make texts differ in every message.
  struct Context: Sendable {
    /// True if times are shown in other zones or another form, so digits outside of what people wrote say nothing.
    var ignoresClock = false
    /// True if the page is in another language, so only what people wrote is compared.
    var ignoresInterface = false
  }

  /// The differences that all messages of a chat may have in common.
  private(set) var shift = Shift()
  /// The changes of the content, without the shift.
  private(set) var content: [Change] = []

  private let context: Context

  init(_ old: ComparedRow, _ new: ComparedRow, _ context: Context) {
    self.context = context
    compareNames(old, new)
    // The words of a notice are the program's.
    if !context.ignoresInterface || old.side != "notice" { compareWords(old, new, .text, as: "text") }
    if !old.words(of: .text).isEmpty || !new.words(of: .text).isEmpty, content.isEmpty {
      compareList(old, new, .formatting)
    }
    compareList(old, new, .media)
    compareList(old, new, .links)
    compareReactions(old, new)
    // A quote may have the program's words for a picture or a voice message.
    if !context.ignoresInterface { compareQuotes(old, new) }
    compareInterface(old, new)
  }

  private mutating func compareNames(_ old: ComparedRow, _ new: ComparedRow) {
    let (time, newTime) = (old.name.time, new.name.time)
    if time != newTime {
      if let start = Instant(time), let end = Instant(newTime) {
        shift.seconds = end.seconds - start.seconds
        shift.minutes = end.minute - start.minute
      } else {
        content.append(Change(what: "time", old: time, new: newTime))
      }
    }
    if let day = old.day, let newDay = new.day, day != newDay, !context.ignoresClock {
      content.append(Change(what: "day", old: day, new: newDay))
    }
    if old.name.sender != new.name.sender {
      if let name = old.name.sender, let newName = new.name.sender {
        (shift.sender, shift.newSender) = (name, newName)
      } else if old.side != "" && new.side != "" {
        content.append(Change(what: "sender", old: old.name.sender, new: new.name.sender))
      }
    }
    // Another sender is on another side.
    if old.side != new.side, shift.sender == nil { (shift.side, shift.newSide) = (old.side, new.side) }
  }

  private mutating func compareWords(
    _ old: ComparedRow, _ new: ComparedRow, _ aspect: Aspect, as what: String
  ) {
    let (text, newText) = (old.words(of: aspect), new.words(of: aspect))
    guard text != newText else { return }
    content.append(
      Change(
        what: what, old: WordDifference.kept(text), new: WordDifference.kept(newText),
        words: WordDifference(text, newText).pieces))
  }

  /// Compares quotes. The end of a long one is cut where the layout has no more room, so a beginning is enough.
  private mutating func compareQuotes(_ old: ComparedRow, _ new: ComparedRow) {
    let (lines, others) = (old.lines(of: .quote), new.lines(of: .quote))
    if lines.count == others.count, zip(lines, others).allSatisfy(Self.isSameQuote) { return }
    compareWords(old, new, .quote, as: "quote")
  }

  private static func isSameQuote(_ old: String, _ new: String) -> Bool {
    if old == new { return true }
    guard old.hasSuffix("…") || new.hasSuffix("…") else { return false }
    let (start, other) = (
      old.hasSuffix("…") ? old.dropLast() : old[...], new.hasSuffix("…") ? new.dropLast() : new[...]
    )
    return old.hasSuffix("…") && other.hasPrefix(start) || new.hasSuffix("…") && start.hasPrefix(other)
  }

  /// Compares items of which each is one change: files and links.
  private mutating func compareList(_ old: ComparedRow, _ new: ComparedRow, _ aspect: Aspect) {
    let (items, others) = (Self.items(old, aspect), Self.items(new, aspect))
    guard items != others else { return }
    let (gone, added) = (Self.rest(items, without: others), Self.rest(others, without: items))
    if gone.isEmpty, added.isEmpty {
      content.append(
        Change(
          what: "order of \(aspect.rawValue)", old: items.joined(separator: ", "),
          new: others.joined(separator: ", ")))
    }
    for index in 0..<max(gone.count, added.count) {
      content.append(
        Change(
          what: aspect.rawValue, old: index < gone.count ? gone[index] : nil,
          new: index < added.count ? added[index] : nil))
    }
  }

  private static func items(_ row: ComparedRow, _ aspect: Aspect) -> [String] {
    let words = row.words(of: aspect)
    return words.isEmpty ? [] : words.split(separator: "\n").map(String.init)
  }

  /// Returns the items that are not in the other list, each as often as it is there more.
  private static func rest(_ items: [String], without others: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for item in others { counts[item, default: 0] += 1 }
    return items.filter { item in
      guard let count = counts[item], count > 0 else { return true }
      counts[item] = count - 1
      return false
    }
  }

  private mutating func compareReactions(_ old: ComparedRow, _ new: ComparedRow) {
    var (reactions, others) = (old.reactions, new.reactions)
    if context.ignoresInterface {
      // "Ana and 2 others" in the language of the page.
      for index in reactions.indices { reactions[index].people = "" }
      for index in others.indices { others[index].people = "" }
    }
    guard reactions != others else { return }
    let known = Dictionary(others.map { ($0.emoji, $0) }, uniquingKeysWith: { one, _ in one })
    var seen: Set<String> = []
    for reaction in reactions where seen.insert(reaction.emoji).inserted {
      let other = known[reaction.emoji]
      if other != reaction {
        content.append(Change(what: "reaction", old: reaction.words, new: other?.words))
      }
    }
    for other in others where seen.insert(other.emoji).inserted {
      content.append(Change(what: "reaction", old: nil, new: other.words))
    }
  }

  /// Compares what the program wrote around the words of people.
  private mutating func compareInterface(_ old: ComparedRow, _ new: ComparedRow) {
    guard !context.ignoresInterface else { return }
    let hasOtherTime = old.name.time != new.name.time
    let (clock, newClock) = (old.clock, new.clock)
    if hasOtherTime || context.ignoresClock {
      if Self.withoutDigits(clock) != Self.withoutDigits(newClock), !context.ignoresClock || !hasOtherTime {
        content.append(Change(what: "time as shown", old: clock, new: newClock))
      }
    } else if clock != newClock {
      content.append(Change(what: "time as shown", old: clock, new: newClock))
    }
    for aspect in [Aspect.details, .folded] {
      let (lines, others) = (old.lines(of: aspect), new.lines(of: aspect))
      if context.ignoresClock || hasOtherTime, lines.count == others.count,
        zip(lines, others).allSatisfy(Self.isSameApartFromClock)
      {
        continue
      }
      // A call is outgoing on one's own side.
      if old.side != new.side, shift.sender == nil, aspect == .details,
        old.words(of: aspect, withoutFacts: true) == new.words(of: aspect, withoutFacts: true)
      {
        continue
      }
      compareWords(old, new, aspect, as: aspect.rawValue)
    }
  }

  /// True if two texts are equal up to a date or a clock, which only one of them may have: "Deleted, 12:34" and "Deleted, 21 April 2026 at
  /// 12:34".
  private static func isSameApartFromClock(_ old: String, _ new: String) -> Bool {
    if withoutDigits(old) == withoutDigits(new) { return true }
    guard old.contains(/[0-9]:[0-9][0-9]/), new.contains(/[0-9]:[0-9][0-9]/) else { return false }
    return old.prefix { !$0.isNumber } == new.prefix { !$0.isNumber }
  }

  /// Returns a text with one 0 for each number.
  private static func withoutDigits(_ text: String) -> String {
    var result = ""
    for character in text {
      if character.isNumber {
        if result.last != "0" { result.append("0") }
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Leaves out what follows from people having other names: their names in quotes, reactions, notices and cards.
  /// `names` are in the order in which they are replaced.
  mutating func remove(renamed names: [(old: String, new: String)]) {
    guard !names.isEmpty else { return }
    content.removeAll { change in
      guard let old = change.old, let new = change.new else { return false }
      return names.reduce(old) { $0.replacing($1.old, with: $1.new) } == new
    }
  }
}

/// A difference of a message's names and times that all messages may have in common.
struct Shift: Hashable, Sendable {
  /// The seconds by which the time is later.
  var seconds: Int64 = 0
  /// The minutes by which the minute of the time is later.
  var minutes: Int64 = 0
  /// The sender's names, if they differ.
  var sender: String?
  var newSender: String?
  /// The sides, if they differ.
  var side: String?
  var newSide: String?

  /// True if nothing differs.
  var isEmpty: Bool { self == Shift() }
}

/// An instant as pages have it.
struct Instant {
  /// The seconds since 1970.
  let seconds: Int64

  /// Parses `2026-05-01T09:12:03Z`; nil if the text is something else.
  init?(_ text: String?) {
    guard let bytes = text?.utf8.map(\.self), bytes.count >= 20, bytes.count < 40, bytes.last == 0x5A,
      let mark = bytes.firstIndex(of: UInt8(ascii: "T"))
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      range.upperBound <= bytes.count ? Int(String(decoding: bytes[range], as: UTF8.self)) : nil
    }
    guard mark >= 10, let year = number(0..<(mark - 6)), let month = number((mark - 5)..<(mark - 3)),
      let day = number((mark - 2)..<mark), let date = CivilDate(year: year, month: month, day: day),
      let hour = number((mark + 1)..<(mark + 3)), let minute = number((mark + 4)..<(mark + 6)),
      let second = number((mark + 7)..<(mark + 9)), 0...24 ~= hour, 0...60 ~= minute, 0...60 ~= second
    else { return nil }
    seconds = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// The minutes since 1970, rounded down.
  var minute: Int64 { (seconds - (seconds % 60 + 60) % 60) / 60 }
}

/// A reaction as a row shows it.
struct ShownReaction: Equatable {
  var emoji: String
  var count: String
  var people: String

  /// The reaction with the people who gave it.
  var words: String {
    emoji + (count.isEmpty ? "" : " \(count)") + (people.isEmpty ? "" : " (\(people))")
  }
}

extension ComparedRow {
  /// The reactions in their order.
  var reactions: [ShownReaction] {
    var people: [Substring: String] = [:]
    for box in boxes where box.family == "chip" {
      people[box.name.dropFirst(4)] = box.facts.first { $0.name == "title" }?.value
    }
    return boxes.filter { $0.family == "reaction" }.map { box in
      let parts = box.text.split(separator: " ")
      let hasCount = parts.count > 1 && parts.last?.allSatisfy(\.isNumber) == true
      return ShownReaction(
        emoji: (hasCount ? parts.dropLast() : parts[...]).joined(separator: " "),
        count: hasCount ? String(parts.last ?? "") : "", people: people[box.name.dropFirst(8)] ?? "")
    }
  }
}
