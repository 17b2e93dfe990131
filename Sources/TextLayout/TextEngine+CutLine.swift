import Frames

extension TextEngine {
  /// See ``TextLayouter/layOutLine(_:role:style:maxWidth:)``.
  mutating func layOutLine(
    _ text: String, role: TextRole, style: TextStyle, maxWidth: LayoutUnit
  ) -> LaidOutText {
    let options = LineOptions(balance: false)
    var (line, isCut) = Self.singleLine(text)
    line = ControlPictures.shown(line)
    line.makeContiguousUTF8()
    let room = max(.zero, maxWidth - ellipsisWidth(style))
    let fitting = asciiPrefix(of: line.utf8.span, style: style, maxWidth: maxWidth)
    if !isCut, fitting == nil || fitting == line.utf8.count {
      let whole = layOut(
        line, marks: [], role: role, style: style, maxWidth: .unlimited, options: options)
      if whole.width <= maxWidth { return whole }
    }

    // The part that fits beside the ellipsis, then shorter by a cluster until the whole line fits.
    if let end = asciiPrefix(of: line.utf8.span, style: style, maxWidth: room) {
      line = String(line[..<line.utf8.index(line.startIndex, offsetBy: end)])
    } else {
      let cut = layOut(
        line, marks: [], role: role, style: style, maxWidth: room,
        options: LineOptions(balance: false, breakURLs: false))
      line = clusters(of: line, inFirstLineOf: cut, style: style, room: room)
    }
    while true {
      while line.last == " " { line.removeLast() }
      let result = layOut(
        line + "…", marks: [], role: role, style: style, maxWidth: .unlimited, options: options)
      if result.width <= maxWidth || line.isEmpty { return result }
      line.removeLast()
    }
  }

  /// The longest beginning of a line that is about `room` wide: its first line, and the part of the next word
  /// that fits.
  private mutating func clusters(
    of line: String, inFirstLineOf cut: LaidOutText, style: TextStyle, room: LayoutUnit
  ) -> String {
    guard let first = cut.block.lines.first else { return "" }
    var best = line.utf8.index(line.startIndex, offsetBy: Int(first.end))
    while best < line.endIndex {
      let longer = line.index(after: best)
      let end = line.utf8.distance(from: line.startIndex, to: longer)
      if width(ofLine: line.utf8.span.extracting(first: end), style: style) > room { break }
      best = longer
    }
    return String(line[..<best])
  }

  private mutating func ellipsisWidth(_ style: TextStyle) -> LayoutUnit {
    if let known = ellipses[style] { return known }
    let width = width(ofLine: "…".utf8.span, style: style)
    ellipses[style] = width
    return width
  }

  /// At most the first thousand characters, without line breaks and tabs, and whether there were more.
  private static func singleLine(_ text: String) -> (line: String, isCut: Bool) {
    if !ControlPictures.hasLines(text), text.utf8.count <= 1000 { return (text, false) }
    var line = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == 1000 { return (line, true) }
      line.unicodeScalars.append(
        scalar == "\n" || scalar == "\r" || scalar == "\t" || ControlPictures.isLineEnd(scalar.value)
          ? " " : scalar)
      count += 1
    }
    return (line, false)
  }
}
