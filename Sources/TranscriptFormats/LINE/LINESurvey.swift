import ChatModel
import ImportKit

/// The facts that hold for a whole text: the order of its dates, and its names if only blanks separate them from the texts.
struct LINESurvey {
  private(set) var order = DateOrder.ymd
  private(set) var evidence = DateOrderSurvey.Evidence.digits
  /// True if tabs separate time, name and text.
  private(set) var hasTabs = false
  /// True if the day of the week precedes the date.
  private(set) var isBefore = false
  /// True if there is a line for a day.
  private(set) var hasDays = false
  /// The endings before messages.
  let ends: EntryEnds
  /// The unknown words next to the times.
  private(set) var unknownHalves = UnknownHalves()
  /// The names in a text with blanks, longest first.
  private(set) var names: [String] = []

  /// Words of the notices that begin with a name and have no column of their own in a text with blanks.
  private static let noticeWords = [
    "joined", "left the", "invited", "unsent", "added", "removed", "created", "changed", "canceled", "が参加",
    "が退出", "を招待",
    "を追加", "を取り消し", "を作成", "を変更", "加入", "離開", "退出", "收回", "邀請", "邀请", "建立", "님이", "ยกเลิก", "เข้าร่วม", "ออกจาก",
    "เชิญ",
  ]
  private static let nameLimit = 10_000

  /// Surveys the lines of `bytes` from `start` on. `order` is the user's.
  init(_ bytes: InputBytes, from start: Int, title: String?, order: DateOrder?) {
    var dates = DateOrderSurvey()
    var (tabs, blanks) = (0, 0)
    var isFirst = true
    var counts: [String: Int] = [:]
    var seconds: [String: String?] = [:]
    var offset = start
    ends = EntryEnds(bytes, from: start) { DayTranscriptLine.time(bytes, $0)?.hasTab == true }
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let line = LogLines.content(of: bytes, from: offset, to: end)
      let mayBegin = ends.mayBegin(at: offset, of: bytes)
      offset = end + 1
      guard mayBegin else { continue }
      if let time = DayTranscriptLine.time(bytes, line) {
        if time.hasTab { tabs += 1 } else { blanks += 1 }
        unknownHalves.add(hour: time.hour, time.unknownHalf, bytes)
        if !time.hasTab, tabs == 0, counts.count < Self.nameLimit {
          Self.count(bytes, time.end..<line.upperBound, &counts, &seconds)
        }
      } else if let day = DayTranscriptLine.day(bytes, line), isFirst || day.isBefore == isBefore {
        if isFirst { isBefore = day.isBefore }
        isFirst = false
        dates.add(day.date, weekday: day.weekday)
      }
    }
    hasDays = !isFirst
    hasTabs = tabs > 0 && tabs * 4 >= blanks
    (self.order, evidence) = order.map { ($0, .digits) } ?? dates.result
    if !hasTabs { names = Self.names(counts, seconds, title: title) }
  }

  private static func count(
    _ bytes: InputBytes, _ range: Range<Int>, _ counts: inout [String: Int],
    _ seconds: inout [String: String?]
  ) {
    let text = bytes.repairedString(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 256))
    guard !noticeWords.contains(where: { text.contains($0) }) else { return }
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count > 1, !words[0].isEmpty else { return }
    let name = String(words[0])
    counts[name, default: 0] += 1
    let second = words.count > 2 ? String(words[1]) : nil
    if let known = seconds[name] {
      if known != second { seconds[name] = .some(nil) }
    } else {
      seconds[name] = .some(second)
    }
  }

  /// The names: the chat's, and the beginnings of lines. A word that always follows belongs to the name.
  private static func names(_ counts: [String: Int], _ seconds: [String: String?], title: String?) -> [String]
  {
    var names: Set<String> = title.map { [$0] } ?? []
    for (name, count) in counts {
      if let title, title.hasPrefix(name + " ") { continue }
      if count >= 3, case .some(.some(let second)) = seconds[name] {
        names.insert("\(name) \(second)")
      } else {
        names.insert(name)
      }
    }
    return names.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }
}
