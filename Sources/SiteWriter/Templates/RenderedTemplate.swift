import HTML

/// The fields of a shell that a writer fills in, instead of values: a few cases, numbered from 0.
protocol ShellField: RawRepresentable, Sendable where RawValue == UInt8 {}

extension ShellField {
  /// The value that a template renders as this field's mark, which is not escaped.
  var mark: TemplateMark { TemplateMark(digit: UInt8(ascii: "0") &+ rawValue) }

  /// The field of a mark.
  init?(_ mark: TemplateMark) { self.init(digit: mark.digit) }

  /// The field whose mark has `digit` after the mark byte.
  fileprivate init?(digit: UInt8) { self.init(rawValue: digit &- UInt8(ascii: "0")) }
}

/// The bytes of a field in a rendered shell: a byte used nowhere else, and a digit.
struct TemplateMark: Sendable {
  /// Begins a mark. The escaper removes control characters from values, and templates may not contain any.
  static let byte: UInt8 = 0x01

  fileprivate let digit: UInt8

  /// The mark as written in the shell.
  var bytes: [UInt8] { [Self.byte, digit] }
}

/// A rendered shell with marks in it, cut at the marks.
struct RenderedTemplate<Field: ShellField>: Sendable {
  private var text: [UInt8] = []
  /// The fields, and the index in `text` of each.
  private var fields: [(index: Int, field: Field)] = []

  /// Cuts `rendered` at its marks.
  init(_ rendered: Span<UInt8>) {
    text.reserveCapacity(rendered.count)
    var index = 0
    while index < rendered.count {
      if rendered[index] == TemplateMark.byte, index + 1 < rendered.count,
        let field = Field(digit: rendered[index + 1])
      {
        fields.append((text.count, field))
        index += 2
      } else {
        text.append(rendered[index])
        index += 1
      }
    }
  }

  /// Writes the shell; `fill` writes the value of a field.
  func write(to html: inout HTMLWriter, fill: (Field, inout HTMLWriter) -> Void) {
    var start = 0
    for (index, field) in fields {
      html.append(shell: text.span.extracting(start..<index))
      fill(field, &html)
      start = index
    }
    html.append(shell: text.span.extracting(start..<text.count))
  }
}
