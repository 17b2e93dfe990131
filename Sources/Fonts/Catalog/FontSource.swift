public import Frames
public import Storage

/// A font file given to the engine as bytes.
public struct FontSource: Sendable {
  /// The name that reports use, e.g. the file's.
  public let name: String
  /// Its slot in the default stack; nil for a fallback face.
  public let slot: FaceSlot?

  private enum FontContent {
    case own([UInt8])
    case constant(ConstantBytes)
  }
  private let content: FontContent

  /// A font file.
  public init(name: String, bytes: [UInt8], slot: FaceSlot? = nil) {
    (self.name, self.slot) = (name, slot)
    content = .own(bytes)
  }

  /// A font file whose bytes exist for the whole run, such as compiled-in bytes, which are not copied.
  public init(name: String, constant: ConstantBytes, slot: FaceSlot? = nil) {
    (self.name, self.slot) = (name, slot)
    content = .constant(constant)
  }

  /// The font; nil if the bytes are not a font.
  var file: FontFile? {
    switch content {
    case .own(let bytes): FontFile(bytes: bytes)
    case .constant(let bytes): FontFile(constant: bytes)
    }
  }
}

/// A set of face slots.
public struct FaceSlots: OptionSet, Hashable, Sendable {
  /// One bit a slot, by the slot's raw value.
  public var rawValue: UInt8
  /// Creates a set of slots by their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one slot.
  public init(_ slot: FaceSlot) { rawValue = 1 << slot.rawValue }

  /// The slot of regular text.
  public static let regular = FaceSlots(.regular)
  /// The slot of italic text.
  public static let italic = FaceSlots(.italic)
  /// The slot of bold text.
  public static let bold = FaceSlots(.bold)
  /// The slot of bold italic text.
  public static let boldItalic = FaceSlots(.boldItalic)
  /// The slot of code.
  public static let code = FaceSlots(.code)
  /// All five slots.
  public static let all: FaceSlots = [.regular, .italic, .bold, .boldItalic, .code]

  /// The slots in the set, in their own order.
  var slots: [FaceSlot] { FaceSlot.allCases.filter { contains(FaceSlots($0)) } }
}

extension FaceSlot {
  /// True if the slot's faces are bold.
  public var isBold: Bool { self == .bold || self == .boldItalic }
  /// True if the slot's faces are italic.
  public var isItalic: Bool { self == .italic || self == .boldItalic }
}
