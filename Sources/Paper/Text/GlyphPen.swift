import PDF

/// Writes glyphs at exact positions: one array of strings and movements as long as font, colour and height stay.
///
/// In lines with text from right to left each glyph sets its font anew: pypdf takes such glyphs of one array to be in the order in
/// which they are seen, but lets those before a change of the font be. And movements to the right are divided, because it takes one as
/// wide as a space for a space.
///
/// Movements are whole thousandths of the font size; what a rounding leaves is part of the next one, so it never adds up.
struct GlyphPen {
  /// The font, size, colour, rise and width of a glyph.
  struct Mode: Equatable {
    var font: PDFReference
    var size: Double
    var colour: PDFColour
    var rise = 0.0
    var stretch = 100.0
  }

  /// True in a line with text from right to left.
  var isMixed = false
  private var mode: Mode?
  /// The longest movement to the right, in thousandths: less than half a space.
  private static let longestStep = 100
  private var (isInArray, isInString) = (false, false)
  /// The position after the last glyph, as a reader adds it up; nil before the first one of a line.
  private var x: Double?
  private var baseline = 0.0

  /// Begins a line, or a stretch that does not continue the last one.
  mutating func begin(baseline: Double, in content: inout PDFContent) {
    end(in: &content)
    (x, self.baseline) = (nil, baseline)
  }

  /// Writes a glyph at a position. `width` is its advance in thousandths of the size.
  mutating func show(
    _ code: UInt16, width: Double, at position: Double, _ newMode: Mode, in content: inout PDFContent
  ) {
    if mode != newMode || x == nil || isMixed {
      end(in: &content)
      content.setText(
        font: newMode.font, size: newMode.size, colour: newMode.colour, rise: newMode.rise,
        stretch: newMode.stretch, isAnew: isMixed)
      mode = newMode
    }
    let unit = newMode.size * newMode.stretch / 100_000
    if var pen = x {
      let steps = ((pen - position) / unit).rounded()
      if steps != 0, abs(steps) < 1e7 {
        endString(in: &content)
        beginArray(in: &content)
        var rest = Int(steps)
        while isMixed, rest < -Self.longestStep {
          content.moveLeft(-Self.longestStep)
          rest += Self.longestStep
        }
        if rest != 0 { content.moveLeft(rest) }
        pen -= steps * unit
      }
      x = pen + width * unit
    } else {
      content.moveText(to: PDFPoint(x: position, y: baseline))
      x = (position * 1_000).rounded() / 1_000 + width * unit
    }
    beginArray(in: &content)
    if !isInString {
      content.beginCodes()
      isInString = true
    }
    content.code(code)
  }

  /// Ends the array that is open, before anything but a glyph is written.
  mutating func end(in content: inout PDFContent) {
    endString(in: &content)
    if isInArray { content.endGlyphs() }
    isInArray = false
    mode = nil
  }

  private mutating func beginArray(in content: inout PDFContent) {
    if !isInArray { content.beginGlyphs() }
    isInArray = true
  }

  private mutating func endString(in content: inout PDFContent) {
    if isInString { content.endCodes() }
    isInString = false
  }
}
