import ImportKit

/// Detects a chat by its first lines: several heads of one shape, or one head followed by words only this app writes.
struct TranscriptDetector {
  /// True if the file is a chat.
  private(set) var isChat = false

  init(_ bytes: InputBytes) {
    var (heads, names, levels, notices) = (0, 0, 0, 0)
    var shape: UInt64?
    var halves = UnknownHalves()
    var (met, hasAgain) = (Set<String>(), false)
    var (lines, before, isAmbiguous, hasComma) = (0, 0, false, false)
    for line in LogSample(bytes, from: LogLines.start(of: bytes)) {
      lines += 1
      guard let head = TranscriptHead(bytes, line), shape == nil || shape == head.shape else {
        // A whole export begins with a head, a part of one with the rest of a message. Mixed files may have more after it.
        if heads == 0 { before += 1 }
        if before > Self.restLimit { return }
        continue
      }
      (isAmbiguous, hasComma) = (head.isAmbiguous, head.hasComma)
      shape = head.shape
      heads += 1
      halves.add(hour: head.hour, head.unknownHalf, bytes)
      if head.unknownHalf != nil,
        let colon = TranscriptHead.colon(in: head.end..<line.upperBound, of: bytes)
      {
        let isNew = met.insert(bytes.repairedString(in: head.end..<colon)).inserted
        hasAgain = hasAgain || !isNew
      }
      if Self.hasName(bytes, head.end..<line.upperBound) {
        names += 1
      } else if Self.isSentence(bytes, head.end..<line.upperBound) {
        notices += 1
      }
      if Self.hasLevel(bytes, head.end..<line.upperBound) { levels += 1 }
    }
    // The log of a program has severities where a chat has names.
    guard levels * 2 <= heads else { return }
    guard before == 0 || names >= 3 && heads * 2 > lines else { return }
    // An unknown word between time and name may be the speaker's name in another program's log.
    guard halves.words.isEmpty || halves.mayBeOfPhone(isSure: hasAgain || Self.hasOwnWords(bytes)) else {
      return
    }
    // Texts of Threema and Telegram have no notices.
    guard !isAmbiguous || Self.hasOwnMarks(bytes) || !hasComma && notices > 0 else { return }
    // A large group may begin with nothing but notices of people joining.
    isChat =
      heads >= 2 && (names >= 1 || Self.hasOwnWords(bytes))
      || heads == 1 && names <= 1 && Self.isOwnLine(bytes)
  }

  /// The most lines at the beginning of a partial export that are the rest of a message.
  private static let restLimit = 8

  /// True if words that only this app writes are near the beginning.
  private static func hasOwnWords(_ bytes: InputBytes) -> Bool {
    let text = bytes.repairedString(in: 0..<min(bytes.count, ImportInput.headLimit))
    return text.range(of: "end-to-end encrypted") != nil || text.range(of: "WhatsApp") != nil
      || text.range(of: ": \u{200E}") != nil || text.range(of: "<Media omitted>") != nil
  }

  /// True if marks of the app, which no other program's chat text
  /// has, are near the beginning.
  private static func hasOwnMarks(_ bytes: InputBytes) -> Bool {
    let text = bytes.repairedString(in: 0..<min(bytes.count, ImportInput.headLimit))
    return text.range(of: "end-to-end encrypted") != nil || text.range(of: ": \u{200E}") != nil
      || text.range(of: "<Media omitted>") != nil || text.range(of: "<attached: ") != nil
  }

  private static func hasName(_ bytes: InputBytes, _ range: Range<Int>) -> Bool {
    let text = bytes.repairedString(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 512))
    guard let colon = TranscriptHead.colon(in: text[...]) else { return text.hasSuffix(":") }
    // No name begins like the nick of an IRC log.
    return !text.hasPrefix("<") && !text.hasPrefix("*") && !text.hasPrefix("-!-")
      && text[..<colon].count <= 120
  }

  /// True if words without a name may be a notice: they contain no colon, tag or place.
  private static func isSentence(_ bytes: InputBytes, _ range: Range<Int>) -> Bool {
    let text = bytes.repairedString(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 512))
    return !text.contains(":") && text.contains(" ") && text.first?.isWhitespace == false && text.first != "<"
  }

  /// True if a severity precedes the first colon and space.
  private static func hasLevel(_ bytes: InputBytes, _ range: Range<Int>) -> Bool {
    let line = range.lowerBound..<min(range.upperBound, range.lowerBound + 128)
    return TranscriptHead.colon(in: line, of: bytes).map {
      LogLevel.hasLevel(bytes, range.lowerBound..<$0)
    } ?? false
  }

  /// True if the first line, the only one with a head, contains words or a mark of the app.
  private static func isOwnLine(_ bytes: InputBytes) -> Bool {
    let text = bytes.repairedString(in: 0..<min(bytes.count, 1024)).prefix { $0 != "\n" }
    return text.contains("WhatsApp") || text.contains("end-to-end")
      || text.unicodeScalars.contains(TranscriptHead.mark)
      || TranscriptHead.colon(in: text) != nil
  }
}
