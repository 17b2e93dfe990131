import BubbleLayout
import Frames
import MediaProbe
import SiteWriter
import TextLayout
import Themes

/// What the pages refer to: the style with its faces, as shipped.
struct ShippedAssets: Sendable {
  var style: SiteStyle
  var report: [ExportReport.Font]
}

/// Writes `assets/`: style sheets, script, fonts, emoji pictures.
struct AssetShipper {
  let look: Look
  let fonts: FontSet
  let assets: SiteAssets
  let folder: OutputFolder

  func ship() throws -> ShippedAssets {
    var faces: [FaceCSS] = []
    var report: [ExportReport.Font] = []
    for face in fonts.faces {
      let bytes = try FontFile.woff2(face.subset)
      // The name changes with the content, so that a browser never mixes a cached face with other pages.
      let file = "fonts/\(FolderNames.plain(face.sourceName))-\(MediaFile.sha256(of: bytes).prefix(8)).woff2"
      try folder.write("assets/\(file)", bytes)
      faces.append(FaceCSS(file: file, slot: face.slot))
      report.append(
        ExportReport.Font(face: face.sourceName, bytes: bytes.count, glyphSource: face.postScriptName))
    }
    for emoji in fonts.emoji where !emoji.png.isEmpty {
      try folder.write("assets/emoji/\(EmojiPicture.fileName(of: emoji.text))", emoji.png)
    }
    let theme = look.theme
    let style = SiteStyle(
      columnWidth: theme.columnWidth, shownWidth: Int(theme.shownWidth.px),
      bubbleRadius: theme.cornerRadius, groupedRadius: theme.joinedRadius, innerRadius: theme.innerRadius,
      avatarRadius: theme.avatarRadius, panelRadius: theme.panelRadius, bubbleOutline: theme.bubbleOutline,
      sideMargin: theme.sideMargin, bubbleInsets: theme.bubbleInsets,
      bubbleWidth: theme.columnWidth.share(theme.textShare), palette: look.palette, roles: theme.styles,
      faces: faces, hasEmojiPictures: fonts.emoji.contains { !$0.png.isEmpty })
    try folder.write("assets/theme.css", style.sheet())
    for path in assets.published { try folder.write("assets/\(path)", try assets.published(path)) }
    return ShippedAssets(style: style, report: report)
  }
}
