import Frames

extension RowLayouter {
  /// Returns a waveform of as many bars as fit the box.
  func waveform(_ levels: [UInt8], in size: Size) -> FrameWaveform {
    let thickness = max(1, theme.waveBar)
    let step = thickness + max(1, theme.waveGap)
    let count = max(1, Int((size.width + theme.waveGap).raw / step.raw))
    let longest = max(.zero, (size.height - thickness).half)
    let bars = (0..<count).map { index in
      let level = min(100, Self.loudest(of: levels, part: index, of: count))
      return FrameWaveform.Bar(
        x: step * index + thickness.half, reach: LayoutUnit(raw: longest.raw * Int32(level) / 100))
    }
    return FrameWaveform(thickness: thickness, bars: bars)
  }

  /// Returns the maximum of the levels of bar `part` of `count`, or the nearest level if there are fewer levels than bars.
  private static func loudest(of levels: [UInt8], part: Int, of count: Int) -> UInt8 {
    guard !levels.isEmpty else { return 0 }
    let start = min(levels.count - 1, part * levels.count / count)
    let end = min(levels.count, max(start + 1, (part + 1) * levels.count / count))
    return levels[start..<end].max() ?? 0
  }
}
