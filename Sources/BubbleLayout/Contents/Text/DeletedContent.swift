import ChatModel
import Frames
import TextLayout

extension Deletion: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {}

  func line(_ quoting: QuoteLine) -> String { quoting.wording.deleted(reason) }

  func describe(in transcript: inout Transcript, of message: Message) {
    let remover = by == message.sender ? nil : by.flatMap(transcript.transcriber.spokenName)
    transcript.add(
      note: transcript.wording.deleted(
        reason, isViewOnce: message.extras?.isViewOnce == true, by: remover,
        at: instant.flatMap { transcript.transcriber.time($0, transcript.context) }))
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addDeleted(self, of: input, to: &stack)
  }
}

extension RowLayouter {
  /// Adds the line that replaces a deleted message; the time may go after it.
  func addDeleted(_ deletion: Deletion, of input: RowInput, to stack: inout PartStack) {
    let remover = deletion.by == input.message.sender ? nil : deletion.by.flatMap(spokenName)
    let moment = deletion.instant.flatMap { input.moments[$0] }
    let words = wording.deleted(
      deletion.reason, isViewOnce: input.message.extras?.isViewOnce == true, by: remover,
      at: moment.map { self.words(of: $0, on: input.localDay) })
    addLabel(words, role: .cardFact, to: &stack)
  }
}
