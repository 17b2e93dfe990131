public import Fonts
public import Frames
import ICU

/// Lays out texts with the faces of an export.
///
/// Owns a shaper's caches and ICU's iterators, so each task needs its own. Results depend on the arguments alone.
public final class TextLayouter {
  private var engine: TextEngine
  private let fonts: FontSet
  private let locale: String
  /// The words with bars over them; nil if there are none.
  private var hidden: HiddenWords?

  /// The language of the texts around the next ones, if known. If the locale is not East Asian, it decides between
  /// languages whose character sets all contain a text's Han characters.
  public var nearbyLanguage: EastAsianLanguage? {
    get { engine.nearbyLanguage }
    set { engine.nearbyLanguage = newValue }
  }

  /// A layouter for texts of a locale, which decides between line breaking rules.
  ///
  /// `hidden` has the words of marks in texts, which are measured and get bars over them.
  public convenience init(fonts: FontSet, locale: String, hidden: HiddenTexts? = nil) {
    self.init(fonts: fonts, locale: locale, isCaching: true)
    self.hidden = hidden.map { HiddenWords($0, fonts: fonts.reading(locale)) }
  }

  /// A layouter without caches, or one that takes all stages for every text, to test that neither makes a difference.
  init(fonts: FontSet, locale: String, isCaching: Bool, takesAllStages: Bool = false) {
    (self.fonts, self.locale) = (fonts, locale)
    engine = TextEngine(
      fonts: fonts, locale: locale, isCaching: isCaching, takesAllStages: takesAllStages)
  }

  /// True if the layouter is of these fonts and this locale.
  public func isMade(of fonts: FontSet, locale: String) -> Bool {
    self.fonts === fonts && self.locale == locale
  }

  /// Lays out a text, with a line for each newline and as many more as the width requires.
  ///
  /// A line is wider than `maxWidth` only if it is a single grapheme cluster.
  public func layOut(
    _ text: String, marks: [TextMark], role: TextRole, style: TextStyle, maxWidth: LayoutUnit,
    options: LineOptions = .default
  ) -> LaidOutText {
    defer { engine.release(after: text.utf8.count) }
    if let source = hidden?.source(of: text, marks: marks) {
      let laid = engine.layOut(
        source.text, marks: source.marks, role: role, style: style, maxWidth: maxWidth, options: options)
      return hidden?.barred([laid], hidden: source.hidden, style: style).first ?? laid
    }
    return engine.layOut(
      text, marks: marks, role: role, style: style, maxWidth: maxWidth, options: options)
  }

  /// Lays out a text like ``layOut(_:marks:role:style:maxWidth:options:)``, and also with lines up to `widerWidth` wide if those
  /// are known without measuring again. They are nil if lines end only at newlines, or if a word is wider than a line.
  public func layOut(
    _ text: String, marks: [TextMark], role: TextRole, style: TextStyle, maxWidth: LayoutUnit,
    andWider widerWidth: LayoutUnit, options: LineOptions = .default
  ) -> (LaidOutText, wider: LaidOutText?) {
    defer { engine.release(after: text.utf8.count) }
    if let source = hidden?.source(of: text, marks: marks) {
      let laid = engine.layOut(
        source.text, marks: source.marks, role: role, style: style, maxWidth: maxWidth, options: options)
      var wider = engine.layOutAgain(laid.block, style: style, maxWidth: widerWidth, options: options)
      if wider == nil, laid.block.hasSoftBreaks {
        // Bars end with the lines of both layouts, so both have to be known.
        wider = engine.layOut(
          source.text, marks: source.marks, role: role, style: style, maxWidth: widerWidth, options: options)
      }
      let barred =
        hidden?.barred([laid] + (wider.map { [$0] } ?? []), hidden: source.hidden, style: style) ?? []
      return (barred.first ?? laid, barred.count > 1 ? barred[1] : nil)
    }
    let laid = engine.layOut(
      text, marks: marks, role: role, style: style, maxWidth: maxWidth, options: options)
    return (laid, engine.layOutAgain(laid.block, style: style, maxWidth: widerWidth, options: options))
  }

  /// Lays out a text as one line, its newlines and tabs shown as spaces, and cuts it with "…" when it is wider.
  public func layOutLine(
    _ text: String, role: TextRole, style: TextStyle, maxWidth: LayoutUnit
  ) -> LaidOutText {
    if let source = hidden?.line(of: text) {
      let laid = engine.layOutLine(source.text, role: role, style: style, maxWidth: maxWidth)
      return hidden?.barred(laid, of: source.text, from: text, hidden: source.hidden, style: style) ?? laid
    }
    return engine.layOutLine(text, role: role, style: style, maxWidth: maxWidth)
  }
}
