public import Frames
import ICU
public import Storage

/// The characters that fonts must have for the texts of an export, by face slot and language, and the emoji.
///
/// Filled in a pass over all texts before the fonts are cut down; surveys of parts can be merged in any order.
///
/// A page's faces may not depend on the content of other pages, so every character has to be noted in each context that it can
/// be laid out in. The Han forms of a text depend on its characters and on texts near by (``HanEvidence``), and layout sees
/// other texts than the survey: paragraphs and cells of a message, its first words where it is quoted, names within sentences.
/// Therefore
/// - a text with kana or hangul counts in their language, and the parts of it that can be laid out without them count as texts
///   without;
/// - a text without them counts in every language that texts of such conversations can be in (``UnmarkedUsage``);
/// - labels, which are joined with others or cut, count in every language of the export (``add(label:slots:)``).
public struct CharacterUsage: Sendable {
  /// The variant given by kana or hangul in a text.
  enum HanVariant: Int, CaseIterable {
    case unmarked, japanese, korean

    /// The language given; nil if there is none.
    var language: EastAsianLanguage? {
      switch self {
      case .unmarked: nil
      case .japanese: .japanese
      case .korean: .korean
      }
    }
  }

  /// The slots in which any text is set.
  public private(set) var slots: FaceSlots = []
  /// The languages given by kana or hangul, in messages and labels.
  private var languages = EastAsianLanguages()
  /// The characters beyond ASCII of messages with kana or hangul, for each slot and language, by ``context(_:in:)``.
  private var ofMessages = [ScalarSet](
    repeating: ScalarSet(), count: FaceSlot.allCases.count * EastAsianLanguage.allCases.count)
  /// The characters of messages without kana or hangul, by the setting of their conversation.
  private var unmarked = UnmarkedUsage.ofSettings()
  /// The index in `unmarked` of the current conversation.
  private var home = UnmarkedUsage.assumed
  /// The characters of labels, for each slot.
  private var ofLabels = [ScalarSet](repeating: ScalarSet(), count: FaceSlot.allCases.count)
  /// The kinds of characters in labels.
  private var kindsOfLabels = RepertoireKinds()
  /// The longest sequences found, fully qualified, whether or not a font knows them.
  private(set) var emoji: Set<String> = []
  /// The emoji of one character among them.
  private var simpleEmoji = ScalarSet()
  /// The characters known from texts of the same slots and language that contain nothing else: unmarked ones and Japanese
  /// ones. None of them may be an emoji or be shown by a picture.
  private var settled = [SettledScalars](repeating: SettledScalars(), count: 1 << FaceSlot.allCases.count)
  /// The characters of the current text and their contexts; the memory is reused for all texts.
  private var found: [UInt32] = []
  private var contexts: [Int] = []

  /// Makes an empty survey.
  public init() {}

  /// Returns the index of a slot and a language.
  @inline(__always)
  public static func context(_ slot: FaceSlot, in language: EastAsianLanguage) -> Int {
    Int(slot.rawValue) * EastAsianLanguage.allCases.count + language.rawValue
  }

  /// The characters beyond ASCII for each slot and language, by ``context(_:in:)``.
  var scalars: [ScalarSet] {
    var all = ofMessages
    var present = languages
    for (index, usage) in unmarked.enumerated() where usage.isUsed || index == home {
      present.formUnion(usage.languages(with: kindsOfLabels))
      usage.add(to: &all, with: kindsOfLabels)
    }
    for slot in FaceSlot.allCases where !ofLabels[Int(slot.rawValue)].isEmpty {
      for language in EastAsianLanguage.allCases where present.contains(language) {
        all[Self.context(slot, in: language)].formUnion(ofLabels[Int(slot.rawValue)])
      }
    }
    return all
  }

  /// True if texts of the current conversation may be in another language than its actual or assumed locale's, because texts
  /// near by are.
  public var asksNearby: Bool {
    home == UnmarkedUsage.assumed
      && unmarked[home].languages(with: kindsOfLabels) != EastAsianLanguages(unmarked[home].setting.home)
  }

  /// True if there are texts in every slot, so that printable ASCII adds nothing.
  public var hasAllSlots: Bool { slots == .all }

  /// Starts a conversation in a locale, a BCP 47 tag, for the texts that follow.
  public mutating func begin(locale: String) {
    let newHome = EastAsianLanguage(locale: locale)?.rawValue ?? UnmarkedUsage.assumed
    unmarked[newHome].isUsed = true
    guard newHome != home else { return }
    home = newHome
    for index in settled.indices { settled[index] = SettledScalars() }
  }

  /// Notes that the text of a message will be set in the given slots. Visible ASCII is in every font, so it takes next to no
  /// time.
  public mutating func add(_ text: String, slots: FaceSlots) { add(text.utf8.span, slots: slots) }

  /// Notes the text of a message like ``add(_:slots:)-text``, by its UTF-8.
  public mutating func add(_ bytes: Span<UInt8>, slots: FaceSlots) {
    self.slots.formUnion(slots)
    if Self.needsCare(bytes) { addScalars(of: bytes, slots: slots) }
  }

  /// Notes a text that may be cut or joined with others and will be set in the given slots: a name, a title, a word of the
  /// program.
  public mutating func add(label: String, slots: FaceSlots) {
    self.slots.formUnion(slots)
    let bytes = label.utf8.span
    guard Self.needsCare(bytes) else { return }
    let cares = decode(bytes)
    if cares.contains(.variant) {
      for scalar in found {
        if let language = EastAsianLanguage(markedBy: scalar) {
          languages.formUnion(EastAsianLanguages(language))
        }
      }
    }
    forEachText(in: 0..<found.count, cares) { usage, scalar in
      for slot in FaceSlot.allCases where slots.contains(FaceSlots(slot)) {
        usage.ofLabels[Int(slot.rawValue)].insert(scalar)
        usage.kindsOfLabels.add(scalar)
      }
    }
  }

  /// Adds the findings of another survey.
  public mutating func merge(_ other: CharacterUsage) {
    slots.formUnion(other.slots)
    languages.formUnion(other.languages)
    for index in ofMessages.indices { ofMessages[index].formUnion(other.ofMessages[index]) }
    for index in unmarked.indices { unmarked[index].merge(other.unmarked[index]) }
    kindsOfLabels.merge(other.kindsOfLabels)
    for index in ofLabels.indices { ofLabels[index].formUnion(other.ofLabels[index]) }
    emoji.formUnion(other.emoji)
  }

  /// Calls `body` with all findings, as bytes: equal for equal findings.
  public func eachOfIdentity(_ body: ([UInt8]) -> Void) {
    body([slots.rawValue])
    for set in scalars { body(set.identity) }
    for emoji in emoji.sorted() { body(Array(emoji.utf8)) }
  }

  /// True if a text has other bytes than printable ASCII and newlines.
  private static func needsCare(_ bytes: Span<UInt8>) -> Bool {
    // The top bit of bytes below the space except newline, of DEL and of bytes beyond ASCII.
    var tops: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index] == 0x0A ? 0x20 : bytes[index]
      tops |= (byte &- 0x20) | (byte &+ 1)
    }
    return tops & 0x80 != 0
  }

  /// Fills ``found`` with the characters of a text, and returns the care that they need.
  private mutating func decode(_ bytes: Span<UInt8>) -> ScalarCare {
    found.removeAll(keepingCapacity: true)
    var cares = ScalarCare()
    let table = ScalarCare.table
    found.append(addingCapacity: bytes.count) { found in
      var offset = 0
      while offset < bytes.count {
        let scalar = bytes.scalar(at: &offset)
        found.append(scalar)
        cares.formUnion(ScalarCare.of(scalar, in: table))
      }
    }
    return cares
  }

  private mutating func addScalars(of bytes: Span<UInt8>, slots: FaceSlots) {
    if settled[Int(slots.rawValue)].haveAll(of: bytes) { return }
    let cares = decode(bytes)
    if cares.contains(.variant) {
      addMarked(cares, slots: slots)
    } else {
      add(0..<found.count, cares, in: nil, slots: slots)
      if !cares.contains(.shape) { settled[Int(slots.rawValue)].add(found, .unmarked) }
    }
  }

  /// Notes the current text, which may have kana or hangul: as a whole, and the parts of it that can be laid out by
  /// themselves and would then be in another language.
  private mutating func addMarked(_ cares: ScalarCare, slots: FaceSlots) {
    let whole = 0..<found.count
    let firstKana = found.firstIndex(where: HanVariant.isKana)
    let firstHangul = found.firstIndex(where: HanVariant.isHangul)
    if firstKana != nil, firstHangul != nil {
      for language in [nil, EastAsianLanguage.japanese, .korean] {
        add(whole, cares, in: language, slots: slots)
      }
      return
    }
    let variant: HanVariant = firstKana != nil ? .japanese : firstHangul != nil ? .korean : .unmarked
    add(whole, cares, in: variant.language, slots: slots)
    guard let first = firstKana ?? firstHangul else {
      if !cares.contains(.shape) { settled[Int(slots.rawValue)].add(found, .unmarked) }
      return
    }
    add(0..<first, cares, in: nil, slots: slots)
    var start = 0
    for end in found.indices.dropFirst(first) where Self.endsPart(found[end]) || end == found.count - 1 {
      if !found[start...end].contains(where: { HanVariant.isKana($0) || HanVariant.isHangul($0) }) {
        add(start..<end + 1, cares, in: nil, slots: slots)
      }
      start = end + 1
    }
    if !cares.contains(.shape) { settled[Int(slots.rawValue)].add(found, variant) }
  }

  /// Returns true for characters between parts of a text that may be laid out separately: lines, cells of a table.
  @inline(__always)
  fileprivate static func endsPart(_ scalar: UInt32) -> Bool { scalar == 0x0A || scalar == 0x7C }

  /// Notes part of the current text for texts of a language, nil for those without kana and hangul.
  private mutating func add(
    _ range: Range<Int>, _ cares: ScalarCare, in language: EastAsianLanguage?, slots: FaceSlots
  ) {
    if range.isEmpty { return }
    guard let language else {
      forEachText(in: range, cares) { $0.unmarked[$0.home].add($1, slots: slots) }
      return
    }
    languages.formUnion(EastAsianLanguages(language))
    unmarked[home].told.formUnion(EastAsianLanguages(language))
    contexts.removeAll(keepingCapacity: true)
    for slot in FaceSlot.allCases where slots.contains(FaceSlots(slot)) {
      contexts.append(Self.context(slot, in: language))
    }
    forEachText(in: range, cares) { usage, scalar in
      for context in usage.contexts where !usage.ofMessages[context].contains(scalar) {
        usage.ofMessages[context].insert(scalar)
      }
    }
  }

  /// Calls `body` with each character beyond ASCII in part of the current text, as displayed, and notes emoji.
  @inline(__always)
  private mutating func forEachText(
    in range: Range<Int>, _ cares: ScalarCare, _ body: (inout CharacterUsage, UInt32) -> Void
  ) {
    var index = range.lowerBound
    guard cares.contains(.shape) else {
      while index < range.upperBound {
        if found[index] >= 0x80 { body(&self, found[index]) }
        index += 1
      }
      return
    }
    while index < range.upperBound {
      var scalar = found[index]
      // Letters of ASCII are neither emoji nor shown by a picture, and they are most of the characters around emoji.
      if scalar &- 0x3A < 0x45 || scalar == 0x20 {
        index += 1
        continue
      }
      if EmojiScanner.mayStart(scalar), let end = EmojiScanner.end(of: found, from: index) {
        addEmoji(index..<end)
        index = end
        continue
      }
      if HanVariant.isLeadingJamo(scalar) || HanVariant.isSyllable(scalar) {
        let syllables = HanVariant.syllables(in: found, from: index)
        for syllable in syllables { body(&self, syllable) }
      }
      index += 1
      // CommonMark shows a replacement character in place of a null.
      if scalar == 0 { body(&self, 0xFFFD) }
      scalar = ControlPictures.picture(for: scalar) ?? scalar
      if scalar >= 0x80, !ControlPictures.isLineEnd(scalar) { body(&self, scalar) }
    }
  }

  /// Notes an emoji of the current text; emoji of one character recur often.
  private mutating func addEmoji(_ range: Range<Int>) {
    if range.count == 1 {
      guard !simpleEmoji.contains(found[range.lowerBound]) else { return }
      simpleEmoji.insert(found[range.lowerBound])
    }
    emoji.insert(EmojiScanner.qualified(found[range]))
  }
}

/// The findings, as a plan stores them: without what only saves time while texts are added.
extension CharacterUsage: CodedFields {
  /// An empty survey.
  public static var blank: CharacterUsage { CharacterUsage() }

  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(raw: &slots)
    try coder.code(raw: &languages)
    try coder.code(fixed: &ofMessages)
    try coder.code(fixed: &unmarked)
    try coder.code(fixed: &ofLabels)
    try coder.code(&kindsOfLabels)
    try coder.code(&emoji)
    try coder.code(&home)
    guard unmarked.indices.contains(home) else { throw DamagedRecord() }
  }
}

extension FieldCoder {
  /// Codes a list of a fixed number of values.
  fileprivate mutating func code<Value: CodedFields>(fixed values: inout [Value]) throws(DamagedRecord) {
    for index in values.indices { try code(&values[index]) }
  }
}

/// Characters known to a survey, so that a text of nothing else can be skipped.
struct SettledScalars: Sendable {
  /// Characters of texts without evidence of a Han variant.
  private var unmarked = ScalarSet()
  /// Characters of texts with kana.
  private var japanese = ScalarSet()

  /// Adds the characters of a text, up to its first kana also as characters of an unmarked one.
  mutating func add(_ scalars: [UInt32], _ variant: CharacterUsage.HanVariant) {
    switch variant {
    case .unmarked: for scalar in scalars where scalar >= 0x80 { unmarked.insert(scalar) }
    case .japanese:
      for scalar in scalars where scalar >= 0x80 { japanese.insert(scalar) }
      for scalar in scalars.prefix(while: { !CharacterUsage.HanVariant.isKana($0) }) where scalar >= 0x80 {
        unmarked.insert(scalar)
      }
    case .korean: return
    }
  }

  /// Returns true if all characters of a text are known, however it is divided.
  func haveAll(of text: borrowing Span<UInt8>) -> Bool {
    // The characters of a Japanese text before its first kana must be known from unmarked texts.
    guard let other = Self.first(of: text, notIn: unmarked) else { return true }
    return CharacterUsage.HanVariant.isKana(other) && Self.first(of: text, notIn: japanese) == nil
      && !Self.hasParts(text)
  }

  /// Returns true if lines or cells of a text may be laid out separately.
  private static func hasParts(_ text: borrowing Span<UInt8>) -> Bool {
    for index in text.indices where CharacterUsage.endsPart(UInt32(text[index])) { return true }
    return false
  }

  /// The first visible character of a text that is not in a set.
  private static func first(
    of text: borrowing Span<UInt8>, notIn known: borrowing ScalarSet
  ) -> UInt32? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      if byte < 0x80 {
        let eight = text.group(at: offset)
        if ((eight &- ones &* 0x20) | (eight &+ ones) | eight) & (ones &* 0x80) == 0 {
          offset += 8
          continue
        }
        if byte == 0x7F || byte < 0x20 && byte != 0x0A { return UInt32(byte) }
        offset += 1
        continue
      }
      let scalar = text.scalar(at: &offset)
      if !known.contains(scalar) { return scalar }
    }
    return nil
  }
}

/// The parts of a text that have to be searched, by blocks of sixteen characters, so that most texts need no search.
struct ScalarCare: OptionSet {
  var rawValue: UInt8

  /// Some decide the variant of the text's Han characters.
  static let variant = ScalarCare(rawValue: 1)
  /// Some may be emoji, or make others emoji, or be shown by a picture.
  static let shape = ScalarCare(rawValue: 2)

  /// Returns the care that a character needs by `table`.
  @inline(__always)
  static func of(_ scalar: UInt32, in table: [ScalarCare]) -> ScalarCare {
    let offset = Int(scalar >> 4)
    return offset < table.count ? table[offset] : []
  }

  /// By blocks of sixteen; no block after the emoji needs care.
  static let table: [ScalarCare] = {
    var table = [ScalarCare](repeating: [], count: 0x2000)
    func mark(_ scalar: UInt32, _ care: ScalarCare) { table[Int(scalar >> 4)].formUnion(care) }
    // The blocks with such characters.
    let scalars = [0...0x33FF, 0xAC00...0xD7A3, 0xFF66...0xFF9F, 0x1F000...0x1FFFF] as [ClosedRange<UInt32>]
    for scalar in scalars.joined() {
      if CharacterUsage.HanVariant.isKana(scalar) || CharacterUsage.HanVariant.isHangul(scalar) {
        mark(scalar, .variant)
      }
      // Digits and signs of Latin-1 are emoji only together with the next character.
      if scalar > 0xFF && EmojiScanner.mayStart(scalar) || ControlPictures.picture(for: scalar) != nil
        || ControlPictures.isLineEnd(scalar)
      {
        mark(scalar, .shape)
      }
    }
    // Jamo that may form syllables.
    for scalar in UInt32(0x1100)...0x11FF { mark(scalar, .shape) }
    // A keycap, a joiner and the selectors.
    for scalar in [EmojiScanner.keycap, 0x200D, 0xFE0E, 0xFE0F] { mark(scalar, .shape) }
    return table
  }()
}

extension EastAsianLanguage {
  /// Returns the language of a text with this character, or nil if the character is no evidence.
  fileprivate init?(markedBy scalar: UInt32) {
    if CharacterUsage.HanVariant.isKana(scalar) {
      self = .japanese
    } else if CharacterUsage.HanVariant.isHangul(scalar) {
      self = .korean
    } else {
      return nil
    }
  }
}

extension CharacterUsage.HanVariant {
  @inline(__always)
  static func isKana(_ scalar: UInt32) -> Bool { HanRepertoire.isKana(scalar) }

  /// Returns true for a conjoining jamo that a syllable can begin with.
  @inline(__always)
  static func isLeadingJamo(_ scalar: UInt32) -> Bool { (0x1100...0x1112).contains(scalar) }

  /// Returns true for a syllable of hangul.
  @inline(__always)
  static func isSyllable(_ scalar: UInt32) -> Bool { (0xAC00...0xD7A3).contains(scalar) }

  /// Returns the syllables that the jamo from an index on compose to: HarfBuzz shows them if the face has them (Unicode
  /// 3.12, “Hangul Syllable Composition”).
  static func syllables(in scalars: [UInt32], from start: Int) -> [UInt32] {
    func jamo(_ index: Int, _ range: ClosedRange<UInt32>) -> UInt32? {
      index < scalars.count && range.contains(scalars[index]) ? scalars[index] - range.lowerBound : nil
    }
    var (result, index): ([UInt32], Int) = ([], start + 1)
    var open = scalars[start]
    if isLeadingJamo(open) {
      guard let vowel = jamo(index, 0x1161...0x1175) else { return [] }
      open = 0xAC00 + ((open - 0x1100) * 21 + vowel) * 28
      result.append(open)
      index += 1
    }
    if (open - 0xAC00) % 28 == 0, let final = jamo(index, 0x11A8...0x11C2) { result.append(open + final + 1) }
    return result
  }

  @inline(__always)
  static func isHangul(_ scalar: UInt32) -> Bool { HanRepertoire.isHangul(scalar) }
}
