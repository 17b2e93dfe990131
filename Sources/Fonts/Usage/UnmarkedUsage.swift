import Frames
import Storage

/// The characters of texts without kana and hangul, in conversations of one setting.
///
/// The language of such a text follows from its characters and the language near by (``HanEvidence``), which differ between a
/// text and its parts. The characters and their kinds are noted; ``languages(with:)`` returns the languages of every text that
/// can be made of them.
struct UnmarkedUsage: Sendable {
  /// The setting, without a language near by.
  let setting: HanSetting
  /// True if a conversation uses the setting.
  var isUsed = false
  /// The languages given by kana or hangul in messages of its conversations.
  var told = EastAsianLanguages()
  /// The characters for each slot.
  private var scalars = [ScalarSet](repeating: ScalarSet(), count: FaceSlot.allCases.count)
  private var kinds = RepertoireKinds()

  /// The index of the setting with an assumed language; the others are indexed by language.
  static let assumed = EastAsianLanguage.allCases.count

  /// Returns an empty usage for each setting.
  static func ofSettings() -> [UnmarkedUsage] {
    ["ja", "ko", "zh-Hans", "zh-Hant", "zh-HK", ""].map { UnmarkedUsage(setting: HanSetting(locale: $0)) }
  }

  private init(setting: HanSetting) { self.setting = setting }

  /// Notes a character for texts in the given slots.
  @inline(__always)
  mutating func add(_ scalar: UInt32, slots: FaceSlots) {
    for slot in FaceSlot.allCases where slots.contains(FaceSlots(slot)) {
      let index = Int(slot.rawValue)
      guard !scalars[index].contains(scalar) else { continue }
      scalars[index].insert(scalar)
      if scalar >= 0x1100 { kinds.add(scalar) }
    }
  }

  /// Adds the findings of another survey.
  mutating func merge(_ other: UnmarkedUsage) {
    isUsed = isUsed || other.isUsed
    told.formUnion(other.told)
    for index in scalars.indices { scalars[index].formUnion(other.scalars[index]) }
    kinds.merge(other.kinds)
  }

  /// Returns the languages that texts of these characters and of labels may be in.
  func languages(with labels: RepertoireKinds) -> EastAsianLanguages {
    let all = kinds.merged(with: labels).ofTexts
    var languages = EastAsianLanguages(setting.home)
    for each in all where !each.contains(setting.home) {
      if let likeliest = each.likeliest { languages.formUnion(EastAsianLanguages(likeliest)) }
    }
    guard setting.isHomeAssumed else { return languages }
    // Certain and probable languages of other texts may be near by.
    languages.formUnion(told)
    for each in all {
      for language in [HanEvidence.certain(each), HanEvidence.probable(each)].compactMap(\.self) {
        languages.formUnion(EastAsianLanguages(language))
      }
    }
    return languages
  }

  /// Adds the characters to each language's set, by ``CharacterUsage/context(_:in:)``.
  func add(to all: inout [ScalarSet], with labels: RepertoireKinds) {
    // If one language has all characters of every text, no text is in a language that lacks some.
    let isLimited = kinds.merged(with: labels).ofTexts.allSatisfy { !$0.isEmpty }
    let languages = languages(with: labels)
    for language in EastAsianLanguage.allCases where languages.contains(language) {
      for slot in FaceSlot.allCases where !scalars[Int(slot.rawValue)].isEmpty {
        let context = CharacterUsage.context(slot, in: language)
        guard isLimited else {
          all[context].formUnion(scalars[Int(slot.rawValue)])
          continue
        }
        scalars[Int(slot.rawValue)].forEach { scalar in
          if HanRepertoire.languages(of: scalar).contains(language) { all[context].insert(scalar) }
        }
      }
    }
  }
}

/// The sets of languages that single characters belong to.
struct RepertoireKinds: Sendable, Equatable {
  /// A bit for each value of `EastAsianLanguages`.
  private var bits: UInt32 = 0

  /// Notes the languages of a character.
  mutating func add(_ scalar: UInt32) { bits |= 1 << UInt32(HanRepertoire.languages(of: scalar).rawValue) }

  /// Adds the sets of another.
  mutating func merge(_ other: RepertoireKinds) { bits |= other.bits }

  /// Returns the union with another.
  func merged(with other: RepertoireKinds) -> RepertoireKinds {
    var result = self
    result.merge(other)
    return result
  }

  /// The languages of each text that can be made of the characters: all intersections.
  var ofTexts: [EastAsianLanguages] {
    var all = Set((UInt8(0)..<32).filter { bits & 1 << UInt32($0) != 0 })
    all.insert(EastAsianLanguages.all.rawValue)
    var size = 0
    while size != all.count {
      size = all.count
      for one in all.sorted() { for other in all.sorted() { all.insert(one & other) } }
    }
    return all.sorted().map(EastAsianLanguages.init(rawValue:))
  }
}

extension UnmarkedUsage: CodedFields {
  static var blank: UnmarkedUsage { UnmarkedUsage(setting: HanSetting(locale: "")) }

  /// Codes the findings; the setting stays.
  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&isUsed)
    try coder.code(raw: &told)
    for index in scalars.indices { try coder.code(&scalars[index]) }
    try coder.code(&kinds)
  }
}

extension RepertoireKinds: CodedFields {
  static var blank: RepertoireKinds { RepertoireKinds() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) { try coder.code(&bits) }
}
