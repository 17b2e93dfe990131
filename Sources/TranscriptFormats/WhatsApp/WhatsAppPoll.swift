import ChatModel
import ImportKit

/// Reads polls. Their words depend on the phone's language, their shape does not:
///
///     POLL:
///     Which day?
///     OPTION: Saturday (2 votes)
///     OPTION: Sunday (1 vote)
enum WhatsAppPoll {
  /// The words for a poll in the languages whose exports are known, for polls with one option.
  private static let words: Set<String> = [
    "poll", "encuesta", "umfrage", "enquete", "sondage", "sondaggio", "sondagem", "опрос", "опитування",
    "استطلاع",
    "पोल", "アンケート", "投票", "kysely", "anket", "polling", "jajak pendapat", "סקר", "투표", "설문조사", "ankieta",
    "peiling",
    "omröstning", "avstemning", "afstemning", "anketa", "szavazás", "sondaj", "δημοσκόπηση", "ψηφοφορία",
    "bình chọn",
    "โพล", "undian",
  ]

  private struct PollLine {
    var word: Substring
    var text: Substring
    var votes: Int
  }

  /// Returns the poll in `text`, or nil if it is not one.
  static func poll(in text: String) -> Poll? {
    let lines = text.withoutMarks.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, let head = lines.first, String(head).trimmingSpaces.endsInColon, head.count <= 40
    else {
      return nil
    }
    // The options are the last lines; the question may have several.
    var options: [PollLine] = []
    for line in lines.dropFirst(2).reversed() {
      if options.isEmpty, String(line).isBlank { continue }
      guard let option = option(line), option.word == options.last?.word ?? option.word else { break }
      options.append(option)
    }
    let word = String(head).trimmingSpaces.withoutColon.lowercased()
    guard options.count >= 2 || options.count == 1 && words.contains(word) else { return nil }
    let last = lines.lastIndex { !String($0).isBlank } ?? lines.endIndex - 1
    let question = lines[1...last].dropLast(options.count).joined(separator: "\n")
    return Poll(
      question: question,
      options: options.reversed().map { Poll.Option(text: String($0.text), votes: $0.votes) })
  }

  /// Reads `OPTION: Saturday (2 votes)`.
  private static func option(_ line: Substring) -> PollLine? {
    guard line.hasSuffix(")") || line.hasSuffix("）"),
      let open = line.lastIndex(where: { $0 == "(" || $0 == "（" }),
      let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }), colon < open
    else { return nil }
    let count = line[line.index(after: open)...].dropLast()
    guard let votes = number(in: count) else { return nil }
    let text = line[line.index(after: colon)..<open]
    return PollLine(word: line[..<colon], text: String(text).trimmingSpaces[...], votes: votes)
  }

  /// The number in `2 votes`, in the digits of any script.
  private static func number(in text: Substring) -> Int? {
    var value: Int?
    for character in text {
      if let digit = character.wholeNumberValue, digit < 10 {
        value = min((value ?? 0) &* 10 &+ digit, 1_000_000)
      } else if value != nil, character.isWhitespace || character.isLetter {
        break
      }
    }
    return value
  }
}
