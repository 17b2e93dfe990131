import ChatModel
import Frames
import ICU
import Phrases

extension RowLayouter {
  /// The earlier texts of an edited message, folded away under a small line that says how many there are.
  ///
  /// Each stands under the time until which it was there.
  func addHistory(of input: RowInput, _ edits: [MessageExtras.Edit], to stack: inout PartStack) {
    let day = input.localDay
    let body = foldedBlock(input.decoration.side) { block in
      for (number, edit) in edits.enumerated() {
        let until = edit.instant.flatMap { input.moments[$0] }.map { self.words(of: $0, on: day) }
        addLabel(
          wording.version(number + 1, until: until, shown: dates.integer), role: .cardLabel, box: .label,
          number: number,
          to: &block)
        addLabel(
          edit.text.isEmpty ? wording.phrases(.noText) : edit.text, role: .cardText, number: number,
          top: theme.cardLineGap, to: &block)
      }
    }
    let words = words(ofVersions: edits.count)
    addFoldLine(words, FrameFold(name: words, body: body), box: .history, to: &stack)
  }
}
