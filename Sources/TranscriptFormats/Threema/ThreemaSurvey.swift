import ImportKit

/// The facts that all lines of a text show together: the order of dates, and who its people are.
struct ThreemaSurvey {
  let style: ThreemaHead.Style
  /// The order of day, month and year.
  let order: DateOrder
  let ends: EntryEnds
  /// The names before texts.
  private(set) var names: Set<String> = []
  /// The name of the owner, which is a word such as `Me`; nil if there is none.
  private(set) var owner: String?

  /// The words by which Threema calls the owner.
  private static let ownWords: Set = [
    "me", "ich", "moi", "yo", "io", "eu", "ik", "ja", "jag", "mig", "jeg", "meg", "minä", "én", "já", "jaz",
    "ben", "ego",
    "я", "мен", "аз", "εγώ", "我", "本人", "自分", "나", "私", "أنا", "אני", "ben",
  ]

  /// Surveys all lines. `order` is the user's, or nil.
  init(_ bytes: InputBytes, _ style: ThreemaHead.Style, order: DateOrder?) {
    self.style = style
    let start = LogLines.start(of: bytes)
    ends = EntryEnds(bytes, from: start) { ThreemaHead(bytes, $0, style) != nil }
    var (dates, offset) = (DateOrderSurvey(), start)
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let line = LogLines.content(of: bytes, from: offset, to: end)
      if ends.mayBegin(at: offset, of: bytes), let head = ThreemaHead(bytes, line, style),
        let date = head.date
      {
        dates.add(date)
        // Files have no name in groups, and words with a colon before them are captions.
        if line.upperBound > line.lowerBound, bytes[line.upperBound - 1] != UInt8(ascii: ">"),
          let colon = TranscriptHead.colon(in: head.end..<line.upperBound, of: bytes), colon - head.end <= 200
        {
          names.insert(bytes.repairedString(in: head.end..<colon))
        }
      }
      offset = end + 1
    }
    self.order = order ?? dates.result.order
    let own = names.filter { Self.ownWords.contains($0.lowercased()) }
    owner = own.count == 1 ? own.first : nil
  }

  /// The names of the people besides the owner; nil if there are none, or more than a title can hold.
  var title: String? {
    let others = names.subtracting([owner].compactMap(\.self))
    return 1...8 ~= others.count ? others.sorted().joined(separator: ", ") : nil
  }
}
