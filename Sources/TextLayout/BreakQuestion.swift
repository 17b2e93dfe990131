internal import ICU

/// What ICU is asked about a text's break opportunities: the text with characters in place of those that are not
/// what they seem, or about which Unicode's rules have changed since ICU 72.
///
/// - An emoji is a picture on the page: lines may break on both sides of it as around any object (UAX #14 LB20).
/// - Quotation marks follow Unicode 16, as in Chromium. Between East Asian characters a line may break outside
///   the quotes (LB19a), elsewhere they hold both sides (LB19). Chinese adds to that: there a line may break outside
///   all quotes.
struct BreakQuestion {
  /// The locale to ask in.
  let locale: String
  private let isChinese: Bool
  private var units: [UInt16] = []

  /// OBJECT REPLACEMENT CHARACTER.
  static let object: UInt32 = 0xFFFC
  /// VARIATION SELECTOR-16: belongs to what stands before it.
  private static let attached: UInt16 = 0xFE0F
  /// Characters of the classes OP, CL and QU.
  private static let (opening, closing, neutral) = (UInt16(0xFF08), UInt16(0xFF09), UInt16(0x22))

  /// What is asked about texts of a locale. In Chromium, Japanese breaks as most languages do; ICU 72 has rules
  /// for it that are meant for Chinese. Between phrases only it breaks by rules of its own.
  init(locale: String) {
    let language = locale.lowercased().prefix { $0 != "-" && $0 != "_" }
    isChinese = language == "zh"
    self.locale = language == "ja" && !locale.lowercased().hasSuffix("-lw-phrase") ? "" : locale
  }

  /// The UTF-16 to ask about, as long as the text's.
  mutating func units(of text: TextAnalysis) -> [UInt16] {
    let isPlain = !text.emoji.contains { $0 >= 0 }
    if isPlain, !text.infos.contains(where: { $0.isOpeningQuote || $0.isClosingQuote }) { return text.units }
    units.removeAll(keepingCapacity: true)
    units.append(contentsOf: text.units)
    var unit = 0
    for place in 0..<text.count {
      let isPair = text.scalars[place] >= 0x1_0000
      if text.emoji[place] != -1 {
        units[unit] = text.emoji[place] == -2 ? Self.attached : UInt16(Self.object)
        if isPair { units[unit + 1] = Self.attached }
      } else if !isPair, let quote = quote(at: place, in: text) {
        units[unit] = quote
      }
      unit += isPair ? 2 : 1
    }
    return units
  }

  /// What a quotation mark is like; nil: like itself.
  private func quote(at place: Int, in text: TextAnalysis) -> UInt16? {
    let info = text.infos[place]
    guard info.isOpeningQuote || info.isClosingQuote else { return nil }
    let isAmongWide =
      place > 0 && text.infos[place - 1].isWide && place + 1 < text.count && text.infos[place + 1].isWide
    if isAmongWide { return info.isOpeningQuote ? Self.opening : Self.closing }
    return isChinese ? nil : Self.neutral
  }
}
