import Frames

extension RowLayouter {
  /// As many bars as fit the box, each as long as the recording is loud there.
  func waveform(_ levels: [UInt8], in size: Size) -> FrameWaveform {
    let thickness = max(1, theme.waveBar)
    let step = thickness + max(1, theme.waveGap)
    let count = max(1, Int((size.width + theme.waveGap).raw / step.raw))
    let longest = max(.zero, (size.height - thickness).half)
    let bars = (0..<count).map { place in
      let level = min(100, Self.loudest(of: levels, part: place, of: count))
      return FrameWaveform.Bar(
        x: step * place + thickness.half, reach: LayoutUnit(raw: longest.raw * Int32(level) / 100))
    }
    return FrameWaveform(thickness: thickness, bars: bars)
  }

  /// The loudest of the levels that fall to one of `count` bars; where there are fewer levels, the nearest one.
  private static func loudest(of levels: [UInt8], part: Int, of count: Int) -> UInt8 {
    guard !levels.isEmpty else { return 0 }
    let start = min(levels.count - 1, part * levels.count / count)
    let end = min(levels.count, max(start + 1, (part + 1) * levels.count / count))
    return levels[start..<end].max() ?? 0
  }
}
