internal import Frames

extension FrameIcon {
  /// The icon as SVG path data in a square of 24, to be filled by the even-odd rule.
  var drawing: StaticString {
    switch self {
    case .document: "M5 2h8v7h6v13H5zM15 2.5 18.5 7H15z"
    case .sound: "M9 5.5 20 3v13.5a3.5 3 0 1 1-2-2.7V8.2l-7 1.6v8.7a3.5 3 0 1 1-2-2.7z"
    case .film: "M2.5 5h19v14h-19zM10 8.3v7.4l6-3.7z"
    case .picture:
      "M3 4.5h18v15H3zM5.5 17h13l-4.3-6-3.2 4-2.2-2.3zM7 8.3a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0z"
    }
  }
}
