import BubbleLayout
import ChatModel
import ImportKit
import MediaProbe
import SiteFiles
import SiteWriter
import Themes

extension Look {
  /// The requested look, or the one that suits conversations of these kinds, at the requested column width.
  init(_ options: ExportOptions, rooms: [ConversationInfo.Room], assets: SiteAssets) throws {
    let library = ThemeLibrary(assets: assets) { path in
      let bytes: [UInt8]
      do throws(MediaProblem) {
        bytes = try MediaFile.head(ofFile: path, limit: UnreadableTheme.sizeLimit + 1)
      } catch {
        throw UnreadableTheme(error)
      }
      guard bytes.count <= UnreadableTheme.sizeLimit else { throw UnreadableTheme.tooLong }
      return bytes
    }
    let isRoom = !rooms.isEmpty && rooms.allSatisfy { $0 != .none }
    let choice = options.theme ?? (isRoom ? "dense" : "standard")
    self = try library.look(choice).fitted(toWidth: options.width, chosen: choice)
    theme.hasAvatars = !rooms.allSatisfy { $0 == .withoutPictures }
  }
}

/// The reason why a theme file was not read.
private enum UnreadableTheme: Error, CustomStringConvertible {
  case missing, notAFile, tooLong
  case failed(code: Int32)

  static let sizeLimit = 1 << 20

  init(_ problem: MediaProblem) {
    switch problem {
    case .missing: self = .missing
    case .notAFile: self = .notAFile
    case .unreadable(_, let errno): self = .failed(code: errno)
    case .refusedPath, .packed, .interrupted, .broken, .tooLarge: self = .failed(code: 0)
    }
  }

  var description: String {
    switch self {
    case .missing: "there is no such file"
    case .notAFile: "it is a folder, a pipe or a device; name a file"
    case .tooLong: "it is larger than 1 MiB, too large for a theme"
    case .failed(let code): "error \(code); check its permissions"
    }
  }
}
