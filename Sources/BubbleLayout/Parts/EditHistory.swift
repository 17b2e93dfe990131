import ChatModel
import Frames
import ICU
import Phrases

extension RowLayouter {
  /// Adds the earlier versions of an edited message, folded under a line with their number.
  ///
  /// Each version is headed by the time at which it was replaced.
  func addHistory(of input: RowInput, _ edits: [MessageExtras.Edit], to stack: inout PartStack) {
    let day = input.localDay
    let body = foldedBlock(input.decoration.side) { block in
      for (number, edit) in edits.enumerated() {
        let until = edit.instant.flatMap { input.moments[$0] }.map { self.words(of: $0, on: day) }
        addLabel(
          wording.version(number + 1, until: until, shown: dates.integer), role: .cardLabel,
          id: ItemID(.label, number), to: &block)
        addLabel(
          edit.text.isEmpty ? wording.phrases(.noText) : edit.text, role: .cardText,
          id: ItemID(.detail, number), top: theme.cardLineGap, to: &block)
      }
    }
    let words = words(ofVersions: edits.count)
    addFoldLine(
      FoldLine(words, FrameFold(name: words, body: body), roles: (.versions, .history)), to: &stack)
  }
}
