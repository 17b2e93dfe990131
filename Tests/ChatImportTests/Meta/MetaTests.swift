import ChatModel
import Testing

@testable import ChatImport

/// Peculiarities of Meta's downloads.
@Suite struct MetaTests {
  private static let whole = """
    {"participants": [{"name": "Nina"}, {"name": "Otto"}], "messages": [
    {"sender_name": "Nina", "timestamp_ms": 3000, "content": "three"},
    {"sender_name": "Otto", "timestamp_ms": 2000, "content": "two"},
    {"sender_name": "Nina", "timestamp_ms": 1000, "content": "one"}],
    "title": "Nina", "thread_path": "inbox/nina_1", "magic_words": []}
    """

  @Test(
    "A file that was cut off is read up to the cut, which is a loss with its position",
    arguments: [("\"two\"", 1), ("\"one\"", 2), ("}],\n", 3), ("\"thread_path\"", 3), ("magic", 3)])
  func cut(at text: String, count: Int) throws {
    let end = try #require(Self.whole.range(of: text)).lowerBound
    let cut = String(Self.whole[..<end]) + String(text.prefix(2))
    let reading = try read(cut, path: "message_1.json", as: .meta)
    #expect(reading.messages.map(\.text) == ["one", "two", "three"].suffix(count))
    let losses = reading.log.kept.filter { $0.severity == .loss }
    #expect(losses.count == 1, "\(reading.diagnostics)")
    #expect(losses.first?.origin?.offset != nil)
  }

  @Test(
    "Times in the words of many languages",
    arguments: [
      ("Apr 22, 2025 12:28:58 pm", 1_745_324_938), ("Aug 03, 2024 10:40:52pm", 1_722_724_852),
      ("Jan 08, 2026 4:41 am", 1_767_847_260), ("Dec 16, 2019, 10:38 PM", 1_576_535_880),
      ("14 May 2020, 16:32", 1_589_473_920), ("31.12.2023 23:11", 1_704_064_260),
      ("2024년 1월 1일 오후 3:45", 1_704_123_900), ("2024年1月1日 下午3:45", 1_704_123_900),
      ("2024/1/1 15:45", 1_704_123_900), ("1. Dez. 2019, 9:05", 1_575_191_100),
      ("28 févr. 2026, 18:59", 1_772_305_140), ("3 авг. 2024 г., 22:40", 1_722_724_800),
      ("3 de ago. de 2024 22:40", 1_722_724_800), ("3 sie 2024, 22:40", 1_722_724_800),
      ("3 thg 8, 2024 22:40", 1_722_724_800), ("١ يناير ٢٠٢٤ ٣:٤٥ م", 1_704_123_900),
      ("1 ม.ค. 2567 15:45", 1_704_123_900), ("3. elok. 2024 klo 22.40", 1_722_724_800),
      ("8/3/2024, 10:40 PM", 1_722_724_800), ("3/8/2024 22:40", 1_722_724_800),
      ("12:05 a. m., 1 ene 2024", 1_704_067_500),
    ])
  func times(text: String, seconds: Int64) {
    #expect(WrittenTime.milliseconds(text) == seconds * 1000, "\(text)")
  }

  @Test(
    "A text without a whole date and time is none",
    arguments: ["", "sometime", "Jan 2024", "10:40", "99 Jan 2024 10:40"])
  func noTimes(text: String) { #expect(WrittenTime.milliseconds(text) == nil) }

  @Test("The order of a date in digits can be given")
  func order() {
    #expect(WrittenTime.milliseconds("8/3/2024 10:40 PM", order: .dmy) == 1_709_937_600_000)
    #expect(WrittenTime.milliseconds("8/3/2024 22:40", order: .mdy) == 1_722_724_800_000)
  }
}

extension Message {
  fileprivate var text: String { if case .text(let text) = content { text.string } else { "" } }
}
