import BubbleLayout
import ChatModel
import ICU
import Phrases

/// The facts of a conversation above its messages, in words.
struct ConversationHead {
  /// The title.
  let title: String
  /// The people; the period and the number of messages; the time zone. Each is one line.
  let lines: [String]

  init(_ conversation: OutputConversation) {
    let (phrases, dates) = (conversation.language.phrases, conversation.language.dates)
    title = TranscriptText.line(conversation.info.title)
    var lines: [String] = []
    let names = conversation.participants.map { TranscriptText.line($0.name) }.joined(separator: ", ")
    if !names.isEmpty { lines.append(phrases(.named, .label(phrases(.people)), .name(names))) }
    let count = conversation.messageCount
    var facts = [phrases(.countedMessages, count: count, shown: dates.integer(count))]
    if let period = conversation.period {
      var clock = conversation.clock
      let days = [period.lowerBound, period.upperBound].map { clock.local($0).date }
      facts.insert(dates.dateRange(days[0], days[1]), at: 0)
    }
    lines.append(facts.joined(separator: " · "))
    lines.append(conversation.clock.zone)
    self.lines = lines.map(TranscriptText.line)
  }
}
