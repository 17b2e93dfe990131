public import Frames
import HTML

extension HTMLWriter {
  /// A picture shown in place of a character.
  mutating func emoji(_ image: FrameImage, _ item: ItemPosition) {
    guard let path = image.path else { return }
    raw("<img class=\"custom\" loading=\"lazy\" decoding=\"async\" alt=\"")
    attribute(image.alt)
    raw("\" title=\"")
    attribute(image.alt)
    raw("\" src=\"../")
    self.path(path)
    raw("\"")
    area(item)
    raw("\">")
  }

  /// The bars of a recording as one path, stroked with round ends.
  mutating func waveform(_ waveform: FrameWaveform, _ item: ItemPosition) {
    raw("<svg class=\"waveform\" aria-hidden=\"true\" viewBox=\"0 0 ")
    px(item.rect.width)
    raw(" ")
    px(item.rect.height)
    raw("\" stroke-width=\"")
    px(waveform.thickness)
    raw("\"")
    area(item)
    raw("\"><path d=\"")
    let middle = item.rect.height.half
    for bar in waveform.bars {
      raw("M")
      px(bar.x)
      raw(" ")
      px(middle - bar.reach)
      raw("v")
      px(bar.reach * 2)
    }
    raw("\"/></svg>")
  }

  /// Writes the mark of a message's delivery status.
  mutating func status(_ status: FrameStatus, _ item: ItemPosition) {
    switch status.kind {
    case .failed: raw("<span class=\"status failed\"")
    case .read: raw("<span class=\"status seen\"")
    case .sending, .sent, .delivered: raw("<span class=\"status\"")
    }
    raw(" role=\"img\" aria-label=\"")
    attribute(status.name)
    raw("\" title=\"")
    attribute(status.name)
    raw("\"")
    area(item)
    raw(status.kind == .failed ? "\"><svg viewBox=\"0 0 24 24\"" : "\"><svg viewBox=\"0 0 30 20\"")
    raw(" aria-hidden=\"true\"><path d=\"")
    raw(status.kind.drawing)
    raw("\"/></svg></span>")
  }
}

extension FrameStatus.Kind {
  /// Ticks and clock as lines in a box of 30 by 20; the mark of a failure to be filled, in a square of 24.
  public var drawing: StaticString {
    switch self {
    case .sending: "M15 2a8 8 0 1 1 0 16a8 8 0 1 1 0-16M15 5.5V10l3 2.5"
    case .sent: "M8 10.5l5 5L23 4"
    case .delivered: "M2.5 10.5l5 5L17 4M12.5 14l1.5 1.5L24.5 4"
    case .read: "M2.5 10.5l5 5L17 4M12.5 14l1.5 1.5L24.5 4"
    case .failed:
      "M12 1a11 11 0 1 1 0 22a11 11 0 1 1 0-22zM10.6 5.5h2.8l-.4 8.5h-2zM12 15.6a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 1 1 0-3.2z"
    }
  }
}
