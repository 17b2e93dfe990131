import PDF

/// The icons of the site, as paths of a PDF.
///
/// Reads the commands that the program's own drawings use (SVG 2 §9.3): M, L, H, V, C, S, A and Z, absolute and relative.
struct IconPath {
  private var numbers: [Double] = []
  private var path = PDFPath()
  private let point: (Double, Double) -> PDFPoint
  private let scale: Double
  private var (x, y) = (0.0, 0.0)
  private var start = (0.0, 0.0)
  /// The second control point of the last curve.
  private var control = (0.0, 0.0)

  private init(scale: Double, point: @escaping (Double, Double) -> PDFPoint) {
    (self.scale, self.point) = (scale, point)
  }

  /// Returns a drawing whose view box of `size` units is fitted into a rectangle.
  static func path(_ drawing: StaticString, size: (width: Double, height: Double), in box: PDFRectangle)
    -> PDFPath
  {
    let scale = min(box.width / size.width, box.height / size.height)
    let left = (box.left + box.right) / 2 - size.width * scale / 2
    let top = (box.bottom + box.top) / 2 + size.height * scale / 2
    var reader = IconPath(scale: scale) { PDFPoint(x: left + $0 * scale, y: top - $1 * scale) }
    reader.read(drawing.description)
    return reader.path
  }

  private mutating func read(_ drawing: String) {
    var command: Character = "M"
    var word = ""
    func isCommand(_ letter: Character) -> Bool { letter.isLetter }
    // The last command runs like one before another.
    for letter in drawing + "X" {
      // A minus, or a second point, begins a number.
      let endsWord =
        isCommand(letter) || letter == " " || letter == "," || letter == "-"
        || letter == "." && word.contains(".")
      if endsWord, !word.isEmpty {
        numbers.append(Double(word) ?? 0)
        word = ""
      }
      if isCommand(letter) {
        run(command)
        command = letter
        if letter == "z" || letter == "Z", !path.isEmpty {
          path.close()
          (x, y) = start
        }
      } else if letter != " ", letter != "," {
        word.append(letter)
      }
    }
  }

  /// Runs a command with all numbers after it, as often as they suffice.
  private mutating func run(_ command: Character) {
    let isRelative = command.isLowercase
    var at = numbers[...]
    var name = Character(command.uppercased())
    while let step = Self.step(name, &at) {
      let (dx, dy) = isRelative ? (x, y) : (0, 0)
      switch name {
      case "M":
        (x, y) = (step[0] + dx, step[1] + dy)
        start = (x, y)
        path.move(to: point(x, y))
        name = "L"
      case "L":
        (x, y) = (step[0] + dx, step[1] + dy)
        path.line(to: point(x, y))
      case "H":
        x = step[0] + dx
        path.line(to: point(x, y))
      case "V":
        y = step[0] + dy
        path.line(to: point(x, y))
      case "C":
        let a = point(step[0] + dx, step[1] + dy)
        control = (step[2] + dx, step[3] + dy)
        (x, y) = (step[4] + dx, step[5] + dy)
        path.curve(a, point(control.0, control.1), to: point(x, y))
      case "S":
        // The first control point mirrors the last one.
        let a = point(2 * x - control.0, 2 * y - control.1)
        control = (step[0] + dx, step[1] + dy)
        (x, y) = (step[2] + dx, step[3] + dy)
        path.curve(a, point(control.0, control.1), to: point(x, y))
      default:
        (x, y) = (step[5] + dx, step[6] + dy)
        path.arc(
          to: point(x, y), radii: PDFPoint(x: step[0] * scale, y: step[1] * scale), isLarge: step[3] != 0,
          isClockwise: step[4] != 0)
      }
    }
    numbers = []
  }

  private static func step(_ name: Character, _ numbers: inout ArraySlice<Double>) -> [Double]? {
    let counts: [Character: Int] = ["M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7]
    guard let count = counts[name], numbers.count >= count else { return nil }
    defer { numbers = numbers.dropFirst(count) }
    return Array(numbers.prefix(count))
  }
}
