import Fonts
import MediaProbe
import PDF

/// The pictures of a document, each written once.
struct PictureStore {
  /// A picture that is written.
  struct Picture {
    var reference: PDFReference
    /// The size as it is seen, in pixels.
    var width: Double
    var height: Double
    /// The EXIF orientation.
    var orientation = 1
  }

  private let bytes: (String) -> [UInt8]?
  private let fonts: FontSet
  /// The pictures that have a box in their place, in the order in which they were met.
  private(set) var undrawn: [UndrawnPicture] = []
  private var known: [String: Picture?] = [:]
  private var emoji: [String: Picture?] = [:]

  /// A store of pictures whose files `bytes` returns by their paths in frames.
  init(fonts: FontSet, bytes: @escaping (String) -> [UInt8]?) { (self.fonts, self.bytes) = (fonts, bytes) }

  /// Returns the picture at a path, written now if it is new; nil if it cannot be shown.
  mutating func picture(at path: String, in document: inout PDFDocument) throws -> Picture? {
    if let found = known[path] { return found }
    switch try bytes(path).map({ try Self.add($0, to: &document) }) ?? .failure(.unread) {
    case .success(let picture): known[path] = picture
    case .failure(let problem):
      known[path] = .some(nil)
      undrawn.append(UndrawnPicture(path: path, problem: problem))
    }
    return known[path] ?? nil
  }

  /// Returns the picture of an emoji; nil if there is none.
  mutating func picture(ofEmoji text: String, in document: inout PDFDocument) throws -> Picture? {
    if let found = emoji[text] { return found }
    var made: Picture?
    let scalars = text.unicodeScalars.map(\.value)
    if let index = fonts.emojiIndex(of: scalars[...]) {
      let file = fonts.picture(ofEmoji: Int(index))
      if !file.isEmpty, case .success(let picture) = try Self.add(file, to: &document) { made = picture }
    }
    emoji[text] = .some(made)
    return made
  }

  /// Adds a picture to the document, unless there is a reason not to.
  private static func add(
    _ file: [UInt8], to document: inout PDFDocument
  ) throws -> Result<Picture, UndrawnPicture.Problem> {
    guard PictureFile.isWhole(file) else { return .failure(.damaged) }
    if let jpeg = PDFPicture.JPEG(file.span) {
      let reference = document.reserve()
      try document.beginPicture(reference, jpeg, count: file.count)
      try document.write(file.span)
      try document.endStream()
      let orientation = PicturePixels.orientation(ofPhotograph: file.span)
      let isTurned = orientation >= 5
      return .success(
        Picture(
          reference: reference, width: Double(isTurned ? jpeg.height : jpeg.width),
          height: Double(isTurned ? jpeg.width : jpeg.height), orientation: orientation))
    }
    if let png = PNGFile(file.span) {
      let reference = document.reserve()
      try document.addPicture(reference, png, of: file.span)
      return .success(
        Picture(reference: reference, width: Double(png.width), height: Double(png.height)))
    }
    let pixels: PicturePixels
    do throws(PicturePixels.Problem) { pixels = try PicturePixels(file: file.span) } catch {
      return .failure(UndrawnPicture.Problem(error))
    }
    let reference = document.reserve()
    try document.addPicture(
      reference, width: pixels.width, height: pixels.height, rgb: pixels.rgb.span, alpha: pixels.alpha)
    return .success(
      Picture(reference: reference, width: Double(pixels.width), height: Double(pixels.height)))
  }
}

extension PDFContent {
  /// Draws a picture over a rectangle, turned as its photographer held the camera.
  mutating func draw(_ picture: PictureStore.Picture, in box: PDFRectangle) {
    let (w, h) = (box.width, box.height)
    let (origin, across, up): ((Double, Double), (Double, Double), (Double, Double)) =
      switch picture.orientation {
      case 2: ((box.right, box.bottom), (-w, 0), (0, h))
      case 3: ((box.right, box.top), (-w, 0), (0, -h))
      case 4: ((box.left, box.top), (w, 0), (0, -h))
      case 5: ((box.right, box.top), (0, -h), (-w, 0))
      case 6: ((box.left, box.top), (0, -h), (w, 0))
      case 7: ((box.left, box.bottom), (0, h), (w, 0))
      case 8: ((box.right, box.bottom), (0, h), (-w, 0))
      default: ((box.left, box.bottom), (w, 0), (0, h))
      }
    draw(
      picture.reference, origin: PDFPoint(x: origin.0, y: origin.1),
      across: PDFPoint(x: across.0, y: across.1),
      up: PDFPoint(x: up.0, y: up.1))
  }
}

extension PDFRectangle {
  /// Returns the box of a picture that covers this one, or lies in it, with its own proportions.
  func box(of picture: PictureStore.Picture, covering: Bool) -> PDFRectangle {
    guard picture.width > 0, picture.height > 0, width > 0, height > 0 else { return self }
    let (across, up) = (width / picture.width, height / picture.height)
    let factor = covering ? max(across, up) : min(across, up)
    let (w, h) = (picture.width * factor, picture.height * factor)
    let (x, y) = ((left + right) / 2, (bottom + top) / 2)
    return PDFRectangle(left: x - w / 2, bottom: y - h / 2, right: x + w / 2, top: y + h / 2)
  }
}
