public import ChatModel
public import Frames
import ICU
public import ImportKit

/// Redacts conversations by the rules of a file, and gives their people invented names.
public struct Redaction: Sendable {
  /// The matches of one rule. It says nothing of its content.
  public struct RuleCount: Sendable, Encodable {
    /// The line of the rules file, from 1.
    public var line: Int
    /// The word that begins the line.
    public var kind: String
    /// The number of matches in the inputs.
    public var matches: Int
  }

  /// Conversations without what rules redact.
  public struct Result: Sendable {
    /// The conversations, in their order.
    public var sources: [any ConversationSource]
    /// The paths of files under other names.
    public var aliases: FileAliases
    /// The matches of each rule, in the order of the file; empty without rules.
    public var counts: [RuleCount]
    /// The number of texts that were redacted as a whole, because a pattern took too many steps in them.
    public var givenUp: Int
    /// Redacts texts outside of conversations, such as a report's.
    public var texts: OtherTexts
    /// The words with bars over them; nil if other words are shown instead.
    public var hidden: HiddenTexts?
  }

  /// Redacts texts of any conversation.
  public struct OtherTexts: Sendable {
    let matcher: TextMatcher
    fileprivate let words: RedactionWords

    /// Returns a text without what rules redact.
    public func callAsFunction(_ text: String) -> String {
      var redactor = TextRedactor(matcher, words: words)
      return redactor.redacted(text)
    }
  }

  private let rules: [RedactionRule]
  /// The text that the rules give in place of the usual one.
  private let replacement: String?
  private let hasPseudonyms: Bool
  private let hidden: HiddenTexts?

  /// Creates a redaction by the rules of a file; nil for none. In place, words get bars, and nothing else moves.
  public init(_ file: RulesFile?, pseudonyms: Bool, isInPlace: Bool = false) {
    hidden = isInPlace ? HiddenTexts() : nil
    rules = file?.rules ?? []
    replacement = file?.replacement
    hasPseudonyms = pseudonyms
  }

  /// Returns the conversations redacted. Each is read twice to its end: for its people, and for the messages that rules are about.
  ///
  /// `words` returns the words for a conversation, and `localDay` the function for its days, counted since 1970.
  public func apply(
    to sources: [any ConversationSource],
    words: (ConversationInfo) throws -> RedactionWords = { _ in .english },
    localDay: (ConversationInfo) throws -> @Sendable (Instant) -> Int
  ) throws -> Result {
    var (tables, others) = ([ParticipantTable](), [OtherNames.Person]())
    for source in sources {
      var names = OtherNames()
      tables.append(try self.people(of: source) { names.add($0) })
      others += names.people
    }
    var people = PeopleNames(tables, rules) { rule, index in
      Self.isAbout(rule, sources[index].info)
    }
    if hasPseudonyms { people.addPseudonyms(others: others) }
    var counts = [Int](repeating: 0, count: rules.count)
    for (rule, members) in people.membersOfRules { counts[rule] += members.count }
    let aliases = FileAliases()
    var result = Result(
      sources: [], aliases: aliases, counts: [], givenUp: 0,
      texts: OtherTexts(matcher: try matcher(people) { _ in true }, words: withOwnReplacement(.english)),
      hidden: hidden)
    for (index, source) in sources.enumerated() {
      var prepared = try conversationRules(index, source.info, people)
      prepared.localDay = try localDay(source.info)
      prepared.words = withOwnReplacement(try words(source.info))
      prepared.words.hidden = hidden
      let found = try find(in: source, tables[index], prepared, aliases)
      for (rule, count) in found.text.counts { counts[rule] += count }
      result.givenUp += found.text.givenUp
      var facts = RedactedFacts(of: source.info, tables[index], prepared, aliases)
      facts.redact(index, people, hasPseudonyms: hasPseudonyms)
      for (rule, count) in facts.counts { counts[rule] += count }
      result.sources.append(
        RedactedSource(
          info: facts.info, source: source, people: tables[index], rules: prepared, ids: found.ids,
          hidden: found.hidden, aliases: aliases, numbers: found.numbers,
          unchanged: found.unchanged))
    }
    result.counts = rules.enumerated().map {
      RuleCount(line: $1.line, kind: $1.word, matches: counts[$0])
    }
    return result
  }

  /// Returns words with the replacement that the rules give.
  private func withOwnReplacement(_ words: RedactionWords) -> RedactionWords {
    RedactionWords(replacement: replacement ?? words.replacement, person: words.person)
  }

  private static func isAbout(_ rule: RedactionRule, _ info: ConversationInfo) -> Bool {
    rule.chat.map { ComparedText($0).letters == ComparedText(info.title).letters || $0 == info.id } ?? true
  }

  // MARK: Preparation

  /// Returns the matcher for the rules about texts that `applies` is true for.
  private func matcher(
    _ people: PeopleNames, applies: (RedactionRule) -> Bool
  ) throws(RulesFileError) -> TextMatcher {
    var matcher = TextMatcher()
    for (index, rule) in rules.enumerated() where applies(rule) {
      let target = Term.Target(rule: index, replacement: Replacement(rule.replacement))
      switch rule.subject {
      case .word(let word): if let term = Term(word, target) { matcher.add(term) }
      case .pattern(let pattern): try add(pattern, target, to: &matcher)
      case .positions: try add(Self.maps, target, to: &matcher)
      default: break
      }
    }
    for (text, target) in people.terms where target.rule.map({ applies(rules[$0]) }) ?? true {
      if let term = Term(text, target) { matcher.add(term) }
    }
    return matcher
  }

  private func add(
    _ pattern: String, _ target: Term.Target, to matcher: inout TextMatcher
  ) throws(RulesFileError) {
    do throws(TextPattern.Mistake) {
      matcher.add(TextMatcher.Pattern(pattern: try TextPattern(pattern), target: target))
    } catch {
      throw RulesFileError("the rules", "have a pattern that ICU does not compile; correct it")
    }
  }

  /// Addresses of maps, which name a position.
  private static let maps =
    #"geo:[-\d.,]+|(?:https?://)?(?:www\.|maps\.|m\.)?(?:google\.[a-z.]+/maps|maps\.google\.[a-z.]+|goo\.gl/maps|maps\.app\.goo\.gl|maps\.apple\.com|openstreetmap\.org|osm\.org|waze\.com|bing\.com/maps)\S*"#

  private func conversationRules(
    _ source: Int, _ info: ConversationInfo, _ people: PeopleNames
  ) throws(RulesFileError) -> ConversationRules {
    var prepared = ConversationRules()
    prepared.matcher = try matcher(people) { Self.isAbout($0, info) }
    for (text, rule) in people.idTerms where Self.isAbout(rules[rule], info) {
      if let term = Term(text, Term.Target(rule: rule)) { prepared.ids.add(term) }
    }
    prepared.hasNewIDs = hasPseudonyms
    for (index, rule) in rules.enumerated() where Self.isAbout(rule, info) {
      let members = (people.membersOfRules[index] ?? []).filter { $0.source == source }.map {
        Int32($0.index)
      }
      switch rule.subject {
      case .messagesOf: for member in members { prepared.senders[member] = prepared.senders[member] ?? index }
      case .attachmentsOf:
        for member in members { prepared.sendersOfFiles[member] = prepared.sendersOfFiles[member] ?? index }
      case .message(let id): prepared.messages[id] = prepared.messages[id] ?? index
      case .attachmentsIn(let id): prepared.messagesOfFiles[id] = prepared.messagesOfFiles[id] ?? index
      case .days(let days):
        prepared.days.append((days.lowerBound.daysSince1970...days.upperBound.daysSince1970, index))
      case .attachment(let name): prepared.files.append(.init(pattern: NamePattern(name), rule: index))
      case .attachments(let kind): prepared.kinds.append((kind, index))
      case .positions: prepared.positions = prepared.positions ?? index
      case .word, .pattern, .person: break
      }
    }
    return prepared
  }

  /// Reads a conversation to its end and returns all of its people.
  private func people(
    of source: any ConversationSource, _ body: (Message) -> Void
  ) throws -> ParticipantTable {
    var (table, log) = (source.info.participants, DiagnosticLog())
    do {
      try source.survey(from: nil, participants: &table, log: &log, digests: false) { message, _ in
        try Task.checkCancellation()
        if hasPseudonyms, case .whole(let message) = message { body(message) }
        return true
      }
    } catch is ImportError {
      // The survey of the pages reports it.
    }
    source.rest()
    return table
  }

  /// The findings of a second reading.
  private struct Found {
    var text: TextRedactor
    var ids = NewIDs()
    var hidden = HiddenMessages()
    /// The numbers of messages without ids that rules name.
    var numbers: [SourcePosition: Int] = [:]
    var unchanged = UnchangedMessages()
  }

  /// Reads a conversation to its end, counts matches, and finds the messages that need new ids.
  private func find(
    in source: any ConversationSource, _ people: ParticipantTable, _ rules: ConversationRules,
    _ aliases: FileAliases
  ) throws -> Found {
    var (table, log) = (people, DiagnosticLog())
    var redactor = MessageRedactor(rules, aliases: aliases)
    var found = Found(text: redactor.text)
    var number = 0
    do {
      try source.survey(from: nil, participants: &table, log: &log, digests: false) { message, entry in
        try Task.checkCancellation()
        number += 1
        let message = message.message
        if message.id.isEmpty,
          rules.rule(of: message, number: number) != nil
            || rules.ruleOfFiles(of: message, number: number) != nil
        {
          found.numbers[entry.position] = number
        }
        let isHidden = rules.rule(of: message, number: number) != nil
        if isHidden { found.hidden.insert(message) }
        let isChanged = redactor.redacted(message, number: number) != nil
        if !isChanged { found.unchanged.append(entry.position) }
        found.ids.note(message.id)
        if isHidden || isChanged && !NewIDs.isPlain(message.id) || rules.isTelling(id: message.id) {
          found.ids.replace(message.id)
        }
        for reference in [message.reply?.target, message.extras?.thread, message.extras?.parent] {
          if let reference, rules.isTelling(id: reference) { found.ids.replace(reference) }
        }
        return true
      }
    } catch is ImportError {
      // The survey of the pages reports it.
    }
    source.rest()
    found.text = redactor.text
    return found
  }
}
