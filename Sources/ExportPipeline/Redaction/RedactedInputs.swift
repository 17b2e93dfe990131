import ChatModel
import Frames
import ImportKit
import Phrases
import Redaction

/// The inputs of a redacted site.
struct RedactedInputs {
  var inputs: InputOpener.Inputs
  var aliases: FileAliases
  var counts: [Redaction.RuleCount]
  /// Redacts the texts of the report.
  var texts: Redaction.OtherTexts
  /// The words with bars over them; nil if other words are shown instead.
  var hidden: HiddenTexts?

  /// The redaction of files.
  var files: FileRedaction { FileRedaction(aliases: aliases, texts: texts) }
}

/// The redaction of the files that messages name.
struct FileRedaction: Sendable {
  /// The paths of files that messages know by others.
  let aliases: FileAliases
  /// Redacts the content of text files.
  let texts: Redaction.OtherTexts
}

extension ExportOptions {
  /// Returns the redaction that the options ask for, or nil. The rules are read before anything else.
  ///
  /// - Throws: ``ExportError/usage(_:)`` with the line of a mistake in the rules.
  ///
  /// `output` names an output that cannot have bars; nil for a site.
  func redactionOfInputs(for output: String? = nil) throws(ExportError) -> Redaction? {
    if redactsInPlace {
      guard redaction != nil else {
        throw .usage("--redact-in-place needs rules; add --redact and the file that has them")
      }
      guard !hasPseudonyms else {
        throw .usage(
          "--redact-in-place keeps the layout, which invented names change; leave out one of --redact-in-place and --pseudonyms"
        )
      }
      if let output {
        throw .usage(
          "--redact-in-place is for a site, not for \(output); leave it out to redact with other words")
      }
    }
    guard isRedacted else { return nil }
    do throws(RulesFileError) {
      let rules = try redaction.map { path throws(RulesFileError) in try RulesFile(path: path) }
      if redactsInPlace { try rules?.checkInPlace() }
      return Redaction(rules, pseudonyms: hasPseudonyms, isInPlace: redactsInPlace)
    } catch {
      throw .usage("--redact \(error.message)")
    }
  }
}

extension Redaction {
  /// Returns the inputs redacted, with the words of their pages' languages. Rules without matches are warnings, which name their lines and nothing else.
  func result(
    of opened: InputOpener.Inputs, _ languages: Languages, _ options: ExportOptions,
    log: inout DiagnosticLog
  ) throws -> RedactedInputs {
    let result: Result
    do {
      result = try apply(to: opened.sources) { info in
        let phrases = try languages.words(of: info, options).phrases
        return RedactionWords(replacement: phrases(.redacted)) { phrases(.numberedPerson, .number("\($0)")) }
      } localDay: { info in
        let clock = try DisplayClock(zone: options.timeZone ?? info.timeZone ?? "UTC")
        return { instant in
          var clock = clock
          return Int(clock.local(instant).day)
        }
      }
    } catch let error as RulesFileError {
      throw ExportError.usage("--redact \(error.message)")
    }
    for count in result.counts where count.matches == 0 {
      log.append(
        Diagnostic(
          .warning, "unused-rule",
          "the rule '\(count.kind)' in line \(count.line) of the redaction rules matches nothing; check its spelling"
        ))
    }
    if result.givenUp > 0 {
      log.append(
        Diagnostic(
          .warning, "slow-pattern",
          "\(result.givenUp == 1 ? "a text was" : "\(result.givenUp) texts were") redacted as a whole, because a pattern takes too long there; simplify the pattern"
        ))
    }
    if result.hidden != nil {
      log.append(
        Diagnostic(
          .warning, "bars-tell",
          "a bar is as wide as the words under it, and lines end where they did: short words and names can be guessed from that; leave out --redact-in-place to lay out without them"
        ))
    }
    for (number, source) in result.sources.enumerated() {
      let zone = options.timeZone ?? source.info.timeZone ?? ""
      guard result.texts(zone) != zone else { continue }
      log.append(
        Diagnostic(
          .warning, "redacted-zone",
          "the time zone of conversation \(number + 1) has a redacted word in its name, which pages state; give another with --time-zone, such as UTC"
        ))
    }
    var inputs = opened
    inputs.sources = result.sources
    return RedactedInputs(
      inputs: inputs, aliases: result.aliases, counts: result.counts, texts: result.texts,
      hidden: result.hidden)
  }
}

extension ExportReport {
  /// Adds the matches of rules, and redacts the report's own texts, which name files and people.
  mutating func redact(by redacted: RedactedInputs) {
    redaction = redacted.counts
    unredactedFiles = unredactedFiles?.map { redacted.texts($0) }
    for index in findings.indices {
      findings[index].message = redacted.texts(findings[index].message)
      findings[index].place = findings[index].place.map { redacted.texts($0) }
    }
    for index in account.indices {
      account[index].path = redacted.texts(account[index].path)
      // The names of files that no message shows, for example because a rule leaves them out.
      if account[index].path.hasPrefix("file ") { account[index].example = nil }
      if let file = account[index].example?.file { account[index].example?.file = redacted.texts(file) }
    }
  }
}
