import BubbleLayout
import Frames
import MediaProbe
import SiteWriter
import TextLayout
import Themes

/// Writes `assets/`: style sheets, script, fonts, emoji pictures.
struct AssetShipper: Sendable {
  let fonts: FontSet
  let assets: SiteAssets
  let folder: OutputFolder
  /// What pages need to know of the style; known before any font is compressed.
  let style: SiteStyle

  init(look: Look, fonts: FontSet, assets: SiteAssets, folder: OutputFolder) {
    (self.fonts, self.assets, self.folder) = (fonts, assets, folder)
    let theme = look.theme
    style = SiteStyle(
      columnWidth: theme.columnWidth, shownWidth: Int(theme.shownWidth.px),
      bubbleRadius: theme.cornerRadius, groupedRadius: theme.joinedRadius,
      avatarRadius: theme.avatarRadius, panelRadius: theme.panelRadius, bubbleOutline: theme.bubbleOutline,
      bubbleInsets: theme.bubbleInsets, bubbleWidth: theme.columnWidth.share(theme.textShare),
      common: theme.commonGeometry, palette: look.palette, roles: theme.styles,
      faces: fonts.faces.map { FaceCSS(file: Self.file(of: $0), slot: $0.slot) },
      hasEmojiPictures: fonts.emoji.contains { !$0.png.isEmpty }, isLow: theme.shortChat == .bottom)
  }

  /// Compresses and writes everything, and tells of the fonts.
  func ship() throws -> [ExportReport.Font] {
    var report: [ExportReport.Font] = []
    for face in fonts.faces {
      try Task.checkCancellation()
      let bytes = try FontFile.woff2(face.subset)
      try folder.write("assets/\(Self.file(of: face))", bytes)
      report.append(
        ExportReport.Font(face: face.sourceName, bytes: bytes.count, glyphSource: face.postScriptName))
    }
    for emoji in fonts.emoji where !emoji.png.isEmpty {
      try folder.write("assets/emoji/\(EmojiPicture.fileName(of: emoji.text))", emoji.png)
    }
    try folder.write("assets/theme.css", style.sheet())
    for path in assets.published { try folder.write("assets/\(path)", try assets.published(path)) }
    return report
  }

  /// The name changes with the content, so that a browser never mixes a cached face with other pages.
  private static func file(of face: ExportFace) -> String {
    "fonts/\(FolderNames.plain(face.sourceName))-\(MediaFile.sha256(of: face.subset).prefix(8)).woff2"
  }
}

extension Theme {
  /// What most rows laid out with this theme share.
  fileprivate var commonGeometry: CommonGeometry {
    CommonGeometry(
      sideMargin: sideMargin, incomingLeft: sideMargin + avatar + avatarGap, bubbleTop: groupGap,
      avatar: avatar, innerRadius: innerRadius, barRadius: quoteBar.half, chipRadius: reactionHeight.half)
  }
}
