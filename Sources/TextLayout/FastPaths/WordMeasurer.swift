import Fonts
import Frames
import ICU
import Storage

/// Measures and divides texts of words that HarfBuzz shapes as a whole – of one script, for example Arabic, Hebrew, Devanagari
/// or Thai – with single spaces between them and nothing else, in one face.
///
/// **Accepts** texts of letters and marks of one script, in one face, with single spaces between words.
///
/// **Why it is exact.** Everything in such a text depends only on a word and the letter after it, with its marks. A word is
/// shaped once and cached with that letter (``AdvanceCache``); one pass reads the words and one adds them up, which together
/// do the work of ``Itemizer``, ``BreakFinder`` and ``Shaper``.
///
/// **Saves** splitting the text into characters and looking for runs in them.
/// **Held equal** to all stages by `FastWayTests`, whose texts have words of such scripts.
struct WordMeasurer {
  private let fonts: FontSet
  private var letters: LetterTable
  private var words: [MeasuredWord] = []
  /// Words in which ICU has to look for breaks, by byte.
  private var query = ICUWords()
  private var boundaries: [Int32] = []
  /// The bytes before which a line may break inside words, and some at which words start; ascending.
  private var breaks: [Int32] = []
  /// The face of the text measured last.
  private(set) var face: UInt16 = 0
  private(set) var script = CharacterProperties.common
  private(set) var direction = TextDirection.leftToRight

  /// The bytes of a word.
  private struct MeasuredWord {
    var start: Int
    var end: Int
    /// The end of its first letter with its marks.
    var clusterEnd: Int
    /// True if its first letter has marks.
    var isMarked: Bool
  }

  init(fonts: FontSet) {
    self.fonts = fonts
    letters = LetterTable(fonts: fonts)
  }

  /// Fills `measured`; false if the text has anything else in it, or a word wider than a line.
  mutating func measure(
    _ text: borrowing Span<UInt8>, style: TextStyle, maxWidth: Int32, direction: TextDirection?,
    shaper: inout Shaper, finder: BreakFinder,
    into measured: inout MeasuredText
  ) -> Bool {
    guard read(text, slot: style.slot, shaper: &shaper),
      direction == nil || direction == self.direction
    else { return false }
    boundaries.removeAll(keepingCapacity: true)
    if !query.units.isEmpty { finder.findBoundaries(in: query, into: &boundaries) }
    noteBreaks()
    measured.clear()
    shaper.setScales(for: style.fontSize)
    return divide(text, maxWidth: maxWidth, shaper: &shaper, into: &measured)
  }

  // MARK: Reading

  /// Finds the words; false if there is anything else.
  private mutating func read(
    _ text: borrowing Span<UInt8>, slot: FaceSlot, shaper: inout Shaper
  ) -> Bool {
    words.removeAll(keepingCapacity: true)
    query.removeAll()
    let context = letters.open(slot, in: nil)
    var like = CharacterInfo(bits: 0)
    var index = 0
    while index < text.count {
      var word = MeasuredWord(start: index, end: index, clusterEnd: index, isMarked: false)
      var (count, cluster, isAlphabeticLB) = (0, 0, true)
      while index < text.count, text[index] != 0x20 {
        if text[index] < 0x80 { return false }
        let scalar = text.scalar(at: &index)
        var letter = letters.known(scalar, in: context)
        if letter.kind == .unknown {
          letter = letters.look(
            up: scalar, slot: slot, in: nil, shaper: &shaper)
        }
        let info = letter.info
        if word.start == 0, count == 0 {
          guard info.beginsWords, Int(letter.face) < fonts.faces.count else { return false }
          (like, face) = (info, letter.face)
        }
        let isMark = info.isMark
        guard letter.face == face,
          isMark ? count > 0 && info.isMarkOfWords(with: like) : info.isLetterOfWords(with: like)
        else { return false }
        // A letter and its marks: see ``Shaper``.
        if cluster == count, cluster == 0 || isMark && cluster < Shaper.longestContext {
          cluster += 1
          word.clusterEnd = index
        }
        if count == 1 { word.isMarked = isMark }
        if !info.isWordPart { isAlphabeticLB = false }
        count += 1
      }
      guard count > 0, count < Shaper.longestPiece else { return false }
      word.end = index
      words.append(word)
      if !isAlphabeticLB, count > 1 { ask(about: word, text) }
      if index == text.count { break }
      index += 1
      if index == text.count { return false }
    }
    guard let first = words.first else { return false }
    (script, direction) = (like.script, like.isStrongRight ? .rightToLeft : .leftToRight)
    return first.end == text.count || face == fonts.slotFaces[Int(slot.rawValue)]
      || fonts.faces[Int(face)].coverage.contains(0x20)
  }

  /// Adds a word to the query for ICU: see ``ICUBreakQuery``.
  private mutating func ask(about word: MeasuredWord, _ text: borrowing Span<UInt8>) {
    var byte = word.start
    while byte < word.end {
      let start = byte
      query.append(text.scalar(at: &byte), from: start)
    }
    query.append(0x20)
  }

  /// Reads ICU's answer.
  private mutating func noteBreaks() {
    breaks.removeAll(keepingCapacity: true)
    for boundary in boundaries {
      if let byte = query.origin(of: boundary) { breaks.append(Int32(truncatingIfNeeded: byte)) }
    }
  }

  // MARK: Measuring

  private mutating func divide(
    _ text: borrowing Span<UInt8>, maxWidth: Int32, shaper: inout Shaper,
    into measured: inout MeasuredText
  ) -> Bool {
    let scale = shaper.scales[Int(face)]
    let isKerned = fonts.faces[Int(face)].isKerned
    let widest = Int64(maxWidth) << 16
    var at: Int64 = 0
    var nextBreak = 0
    for word in words {
      if word.start > 0 {
        at += Int64(space(before: word, isKerned: isKerned, text, &shaper)) * scale
      }
      var start = word.start
      while start < word.end {
        while nextBreak < breaks.count, breaks[nextBreak] <= start { nextBreak += 1 }
        let end = nextBreak < breaks.count ? min(word.end, Int(breaks[nextBreak])) : word.end
        let following =
          end < word.end ? contextLength(text, at: end, &shaper.properties) : end < text.count ? 1 : 0
        let advance = advance(of: start..<end, before: following, text, &shaper)
        var content = at + Int64(advance) * scale
        let next = content
        if end < word.end, isKerned, following > 0 {
          // At the end of a line it is not kerned with the next character.
          content = at + Int64(self.advance(of: start..<end, before: 0, text, &shaper)) * scale
        }
        if content - at > widest { return false }
        measured.segments.append(
          MeasuredText.Segment(
            start: at, startRun: 0, contentEnd: content, contentRun: 0,
            end: Int32(truncatingIfNeeded: end == word.end && end < text.count ? end + 1 : end)))
        (start, at) = (end, next)
      }
    }
    measured.runs.append(MeasuredText.MeasuredRun(start: 0, end: at, before: 0))
    measured.paragraphs.append(
      MeasuredText.MeasuredParagraph(
        segments: 0..<measured.segments.count, start: 0, end: Int32(truncatingIfNeeded: text.count)))
    return true
  }

  /// The advance of the space before a word.
  private func space(
    before word: MeasuredWord, isKerned: Bool, _ text: borrowing Span<UInt8>,
    _ shaper: inout Shaper
  ) -> Int32 {
    if direction == .rightToLeft || word.isMarked {
      return advance(
        of: word.start - 1..<word.start, before: word.clusterEnd - word.start, text, &shaper)
    }
    var index = word.start
    return shaper.advance(
      of: 0x20, before: isKerned ? text.scalar(at: &index) : 0, face: face, script: script)
  }

  private func advance(
    of word: Range<Int>, before following: Int, _ text: borrowing Span<UInt8>,
    _ shaper: inout Shaper
  ) -> Int32 {
    shaper.advance(
      of: word, before: following, in: text, face: face, script: script,
      level: direction == .rightToLeft ? 1 : 0)
  }

  /// The length in bytes of the letter at `start` with its marks.
  private func contextLength(
    _ text: borrowing Span<UInt8>, at start: Int, _ table: inout CharacterProperties
  ) -> Int {
    var (index, end, count) = (start, start, 0)
    while index < text.count, count < Shaper.longestContext {
      let isMark = table.info(text.scalar(at: &index)).isMark
      if count == 0 ? isMark : !isMark { break }
      end = index
      count += 1
    }
    return end - start
  }
}
