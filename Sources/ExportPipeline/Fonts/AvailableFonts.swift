import Fonts
import Frames
import Reuse
import SiteFiles
import SiteWriter
import Storage

/// The fonts that an export can choose from.
struct AvailableFonts: Sendable {
  let catalog: FontCatalog
  /// A digest of them: names, tables and the bytes of faces that replace bundled ones. A text's faces and measures are a
  /// function of it, the text, the conversation's language and the theme, so it is part of every page's key.
  let identity: String

  /// The bundled faces, each with its use.
  private static let bundled: [(name: String, slot: FaceSlot)] = [
    ("Inter-Regular.otf", .regular), ("Inter-Italic.otf", .italic), ("Inter-SemiBold.otf", .bold),
    ("Inter-SemiBoldItalic.otf", .boldItalic), ("JetBrainsMono-Regular.ttf", .code),
  ]

  /// Loads the bundled faces and the fonts to choose others from. With `isPrepared`, for when they are likely to be
  /// subset, also prepares everything known before the texts.
  init(_ options: ExportOptions, assets: SiteAssets, isPrepared: Bool) throws {
    let sources = try Self.bundled.map { face in
      if let bytes = assets.constant("Public/fonts/" + face.name) {
        return FontSource(name: face.name, constant: bytes, slot: face.slot)
      }
      return FontSource(name: face.name, bytes: try assets.font(named: face.name), slot: face.slot)
    }
    catalog = FontCatalog(bundled: sources, folders: options.fonts.map { [$0] } ?? FontCatalog.systemFolders)
    if isPrepared { catalog.prepare() }
    var key = StableEncoder()
    catalog.eachOfIdentity { key.add($0) }
    // Compiled-in faces are part of the program.
    for path in assets.replaced where path.hasPrefix("Public/fonts/") {
      key.add(path)
      key.add(try assets.bytes(of: path))
    }
    identity = key.digest()
  }
}
