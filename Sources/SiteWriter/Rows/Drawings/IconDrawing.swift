public import Frames

extension FrameIcon {
  /// The icon as SVG path data in a square of 24, to be filled by the even-odd rule.
  public var drawing: StaticString {
    switch self {
    case .document: "M5 2h8v7h6v13H5zM15 2.5 18.5 7H15z"
    case .sound: "M9 5.5 20 3v13.5a3.5 3 0 1 1-2-2.7V8.2l-7 1.6v8.7a3.5 3 0 1 1-2-2.7z"
    case .film: "M2.5 5h19v14h-19zM10 8.3v7.4l6-3.7z"
    case .person: "M12 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9zM3 21c0-4.7 4-7.2 9-7.2s9 2.5 9 7.2z"
    case .location:
      "M12 1.5A7.5 7.5 0 0 1 19.5 9c0 5.3-7.5 13.5-7.5 13.5S4.5 14.3 4.5 9A7.5 7.5 0 0 1 12 1.5zM12 6.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 1 0 0-5.6z"
    case .phone:
      "M6.4 2.5 9.6 7.3 7.4 9.7c1.2 2.9 3.2 4.9 6.9 6.9l2.4-2.2 4.8 3.2c0 2.6-1.6 4.4-3.9 4.4C9.5 22 2.5 14.5 2.5 6.4c0-2.3 1.7-3.9 3.9-3.9z"
    case .camera: "M2 6h13v12H2zM16.5 10.5 22 7v10l-5.5-3.5z"
    case .thought:
      "M12 2.5a6.8 6.8 0 0 1 3.9 12.4c-.6.5-.9 1-.9 1.8H9c0-.8-.3-1.3-.9-1.8A6.8 6.8 0 0 1 12 2.5zM9 18h6v1.6H9zM10.2 20.8h3.6c0 1-.8 1.7-1.8 1.7s-1.8-.7-1.8-1.7z"
    case .tool:
      "M3 4h18v16H3zM5.8 8.7 9.1 12l-3.3 3.3 1.4 1.4 4.7-4.7-4.7-4.7zM12.5 15h6v2h-6z"
    case .result:
      "M5 2.5h14v19l-2.3-1.7-2.4 1.7-2.3-1.7-2.3 1.7-2.4-1.7L5 21.5zM8 7v1.8h8V7zM8 11v1.8h8V11zM8 15v1.8h5V15z"
    case .picture:
      "M3 4.5h18v15H3zM5.5 17h13l-4.3-6-3.2 4-2.2-2.3zM7 8.3a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0z"
    }
  }
}
