import Synchronization
import Testing

@testable import ExportPipeline

struct ProgressDisplayTests {
  /// A clock that a test moves, and the texts that were written.
  private final class Recorder: Sendable {
    let time = Mutex(0.0)
    let written = Mutex<[String]>([])

    func display(_ style: ProgressDisplay.Style) -> ProgressDisplay {
      ProgressDisplay(style, now: { self.time.withLock { $0 } }) { text in
        self.written.withLock { $0.append(text) }
      }
    }

    func wait(_ seconds: Double) { time.withLock { $0 += seconds } }
    var texts: [String] { written.withLock { $0 } }
  }

  @Test("A log gets a line every ten seconds, and none in a short run")
  func log() {
    let recorder = Recorder()
    let display = recorder.display(.log)
    display.show(Progress(.opening, messages: 10))
    recorder.wait(9.9)
    display.show(Progress(.opening, messages: 5_000))
    #expect(recorder.texts.isEmpty)
    recorder.wait(0.2)
    display.show(Progress(.opening, messages: 6_000))
    recorder.wait(5)
    display.show(Progress(.opening, messages: 9_000))
    display.clear()
    #expect(recorder.texts == ["reading: 6000 messages\n"])
  }

  @Test("A terminal's line has messages, pages, conversations, rate and time left")
  func line() {
    let recorder = Recorder()
    let display = recorder.display(.line)
    let start = Progress(.pages, messages: 0, total: 40_000, totalConversations: 20)
    display.show(start)
    recorder.wait(10)
    display.show(
      Progress(.pages, messages: 1_000, total: 40_000, pages: 3, conversations: 1, totalConversations: 20))
    #expect(
      recorder.texts.last
        == "\r\u{1B}[K1000 of 40000 messages, 3 pages, 1 of 20 conversations, 100 messages/s, 7 min left")
    display.clear()
    #expect(recorder.texts.last == "\r\u{1B}[K")
  }

  @Test("A terminal's line is not rewritten more than ten times a second")
  func rate() {
    let recorder = Recorder()
    let display = recorder.display(.line)
    for count in 0..<100 {
      display.show(Progress(.reading, messages: count))
      recorder.wait(0.0101)
    }
    #expect((9...11).contains(recorder.texts.count))
  }

  @Test("JSON has a line at the start and the end of each stage, whatever the time")
  func json() {
    let recorder = Recorder()
    let display = recorder.display(.json)
    display.show(Progress(.opening))
    display.show(Progress(.opening, messages: 5))
    display.show(Progress(.reading, messages: 5))
    display.show(Progress(.pages, messages: 0, total: 5, totalConversations: 1))
    recorder.wait(0.5)
    display.show(Progress(.pages, messages: 4, total: 5, pages: 1, totalConversations: 1))
    display.show(Progress(.pages, messages: 5, total: 5, pages: 1, conversations: 1, totalConversations: 1))
    #expect(recorder.texts.count == 4)
    #expect(
      recorder.texts.last
        == """
        {"stage":"pages","messages":5,"totalMessages":5,"conversations":1,"totalConversations":1,"pages":1,\
        "seconds":0.5,"secondsLeft":0.0}\n
        """)
  }

  @Test("Nothing is written if nothing is to be shown")
  func none() {
    let recorder = Recorder()
    let display = recorder.display(.none)
    display.show(Progress(.opening))
    display.clear()
    #expect(recorder.texts.isEmpty)
  }
}
