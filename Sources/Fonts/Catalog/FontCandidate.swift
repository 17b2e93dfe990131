import ICU

/// A face in a folder, known by its file name only: opened when needed.
struct FontCandidate: Hashable {
  /// The file, and its index in ``FontCatalog/files``.
  let path: String
  let file: Int
  /// The face's number in its file; for a collection of East Asian faces the number is chosen by language.
  var index = 0
  /// The instance of a variable face: each is a face of its own.
  var instance = 0
  /// The index of its folder among the folders given: earlier ones win.
  var folder: Int
  /// The file name before `-` or `[`, in lower case, e.g. `notosansthai`.
  var family: String
  /// The file name after `-`, in lower case, e.g. `bold`.
  var style: String
  /// True if the file has a face for each East Asian language.
  let isCollection: Bool
  /// True if the file has all weights, judging by its name.
  let isVariable: Bool
  /// The language the family is made for, if it is one of East Asia.
  let language: EastAsianLanguage?
  /// True if the face has coloured emoji.
  let isColouredEmoji: Bool
  /// True if the face is for emoji, which are pictures here.
  private let isEmoji: Bool
  private let (isBold, isItalic, isPlain): (Bool, Bool, Bool)

  /// The candidate for a path; nil if the file's name is not a font's.
  init?(path: String, file: Int = 0, folder: Int) {
    guard Self.isFont(path) else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let lower = name.lowercased()
    let stem = lower.dropLast(4)
    (self.path, self.file, self.folder) = (path, file, folder)
    family = String(stem.prefix { $0 != "-" && $0 != "[" })
    style = String(stem.dropFirst(family.count).drop { $0 == "-" })
    // The parts of the name that ranks use, kept because every script asks for a rank.
    isCollection = family.hasPrefix("notosanscjk") && lower.hasSuffix("c")
    language = EastAsianLanguage(family: family)
    isVariable =
      style == "vf" || style.hasSuffix("var") || style.hasSuffix("variable") || style.has("[")
      || style.has("wght")
    isColouredEmoji = family.has("coloremoji")
    isEmoji = isColouredEmoji || family.hasPrefix("notoemoji")
    (isBold, isItalic) = (style.hasPrefix("bold"), style.has("italic"))
    isPlain = ["", "regular", "bold", "italic", "bolditalic"].contains(style) || isVariable
  }

  /// True if a file is a font, judging by its name.
  static func isFont(_ path: String) -> Bool {
    let ending = path.utf8.suffix(4)
    guard ending.count == 4 else { return false }
    // Letters in upper case differ from lower case by one bit, which is set in the full stop.
    let number = ending.reduce(UInt32(0)) { $0 << 8 | UInt32($1 | 0x20) }
    return endings.contains(number)
  }

  private static let endings: [UInt32] = [0x2E74_7466, 0x2E6F_7466, 0x2E74_7463, 0x2E6F_7463]

  /// The properties that a face should have for one character.
  struct Wish: Hashable {
    var script: Script
    var isBold: Bool
    var isItalic: Bool
    var language: EastAsianLanguage

    /// Noto's family for the script.
    var family: String { "notosans" + (script.name?.lowercased().filter { $0 != "_" } ?? "-") }
  }

  /// The rank of the face by its name, lowest first; nil if it never suits. `notoFamily` is the wish's
  /// ``Wish/family``.
  ///
  /// Noto Sans, Noto Sans of the script, East Asian faces (at once for East Asian scripts), symbols, the rest.
  func rank(for wish: Wish, notoFamily: String) -> Int? {
    if isEmoji { return nil }
    let isEastAsian = EastAsianLanguage.scripts.contains(wish.script)
    let category: Int
    switch family {
    case "notosans": category = 0
    case notoFamily: category = 1
    case _ where language == wish.language: category = isEastAsian ? 0 : 2
    case _ where isCollection: category = isEastAsian ? 0 : 2
    case _ where language != nil: category = isEastAsian ? 1 : 4
    case "notosanssymbols": category = 3
    case "notosanssymbols2": category = 4
    case "notosansmath": category = 5
    case "notomusic": category = 6
    case _ where !family.hasPrefix("noto"): category = 7
    case _ where family.hasPrefix("notosans"): category = 8
    default: category = 9
    }
    return category * 16 + stylePenalty(wish)
  }

  /// The most variants of a candidate: all faces of a collection in all instances of a variable face.
  static let mostVariants = EastAsianLanguage.allCases.count * instanceCount
  private static let instanceCount = 4

  /// Returns the number of the file's variant for a wish: its face and instance.
  func variant(for wish: Wish) -> Int {
    (isCollection ? wish.language.rawValue : 0) * Self.instanceCount
      + (isVariable ? (wish.isBold ? 1 : 0) + (wish.isItalic ? 2 : 0) : 0)
  }

  /// Returns the variant with this number, made by ``variant(for:)``.
  func inVariant(_ number: Int) -> FontCandidate {
    var variant = self
    if isCollection { variant.index = number / Self.instanceCount }
    if isVariable { variant.instance = number % Self.instanceCount }
    return variant
  }

  /// True if the file may hold several faces.
  var hasSeveralFaces: Bool { Self.isCollection(path) }

  /// True if a font is a file of several faces, judging by its name.
  static func isCollection(_ path: String) -> Bool { path.utf8.last.map { $0 | 0x20 } == UInt8(ascii: "c") }

  private func stylePenalty(_ wish: Wish) -> Int {
    return (isPlain ? 0 : 8) + (isItalic && !wish.isItalic ? 4 : !isItalic && wish.isItalic ? 2 : 0)
      + (isBold != wish.isBold && !isVariable ? 1 : 0)
  }
}

/// The languages whose Han characters differ in form, by the order of faces in Noto Sans CJK.
public enum EastAsianLanguage: Int, Hashable, CaseIterable, Sendable {
  case japanese, korean, simplifiedChinese, traditionalChinese, hongKong

  /// The scripts set in East Asian faces.
  static let scripts: [Script] = [.han, .hiragana, .katakana, .hangul, .bopomofo]

  /// The language of a family made for one, e.g. `notosanscjkjp` or `notosanskr`.
  init?(family: String) {
    guard family.hasPrefix("notosans") else { return nil }
    switch family.dropFirst(8) {
    case "jp", "cjkjp": self = .japanese
    case "kr", "cjkkr": self = .korean
    case "sc", "cjksc": self = .simplifiedChinese
    case "tc", "cjktc": self = .traditionalChinese
    case "hk", "cjkhk": self = .hongKong
    default: return nil
    }
  }

  /// The language of a locale, a BCP 47 tag; nil if it is none of these.
  init?(locale: String) {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }
    let isSimplified = parts.contains("hans") || parts.contains("cn")
    switch parts.first {
    case "ja": self = .japanese
    case "ko": self = .korean
    case "zh" where isSimplified: self = .simplifiedChinese
    case "zh" where parts.contains("hk") || parts.contains("mo"): self = .hongKong
    case "zh" where parts.contains("hant") || parts.contains("tw"): self = .traditionalChinese
    case "zh": self = .simplifiedChinese
    case "yue": self = isSimplified ? .simplifiedChinese : .hongKong
    default: return nil
    }
  }

  /// The language whose forms a character of a script takes in a text of a language.
  init(script: Script, in text: EastAsianLanguage) {
    switch script {
    case .hiragana, .katakana: self = .japanese
    case .hangul: self = .korean
    case .bopomofo: self = .traditionalChinese
    default: self = text
    }
  }
}

extension String {
  /// True if the text contains the bytes of `part`. File names are compared by bytes, not by canonical equivalence.
  fileprivate func has(_ part: StaticString) -> Bool {
    let (all, wanted) = (Array(utf8), Array(part.description.utf8))
    guard wanted.count <= all.count else { return false }
    return (0...all.count - wanted.count).contains { all[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
