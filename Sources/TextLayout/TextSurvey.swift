internal import Frames
internal import ICU

/// What the texts of an export need of fonts: characters by face slot, and emoji.
///
/// Filled in a pass over all texts before the fonts are cut down; surveys of parts can be merged in any order.
public struct TextSurvey: Sendable {
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
  public mutating func merge(_ other: TextSurvey) {
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
    found.removeAll(keepingCapacity: true)
    found.append(addingCapacity: bytes.count) { found in
      var place = 0
      while place < bytes.count { found.append(bytes.scalar(at: &place)) }
    }
    let variant = HanVariant(of: found)
    contexts.removeAll(keepingCapacity: true)
    for slot in FaceSlot.allCases where slots.contains(FaceSlots(slot)) {
      contexts.append(Self.context(slot, variant))
    }
    var place = 0
    while place < found.count {
      var scalar = found[place]
      if EmojiScanner.mayStart(scalar), let end = EmojiScanner.end(of: found, from: place) {
        addEmoji(place..<end)
        place = end
        continue
      }
      place += 1
      scalar = ControlPictures.picture(for: scalar) ?? scalar
      if scalar < 0x80 { continue }
      for context in contexts where !scalars[context].contains(scalar) { scalars[context].insert(scalar) }
    }
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

extension TextSurvey.HanVariant {
  /// Kana make a text Japanese, hangul Korean; kana win.
  init(of scalars: [UInt32]) {
    var variant = Self.unmarked
    for scalar in scalars where scalar >= 0x1100 {
      if (0x3041...0x30FF).contains(scalar) || (0xFF66...0xFF9F).contains(scalar) {
        self = .japanese
        return
      }
      if (0xAC00...0xD7A3).contains(scalar) || (0x1100...0x11FF).contains(scalar)
        || (0x3131...0x318E).contains(scalar)
      {
        variant = .korean
      }
    }
    self = variant
  }
}
