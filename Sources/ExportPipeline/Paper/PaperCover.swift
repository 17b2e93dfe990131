import BubbleLayout
import ChatModel
import Digests
import Frames
import ICU
import ImportKit
import Paper
import Phrases

/// The cover of a PDF for a court, and its index of attachments.
struct PaperCover {
  /// The phrases that only covers have; the fonts of sites need not have their letters.
  static let phrases: Set<Phrase> = [.timeZone, .period, .sourceFiles, .madeWith]

  let options: ExportOptions
  let paper: PaperOptions
  let words: LanguageWords
  let surveys: [ConversationSurvey]
  /// The files, folders and archives that were read, with the SHA-256 of each.
  let sources: [(name: String, sha256: String)]

  /// The cover.
  var cover: PaperList {
    let phrases = words.phrases
    var entries: [PaperList.Entry] = []
    for survey in surveys {
      if surveys.count > 1 { entries.append(PaperList.Entry(survey.info.title, [""])) }
      entries += self.entries(of: survey)
    }
    entries.append(
      PaperList.Entry(phrases(.sourceFiles), sources.flatMap { ["\($0.name)", "SHA-256 \($0.sha256)"] }))
    entries.append(PaperList.Entry(phrases(.madeWith), ["chatexport \(ChatExportVersion.current)"] + choices))
    let title = surveys.count == 1 ? surveys.first?.info.title ?? "" : phrases(.conversations)
    return PaperList(title: title, entries: entries)
  }

  /// The index of attachments; nil if there are none.
  func index(of files: [NamedFile]) -> PaperList? {
    guard !files.isEmpty else { return nil }
    let entries = files.enumerated().map { number, file in
      PaperList.Entry(
        words.dates.integer(number + 1), [Self.name(of: file.named), "SHA-256 \(file.sha256.hexadecimal)"])
    }
    return PaperList(title: words.phrases(.withAttachment), entries: entries, labelShare: 0.1)
  }

  /// All texts of the cover and the index, for the fonts.
  func texts(with files: [NamedFile]) -> [String] {
    ([cover] + (index(of: files).map { [$0] } ?? [])).flatMap { list in
      [list.title] + list.entries.flatMap { [$0.label] + $0.values }
    }
  }

  private func entries(of survey: ConversationSurvey) -> [PaperList.Entry] {
    let phrases = words.phrases
    let people = survey.participants.participants.enumerated().map { index, person in
      let count = survey.facts.senders[index].messages
      let counted = phrases(.countedMessages, count: count, shown: words.dates.integer(count))
      return person.key == person.name
        ? "\(person.name) · \(counted)" : "\(person.name) (\(person.key)) · \(counted)"
    }
    var entries = [PaperList.Entry(phrases(.people), people)]
    if let first = survey.facts.firstInstant, let last = survey.facts.lastInstant {
      entries.append(
        PaperList.Entry(phrases(.period), [words(of: first, in: survey), words(of: last, in: survey)]))
    }
    let rules = survey.clock.rules
    let isEdition = rules.utf8.count <= 8 && !rules.isEmpty
    entries.append(
      PaperList.Entry(phrases(.timeZone), [survey.clock.zone + (isEdition ? " · tzdata \(rules)" : "")]))
    entries.append(
      PaperList.Entry(phrases(.messages), [words.dates.integer(survey.facts.messageCount)]))
    return entries
  }

  /// Returns an instant as a local time with its distance from UTC.
  private func words(of instant: Instant, in survey: ConversationSurvey) -> String {
    var clock = survey.clock
    let local = clock.local(instant)
    let minutes = Int(local.day) * 1_440 + Int(local.minute) - Self.minutes(instant.seconds)
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let offset = "UTC\(minutes < 0 ? "−" : "+")\(two(hours)):\(two(rest))"
    let date = words.dates.dateAndTime(
      CivilDate(daysSince1970: Int(local.day)), minuteOfDay: Int(local.minute))
    return "\(date) (\(offset)) · \(UTCTime(seconds: instant.seconds).text)"
  }

  private static func minutes(_ seconds: Int64) -> Int {
    Int(seconds >= 0 ? seconds / 60 : (seconds - 59) / 60)
  }

  /// The options that choose messages.
  private var choices: [String] {
    var choices: [String] = []
    if let from = options.from { choices.append("--from \(from.isoText)") }
    if let to = options.to { choices.append("--to \(to.isoText)") }
    if let participant = options.participant { choices.append("--participant \(participant)") }
    if let bates = paper.bates { choices.append("--bates \(bates)") }
    return choices
  }

  /// Returns the last part of a path: folders of the machine are nobody's business.
  static func name(of path: String) -> String {
    path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
  }
}
