import BubbleLayout
import Digests
import Fonts
import Frames
import MediaProbe
import Reuse
import SiteFiles
import SiteWriter
import Themes

/// Writes `assets/`: style sheets, script, fonts, emoji pictures.
struct AssetPublisher: Sendable {
  private let context: SiteContext
  /// The style that pages need, known before any font is compressed.
  let style: SiteStyle

  private var fonts: ExportFonts { context.fonts }

  init(_ context: SiteContext, isOnlyConversation: Bool) {
    self.context = context
    let (look, fonts) = (context.look, context.fonts)
    let faces = zip(fonts.set.faces, fonts.digests).map {
      FaceCSS(
        name: $0.className, file: $1.map { [face = $0] in Self.file(of: face, $0) },
        // Our faces are named by their slots.
        slot: $0.className == "f\($0.slot.rawValue)" ? $0.slot : nil)
    }
    var style = SiteStyle(roles: look.theme.styles, faces: faces)
    style.takeNumbers(of: look.theme)
    style.palette = look.palette
    style.isOnlyConversation = isOnlyConversation
    self.style = style
  }

  /// Compresses and writes everything, up to `jobs` faces at once. Returns the fonts for the report, and the files.
  func ship(jobs: Int) async throws -> (fonts: [ExportReport.Font], files: [CachedFile]) {
    var files: [Int: CachedFile] = [:]
    try await withThrowingTaskGroup(of: [Int: CachedFile].self) { group in
      for lane in lanes(jobs) {
        group.addTask {
          var files: [Int: CachedFile] = [:]
          for index in lane where fonts.digests[index] != nil {
            try Task.checkCancellation()
            files[index] = try ship(index)
          }
          return files
        }
      }
      for try await shipped in group { files.merge(shipped) { $1 } }
    }
    var shipped: (fonts: [ExportReport.Font], files: [CachedFile]) = ([], [])
    for (index, face) in fonts.set.faces.enumerated() {
      guard let file = files[index] else { continue }
      shipped.files.append(file)
      shipped.fonts.append(
        ExportReport.Font(face: face.sourceName, bytes: file.size, glyphSource: face.postScriptName))
    }
    for (index, emoji) in fonts.shown.emoji.enumerated() where emoji.hasPicture {
      let path = "assets/emoji/\(EmojiPicture.fileName(of: emoji.text))"
      shipped.files.append(try ship(path) { fonts.shown.picture(ofEmoji: index) })
    }
    shipped.files.append(try context.reusable.write(style.sheet(), to: "assets/theme.css"))
    shipped.files.append(try context.reusable.write(style.flowSheet(), to: "assets/flow.css"))
    for path in context.assets.published {
      shipped.files.append(
        try context.reusable.write(try context.assets.published(path), to: "assets/\(path)"))
    }
    if context.writesRecords, let kept = fonts.kept {
      shipped.files.append(try ship(CachedFonts.path) { kept.bytes })
    }
    return shipped
  }

  /// Writes a file that depends only on the choice of faces; if that is known, reuses the earlier site's.
  private func ship(_ path: String, _ bytes: () -> [UInt8]) throws -> CachedFile {
    if fonts.isKnown, let file = context.reusable.cached(path), try context.reusable.reuse(file) {
      return file
    }
    return try context.reusable.write(bytes(), to: path)
  }

  /// The faces' indexes, divided so that each lane has about as much to compress: the largest first, each to the lane with the
  /// least. Faces that need much memory to compress are all in the first lane.
  private func lanes(_ count: Int) -> [[Int]] {
    var lanes = Array(
      repeating: (size: 0, indices: [Int]()), count: max(1, min(count, fonts.set.faces.count)))
    let bySize = fonts.set.faces.enumerated().sorted { $0.element.size > $1.element.size }
    for (index, size) in bySize.map({ ($0.offset, $0.element.size) }) {
      let least = lanes.indices.min { lanes[$0].size < lanes[$1].size } ?? 0
      let lane = WOFF2File.isLarge(size) ? 0 : least
      lanes[lane].size += size
      lanes[lane].indices.append(index)
    }
    return lanes.map(\.indices)
  }

  /// Compressing a face takes longer than laying out many pages, so a face that is already compressed is kept.
  private func ship(_ index: Int) throws -> CachedFile {
    let path = "assets/\(style.faces[index].file ?? "")"
    let key = ProgramIdentity.current.map { $0 + (fonts.digests[index] ?? "") } ?? ""
    if let kept = context.reusable.cached(path, key: key), try context.reusable.reuse(kept) { return kept }
    try fonts.load()
    let bytes = try WOFF2File.woff2(
      fonts.file(of: fonts.set.faces[index]), effort: isOnEachPage(index) ? .most : .little)
    try context.folder.write(path, bytes)
    return CachedFile(path: path, key: key, size: bytes.count, checksum: Checksum(of: bytes.span))
  }

  /// True for the first face of plain text and of headings, because all pages have both.
  private func isOnEachPage(_ index: Int) -> Bool {
    let faces = fonts.set.faces
    let slot = faces[index].slot
    return (slot == .regular || slot == .bold) && faces.firstIndex { $0.slot == slot } == index
  }

  /// The name changes with the content, so that a browser never mixes a cached face with other pages.
  private static func file(of face: ExportFace, _ digest: String) -> String {
    "fonts/\(FolderNames.plain(face.sourceName))-\(digest.prefix(8)).woff2"
  }
}

extension SiteStyle {
  /// Copies the numbers that a theme's rows are laid out with.
  fileprivate mutating func takeNumbers(of theme: Theme) {
    columnWidth = theme.columnWidth
    extraWidth = Theme.extraWidth
    shownWidth = Int(theme.shownWidth.px)
    bubbleRadius = theme.cornerRadius
    groupedRadius = theme.joinedRadius
    tail = theme.tail
    avatarRadius = theme.avatarRadius
    panelRadius = theme.panelRadius
    bubbleOutline = theme.bubbleOutline
    bubbleInsets = theme.bubbleInsets
    bubbleWidth = theme.columnWidth.share(theme.textShare)
    common = theme.commonGeometry
    isLow = theme.shortChat == .bottom
    isLines = theme.isLines
    nameColumn = theme.wide.nameColumn
  }
}

extension Theme {
  /// The geometry that most rows laid out with this theme share.
  fileprivate var commonGeometry: CommonGeometry {
    var geometry = CommonGeometry()
    geometry.sideMargin = sideMargin
    geometry.incomingLeft = incomingLeft
    geometry.bubbleTop = groupGap
    geometry.nameTop = rowGap
    geometry.namedTop = usualNamedTop
    geometry.avatar = avatar
    geometry.innerRadius = innerRadius
    geometry.barRadius = quoteBar.half
    geometry.quotePadding = quotePadding
    geometry.chipRadius = reactionHeight.half
    geometry.chipPadding = reactionPadding
    geometry.chipBottom = bubbleInsets.bottom
    geometry.timeBottom = usualTimeBottom
    geometry.lowTimeBottom = timeLineBottom
    geometry.chipTimeBottom = usualChipTimeBottom
    return geometry
  }
}
