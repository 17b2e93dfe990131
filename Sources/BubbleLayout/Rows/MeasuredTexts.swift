import ChatModel
import Frames
import RichText
import TextLayout

/// The texts of one message as the narrow layout measured them, replayed for the wide layout.
///
/// Contract: the wide layout runs the same code on the same message, so it asks for the same texts in the same order.
/// The narrow layout records each text (`add`); while `isReplaying`, `take` returns the next recorded one. The order is
/// checked, not trusted: every `take` compares string and role with the recording, and returns nil on a difference, after
/// which the caller lays the text out itself. A text that only one of the two layouts asks for thus costs time, but never
/// changes a row.
///
/// A page holds one text for both layouts, so their words have to be the same. Numbers that depend on the layout
/// (``displayedNumber(_:)``) and lines cut to a width are taken from the narrow layout as they are.
final class MeasuredTexts {
  /// A text and its measured lines.
  struct Measurement {
    /// The text as requested; its block may hold control pictures, or be cut.
    var string: String
    var role: TextRole
    var maxWidth: LayoutUnit
    var laid: LaidOutText
    /// The lines with the room that a bubble of text gains on large screens, if known.
    var wider: LaidOutText?
  }
  /// True while the wide layout is being made from the narrow one's recording.
  var isReplaying = false
  /// Paths of the pictures of the chat's own emoji in the message, by name.
  private(set) var emoji: [String: String] = [:]
  private var recording = Recording()

  /// One property for all recordings: each access to a property of a class costs an exclusivity check at run time.
  private struct Recording {
    var texts: [Measurement] = []
    var nextText = 0
    var numbers: [Int] = []
    var nextNumber = 0
    var parsed: [(source: MessageText, blocks: [RichBlock])] = []
    var nextParsed = 0

    mutating func begin() {
      if !texts.isEmpty { texts.removeAll(keepingCapacity: true) }
      if !numbers.isEmpty { numbers.removeAll(keepingCapacity: true) }
      if !parsed.isEmpty { parsed.removeAll(keepingCapacity: true) }
      (nextText, nextNumber, nextParsed) = (0, 0, 0)
    }
  }

  /// Starts a message with these emoji of the chat.
  func begin(emoji: [String: String] = [:]) {
    recording.begin()
    if !emoji.isEmpty || !self.emoji.isEmpty { self.emoji = emoji }
  }

  /// Records a number of the narrow layout, or returns the recorded one in its place.
  func displayedNumber(_ number: Int) -> Int {
    guard isReplaying else {
      recording.numbers.append(number)
      return number
    }
    guard recording.nextNumber < recording.numbers.count else { return number }
    recording.nextNumber += 1
    return recording.numbers[recording.nextNumber - 1]
  }

  /// Records a measured text.
  func add(
    _ string: String, _ role: TextRole, _ maxWidth: LayoutUnit, _ laid: LaidOutText, wider: LaidOutText? = nil
  ) {
    guard !isReplaying else { return }
    recording.texts.append(
      Measurement(string: string, role: role, maxWidth: maxWidth, laid: laid, wider: wider))
  }

  /// Records the blocks of a parsed text.
  func add(_ source: MessageText, _ blocks: [RichBlock]) {
    if !isReplaying { recording.parsed.append((source, blocks)) }
  }

  /// Returns the next recorded blocks, or nil if they belong to another text.
  func takeBlocks(of source: MessageText) -> [RichBlock]? {
    guard isReplaying, recording.nextParsed < recording.parsed.count,
      recording.parsed[recording.nextParsed].source == source
    else { return nil }
    recording.nextParsed += 1
    return recording.parsed[recording.nextParsed - 1].blocks
  }

  /// Returns the next recorded text, or nil if it is another one.
  func take(_ string: String, _ role: TextRole) -> Measurement? {
    guard isReplaying, recording.nextText < recording.texts.count,
      recording.texts[recording.nextText].role == role, recording.texts[recording.nextText].string == string
    else { return nil }
    recording.nextText += 1
    return recording.texts[recording.nextText - 1]
  }
}
