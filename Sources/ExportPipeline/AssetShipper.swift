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
  let keeper: SiteKeeper
  /// What pages need to know of the style; known before any font is compressed.
  let style: SiteStyle
  /// SHA-256 of each face's subset.
  let digests: [String]

  init(look: Look, fonts: FontSet, assets: SiteAssets, folder: OutputFolder, keeper: SiteKeeper) {
    (self.fonts, self.assets, self.folder, self.keeper) = (fonts, assets, folder, keeper)
    let theme = look.theme
    digests = fonts.faces.map { MediaFile.sha256(of: $0.subset) }
    style = SiteStyle(
      columnWidth: theme.columnWidth, extraWidth: Theme.extraWidth, shownWidth: Int(theme.shownWidth.px),
      bubbleRadius: theme.cornerRadius, groupedRadius: theme.joinedRadius, tail: theme.tail,
      avatarRadius: theme.avatarRadius, panelRadius: theme.panelRadius, bubbleOutline: theme.bubbleOutline,
      bubbleInsets: theme.bubbleInsets, bubbleWidth: theme.columnWidth.share(theme.textShare),
      common: theme.commonGeometry, palette: look.palette, roles: theme.styles,
      faces: zip(fonts.faces, digests).map { FaceCSS(file: Self.file(of: $0, $1), slot: $0.slot) },
      hasEmojiPictures: fonts.emoji.contains { !$0.png.isEmpty }, isLow: theme.shortChat == .bottom)
  }

  /// Compresses and writes everything, up to `jobs` faces at the same time, and tells of the fonts, each with its file.
  func ship(jobs: Int) async throws -> (fonts: [ExportReport.Font], files: [KeptFile]) {
    var files: [Int: KeptFile] = [:]
    try await withThrowingTaskGroup(of: [Int: KeptFile].self) { group in
      for lane in lanes(jobs) {
        group.addTask {
          var files: [Int: KeptFile] = [:]
          for place in lane {
            try Task.checkCancellation()
            files[place] = try ship(place)
          }
          return files
        }
      }
      for try await shipped in group { files.merge(shipped) { $1 } }
    }
    var shipped: (fonts: [ExportReport.Font], files: [KeptFile]) = ([], [])
    for (place, face) in fonts.faces.enumerated() {
      guard let file = files[place] else { continue }
      shipped.files.append(file)
      shipped.fonts.append(
        ExportReport.Font(face: face.sourceName, bytes: file.size, glyphSource: face.postScriptName))
    }
    for emoji in fonts.emoji where !emoji.png.isEmpty {
      shipped.files.append(
        try keeper.write(emoji.png, to: "assets/emoji/\(EmojiPicture.fileName(of: emoji.text))"))
    }
    shipped.files.append(try keeper.write(style.sheet(), to: "assets/theme.css"))
    for path in assets.published {
      shipped.files.append(try keeper.write(try assets.published(path), to: "assets/\(path)"))
    }
    return shipped
  }

  /// The faces' places, dealt out so that each lane has about as much to compress: the largest first, each to the lane
  /// that has least. Those whose compression needs much memory are all in the first.
  private func lanes(_ count: Int) -> [[Int]] {
    var lanes = Array(repeating: (size: 0, places: [Int]()), count: max(1, min(count, fonts.faces.count)))
    for (place, face) in fonts.faces.enumerated().sorted(by: {
      $0.element.subset.count > $1.element.subset.count
    }) {
      let size = face.subset.count
      let least = lanes.indices.min { lanes[$0].size < lanes[$1].size } ?? 0
      let lane = FontFile.isLarge(size) ? 0 : least
      lanes[lane].size += size
      lanes[lane].places.append(place)
    }
    return lanes.map(\.places)
  }

  /// Compressing a face takes longer than laying out many pages, so one that was compressed already is kept.
  private func ship(_ place: Int) throws -> KeptFile {
    let path = "assets/\(style.faces[place].file)"
    let key = ProgramIdentity.current.map { $0 + digests[place] } ?? ""
    if let kept = keeper.known(path, key: key), try keeper.keep(kept) { return kept }
    let bytes = try FontFile.woff2(
      fonts.faces[place].subset, effort: isOnEachPage(place) ? .most : .little)
    try folder.write(path, bytes)
    return KeptFile(path: path, key: key, size: bytes.count, checksum: Checksum(of: bytes.span))
  }

  /// Whether it is the face of plain text or of headings: all pages have both.
  private func isOnEachPage(_ place: Int) -> Bool {
    let slot = fonts.faces[place].slot
    return (slot == .regular || slot == .bold) && fonts.faces.firstIndex { $0.slot == slot } == place
  }

  /// The name changes with the content, so that a browser never mixes a cached face with other pages.
  private static func file(of face: ExportFace, _ digest: String) -> String {
    "fonts/\(FolderNames.plain(face.sourceName))-\(digest.prefix(8)).woff2"
  }
}

extension Theme {
  /// What most rows laid out with this theme share.
  fileprivate var commonGeometry: CommonGeometry {
    CommonGeometry(
      sideMargin: sideMargin, incomingLeft: sideMargin + avatar + avatarGap, bubbleTop: groupGap,
      nameTop: rowGap, namedTop: usualNamedTop,
      avatar: avatar, innerRadius: innerRadius, barRadius: quoteBar.half,
      quotePadding: quotePadding, chipRadius: reactionHeight.half,
      chipPadding: reactionPadding, chipBottom: bubbleInsets.bottom, timeBottom: usualTimeBottom,
      lowTimeBottom: timeLineBottom, chipTimeBottom: usualChipTimeBottom)
  }
}
