import ChatImport
import ChatModel
import Fonts
import ICU
import ImportKit
import Themes

extension ConversationSurvey {
  /// Surveys every conversation of the inputs, and reports options that fit none of them.
  ///
  /// A person need not take part in every conversation, so only one who is in none is wrong usage.
  ///
  /// A conversation that cannot be read to its end is a loss, and is removed from `inputs`, unless it is the only one.
  static func all(
    of inputs: inout InputOpener.Inputs, options: ExportOptions, fonts: inout CharacterUsage,
    log: inout DiagnosticLog,
    progress: (Progress) -> Void
  ) throws -> [ConversationSurvey] {
    var surveys: [ConversationSurvey] = []
    var readable: [Int] = []
    let failures = try read(
      inputs.sources.indices, of: inputs, options: options, fonts: &fonts, log: &log, progress: progress
    ) { index, survey in
      readable.append(index)
      surveys.append(survey)
    }
    if surveys.isEmpty, let error = failures.first { throw error }
    for failure in failures.reversed() { log.append(failure.loss) }
    inputs.keep(readable)
    try check(surveys, of: inputs, options: options, log: &log)
    return surveys
  }

  /// Surveys the sources with these indices, and passes each survey with its index to `collect`.
  ///
  /// Returns the errors of conversations that cannot be read to their ends. Each is a loss, or the run's error if there are no others.
  static func read(
    _ indices: some Collection<Int>, of inputs: InputOpener.Inputs, options: ExportOptions,
    fonts: inout CharacterUsage,
    log: inout DiagnosticLog, progress: (Progress) -> Void,
    collect: (Int, ConversationSurvey) throws -> Void
  ) throws -> [ImportError] {
    var failures: [ImportError] = []
    var names = FolderNames(isNumbered: options.hidesNames)
    var done = Progress(.reading, totalConversations: indices.count)
    for index in indices {
      do {
        let survey = try ConversationSurvey(
          of: inputs.sources[index], options: options, names: &names, fonts: &fonts, log: &log
        ) { messages in
          var now = done
          now.messages += messages
          progress(now)
        }
        survey.refusedLinks.report(
          of: survey.source, format: inputs.formats[index].rawValue, to: &log.account)
        try collect(index, survey)
        done.messages += survey.facts.messageCount
        done.conversations += 1
      } catch let error as ImportError {
        failures.append(error)
      }
    }
    return failures
  }

  /// Reports options and files of the inputs that fit none of the conversations.
  ///
  /// - Throws: ``ExportError``.
  static func check(
    _ surveys: [ConversationSurvey], of inputs: InputOpener.Inputs, options: ExportOptions,
    log: inout DiagnosticLog
  ) throws(ExportError) {
    log.addFileNotes(of: inputs.inputs, surveys)
    if let me = options.me, !surveys.contains(where: { $0.participants.has(me) }) {
      throw ExportError.nobody(me, in: surveys)
    }
    if let participant = options.participant, surveys.allSatisfy(\.filter.wantsSomebodyElse) {
      throw ExportError.nobody(participant, in: surveys)
    }
    for survey in surveys {
      let origin = Origin(file: survey.info.title)
      if survey.facts.messageCount == 0 {
        let reason = survey.filter.passesAll ? "it has none" : "none matches --from, --to and --participant"
        log.append(
          Diagnostic(
            .note, "no-messages", "no messages of '\(survey.info.title)' are shown: \(reason)", at: origin))
      }
      if let note = survey.unknownOwner(at: origin) { log.append(note) }
      if options.locale == nil, let locale = survey.info.locale, !DateTexts.isKnown(locale: locale) {
        log.append(
          Diagnostic(
            .warning, "unknown-locale",
            "'\(locale.prefix(60))' is not a known language; dates are in English, set --locale to change it",
            at: origin))
      }
    }
    log.addUnusedFiles(of: inputs.inputs, surveys)
    log.reportUnknownTexts()
  }
}

extension DiagnosticLog {
  /// The most paths that a warning names.
  private static let pathsInWarning = 5

  /// Warns of words in parts that our code does not read: one warning for each format, so that a new version of an app is noticed.
  fileprivate mutating func reportUnknownTexts() {
    let rows = account.unknownTexts
    for format in Set(rows.map(\.format)).sorted() {
      let unknown = rows.filter { $0.format == format }
      let (names, texts) = (
        unknown.prefix(Self.pathsInWarning).map(\.path), unknown.map(\.texts).reduce(0, +)
      )
      let others = unknown.count > names.count ? " and \(unknown.count - names.count) more" : ""
      let members = unknown.count == 1 ? "a member" : "\(unknown.count) members"
      append(
        Diagnostic(
          .warning, "unknown-text",
          "\(members) of \(format) that chatexport does not know hold\(unknown.count == 1 ? "s" : "") text, "
            + "\(texts == 1 ? "once" : "\(texts) times"), which is not shown: "
            + "\(names.joined(separator: ", "))\(others); 'chatexport check --json' lists them with an example each",
          at: unknown[0].example))
    }
  }
}

extension ConversationSurvey {
  /// The most names in a note.
  private static let namesInNote = 8

  /// Returns the note that the conversation's owner is unknown; nil if one is known or all messages are one person's.
  fileprivate func unknownOwner(at origin: Origin) -> Diagnostic? {
    let people = facts.speakers.participants(of: participants)
    guard people.count > 1, !info.knowsOwner, !participants.participants.contains(where: \.isMe) else {
      return nil
    }
    let different = people.distinctNames
    let names = different.prefix(Self.namesInNote).joined(separator: ", ")
    let others = different.count - Self.namesInNote
    return Diagnostic(
      .note, "unknown-owner",
      "the owner of '\(info.title)' is unknown, so all messages are on the left; "
        + "give --me NAME; there are: \(names)\(others > 0 ? " and \(others) more" : "")", at: origin)
  }
}

extension ParticipantTable {
  /// True if a participant has this key or name.
  fileprivate func has(_ nameOrKey: String) -> Bool {
    participants.indices.contains { isCalled(nameOrKey, at: $0) }
  }
}

extension ExportError {
  /// The error for a name that nobody in any of the conversations has.
  fileprivate static func nobody(_ name: String, in surveys: [ConversationSurvey]) -> ExportError {
    let location = surveys.count == 1 ? "in '\(surveys[0].info.title)'" : "in these conversations"
    let known = surveys.flatMap { $0.participants.participants.prefix(8) }.distinctNames.prefix(8)
    let meant = surveys.flatMap(\.participants.participants).distinctNames.meant(by: name)
    return .usage(
      "no participant \(location) is called '\(name)'; "
        + (meant.map { "did you mean '\($0)'? " } ?? "") + "participants: \(known.joined(separator: ", "))")
  }
}

extension [String] {
  /// Returns the name that was probably meant by a misspelt or partial one: the first with such a word, such a beginning of a word, or
  /// with few other letters; nil if there is none.
  func meant(by name: String) -> String? {
    let wanted = name.lowercased()
    guard !wanted.isEmpty else { return nil }
    let words = map { ($0, $0.lowercased().split(separator: " ").map(String.init)) }
    return words.first { $1.contains(wanted) || $1.joined(separator: " ") == wanted }?.0
      ?? words.first { $1.contains { $0.hasPrefix(wanted) } }?.0
      ?? Spelling.nearest(to: name, among: self)
      ?? words.first { Spelling.nearest(to: wanted, among: $1.filter { $0.count > 3 }) != nil }?.0
  }
}

extension [Participant] {
  /// The names to give `--me`, each once: a name that several people have is listed with their ids.
  fileprivate var distinctNames: [String] {
    let keys = Dictionary(grouping: self, by: \.name).mapValues { Set($0.map(\.key)) }
    var seen: Set<String> = []
    return map { keys[$0.name, default: []].count > 1 ? "\($0.name) (\($0.key))" : $0.name }
      .filter { seen.insert($0).inserted }
  }
}
