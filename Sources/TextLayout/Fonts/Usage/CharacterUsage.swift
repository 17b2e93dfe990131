internal import Frames
internal import ICU
internal import Storage

/// What the texts of an export need of fonts: characters by face slot, and emoji.
///
/// Filled in a pass over all texts before the fonts are cut down; surveys of parts can be merged in any order.
public struct CharacterUsage: Sendable {
  /// Which East Asian forms a text's Han characters take, told by the kana or hangul beside them.
  enum HanVariant: Int, CaseIterable {
    case unmarked, japanese, korean
  }

  /// The slots in which any text is set.
  private(set) var slots: FaceSlots = []
  /// The characters beyond ASCII for each slot and Han variant, by ``context(_:_:)``.
  private(set) var scalars = [ScalarSet](
    repeating: ScalarSet(), count: FaceSlot.allCases.count * HanVariant.allCases.count)
  /// The longest sequences found, fully qualified, whether or not a font knows them.
  private(set) var emoji: Set<String> = []
  /// The emoji of one character each among them.
  private var simpleEmoji = ScalarSet()
  /// The characters met already in texts of the same slots that had no others: in unmarked ones and in Japanese ones. None
  /// of them may be an emoji or be shown by a picture.
  private var settled = [SettledScalars](repeating: SettledScalars(), count: 1 << FaceSlot.allCases.count)
  /// The characters of the text that is looked at, and where they belong; the memory serves all texts.
  private var found: [UInt32] = []
  private var contexts: [Int] = []

  /// Nothing yet.
  public init() {}

  /// The number under which a slot and variant are kept.
  @inline(__always)
  static func context(_ slot: FaceSlot, _ variant: HanVariant) -> Int {
    Int(slot.rawValue) * HanVariant.allCases.count + variant.rawValue
  }

  /// Whether there are texts in every slot: then one of printable ASCII has nothing new.
  public var hasAllSlots: Bool { slots == .all }

  /// Notes that a text will be set in the given slots. What of ASCII can be seen is in every font, so it costs a glance.
  public mutating func add(_ text: String, slots: FaceSlots) { add(text.utf8.span, slots: slots) }

  /// As `add(_:slots:)`, for the bytes of a text, which are UTF-8.
  public mutating func add(_ bytes: Span<UInt8>, slots: FaceSlots) {
    self.slots.formUnion(slots)
    // The top bit: of bytes below space but newline, of DEL and of what is not ASCII.
    var tops: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index] == 0x0A ? 0x20 : bytes[index]
      tops |= byte &- 0x20 | byte &+ 1
    }
    if tops & 0x80 != 0 { addScalars(of: bytes, slots: slots) }
  }

  /// Notes single characters that will be set in the given slots, e.g. those of names made while laying out.
  public mutating func add(scalars added: some Sequence<Unicode.Scalar>, slots: FaceSlots) {
    var text = ""
    text.unicodeScalars.append(contentsOf: added)
    add(text, slots: slots)
  }

  /// Adds what another survey found.
  public mutating func merge(_ other: CharacterUsage) {
    slots.formUnion(other.slots)
    for index in scalars.indices { scalars[index].formUnion(other.scalars[index]) }
    emoji.formUnion(other.emoji)
  }

  /// Calls `body` with all that was found, as bytes: the same for the same findings.
  public func eachOfIdentity(_ body: ([UInt8]) -> Void) {
    body([slots.rawValue])
    for set in scalars { body(set.identity) }
    for emoji in emoji.sorted() { body(Array(emoji.utf8)) }
  }

  private mutating func addScalars(of bytes: Span<UInt8>, slots: FaceSlots) {
    if settled[Int(slots.rawValue)].haveAll(of: bytes) { return }
    found.removeAll(keepingCapacity: true)
    var cares = ScalarCare()
    let table = ScalarCare.table
    found.append(addingCapacity: bytes.count) { found in
      var place = 0
      while place < bytes.count {
        let scalar = bytes.scalar(at: &place)
        found.append(scalar)
        cares.formUnion(ScalarCare.of(scalar, in: table))
      }
    }
    let variant = cares.contains(.variant) ? HanVariant(of: found) : .unmarked
    contexts.removeAll(keepingCapacity: true)
    for slot in FaceSlot.allCases where slots.contains(FaceSlots(slot)) {
      contexts.append(Self.context(slot, variant))
    }
    if cares.contains(.shape) {
      addShapes()
    } else {
      for scalar in found where scalar >= 0x80 { add(scalar) }
      settled[Int(slots.rawValue)].add(found, variant)
    }
  }

  /// Notes the characters of the text that is looked at, some of which may be emoji or be shown by a picture.
  private mutating func addShapes() {
    var place = 0
    while place < found.count {
      var scalar = found[place]
      // Letters of ASCII are neither, and most of what stands around emoji.
      if scalar &- 0x3A < 0x45 || scalar == 0x20 {
        place += 1
        continue
      }
      if EmojiScanner.mayStart(scalar), let end = EmojiScanner.end(of: found, from: place) {
        addEmoji(place..<end)
        place = end
        continue
      }
      place += 1
      scalar = ControlPictures.picture(for: scalar) ?? scalar
      if scalar >= 0x80 { add(scalar) }
    }
  }

  @inline(__always)
  private mutating func add(_ scalar: UInt32) {
    for context in contexts where !scalars[context].contains(scalar) { scalars[context].insert(scalar) }
  }

  /// Notes the emoji that stands there in the text that is looked at; those of one character come again and again.
  private mutating func addEmoji(_ range: Range<Int>) {
    if range.count == 1 {
      guard !simpleEmoji.contains(found[range.lowerBound]) else { return }
      simpleEmoji.insert(found[range.lowerBound])
    }
    emoji.insert(EmojiScanner.qualified(found[range]))
  }
}

/// Characters that a survey has met, so that a text of nothing else has nothing new.
struct SettledScalars: Sendable {
  /// Those of texts that tell no Han variant.
  private var unmarked = ScalarSet()
  /// Those of texts with kana in them.
  private var japanese = ScalarSet()

  /// Adds those of a text.
  mutating func add(_ scalars: [UInt32], _ variant: CharacterUsage.HanVariant) {
    for scalar in scalars where scalar >= 0x80 {
      switch variant {
      case .unmarked: unmarked.insert(scalar)
      case .japanese: japanese.insert(scalar)
      case .korean: return
      }
    }
  }

  /// Whether a text has no others.
  func haveAll(of text: borrowing Span<UInt8>) -> Bool {
    guard let other = Self.first(of: text, notIn: unmarked) else { return true }
    return japanese.contains(other) && Self.first(of: text, notIn: japanese) == nil && Self.hasKana(text)
  }

  /// The first character of a text that a set does not have, of those that can be seen.
  private static func first(
    of text: borrowing Span<UInt8>, notIn known: borrowing ScalarSet
  ) -> UInt32? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var place = 0
    while place < text.count {
      let byte = text[place]
      if byte < 0x80 {
        let eight = text.group(at: place)
        if ((eight &- ones &* 0x20) | (eight &+ ones) | eight) & (ones &* 0x80) == 0 {
          place += 8
          continue
        }
        if byte == 0x7F || byte < 0x20 && byte != 0x0A { return UInt32(byte) }
        place += 1
        continue
      }
      let scalar = text.scalar(at: &place)
      if !known.contains(scalar) { return scalar }
    }
    return nil
  }

  private static func hasKana(_ text: borrowing Span<UInt8>) -> Bool {
    var place = 0
    while place < text.count {
      if CharacterUsage.HanVariant.isKana(text.scalar(at: &place)) { return true }
    }
    return false
  }
}

/// What of a text has to be looked at for its characters: told by sixteens of them, so that most texts have nothing.
struct ScalarCare: OptionSet {
  var rawValue: UInt8

  /// Some tell which variant the text's Han characters have.
  static let variant = ScalarCare(rawValue: 1)
  /// Some may be emoji, or make others emoji, or be shown by a picture.
  static let shape = ScalarCare(rawValue: 2)

  /// What `table` says of a character.
  @inline(__always)
  static func of(_ scalar: UInt32, in table: [ScalarCare]) -> ScalarCare {
    let place = Int(scalar >> 4)
    return place < table.count ? table[place] : []
  }

  /// By sixteens; there are none behind the emoji.
  static let table: [ScalarCare] = {
    var table = [ScalarCare](repeating: [], count: 0x2000)
    func mark(_ scalar: UInt32, _ care: ScalarCare) { table[Int(scalar >> 4)].formUnion(care) }
    // Where such characters are.
    let scalars = [0...0x33FF, 0xAC00...0xD7A3, 0xFF66...0xFF9F, 0x1F000...0x1FFFF] as [ClosedRange<UInt32>]
    for scalar in scalars.joined() {
      if CharacterUsage.HanVariant.isKana(scalar) || CharacterUsage.HanVariant.isHangul(scalar) {
        mark(scalar, .variant)
      }
      // Digits and signs of Latin-1 are emoji only with what stands behind them.
      if scalar > 0xFF && EmojiScanner.mayStart(scalar) || ControlPictures.picture(for: scalar) != nil {
        mark(scalar, .shape)
      }
    }
    // A keycap, a joiner and the selectors.
    for scalar in [EmojiScanner.keycap, 0x200D, 0xFE0E, 0xFE0F] { mark(scalar, .shape) }
    return table
  }()
}

extension CharacterUsage.HanVariant {
  /// Kana make a text Japanese, hangul Korean; kana win.
  init(of scalars: [UInt32]) {
    var variant = Self.unmarked
    for scalar in scalars where scalar >= 0x1100 {
      if Self.isKana(scalar) {
        self = .japanese
        return
      }
      if Self.isHangul(scalar) { variant = .korean }
    }
    self = variant
  }

  /// The same for the bytes of a text.
  init(of text: borrowing Span<UInt8>) {
    self = .unmarked
    var place = 0
    while place < text.count {
      let scalar = text.scalar(at: &place)
      if scalar < 0x1100 { continue }
      if Self.isKana(scalar) {
        self = .japanese
        return
      }
      if Self.isHangul(scalar) { self = .korean }
    }
  }

  @inline(__always)
  static func isKana(_ scalar: UInt32) -> Bool {
    (0x3041...0x30FF).contains(scalar) || (0xFF66...0xFF9F).contains(scalar)
  }

  @inline(__always)
  fileprivate static func isHangul(_ scalar: UInt32) -> Bool {
    (0xAC00...0xD7A3).contains(scalar) || (0x1100...0x11FF).contains(scalar)
      || (0x3131...0x318E).contains(scalar)
  }
}
