import HTML

/// The values of a template by name, as the models give them.
typealias TemplateValues = [String: TemplateValue]

/// A value of a template: a text, a number, a flag, a ``TemplateMark``, ``NamedPhrases``, further values by name, or a list of these.
enum TemplateValue {
  case text(String)
  case number(Int)
  case mark(TemplateMark)
  case flag(Bool)
  case list([TemplateValues])
  case members(TemplateValues)
  case phrases(NamedPhrases)

  /// Returns the member with a name, or nil.
  func member(_ name: String) -> TemplateValue? {
    switch self {
    case .members(let members): members[name]
    case .phrases(let phrases): phrases.phrase(named: name).map(TemplateValue.text)
    case .text, .number, .mark, .flag, .list: nil
    }
  }

  /// True if a section of the value is shown.
  var isShown: Bool {
    switch self {
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .list(let list): !list.isEmpty
    case .number, .mark, .members, .phrases: true
    }
  }
}

/// The values in which a template's names are looked up: the page's, then the values of each section around.
struct TemplateScope {
  private var values: [TemplateValue]

  init(_ values: TemplateValues) { self.values = [.members(values)] }

  /// Writes nodes with the values filled in, and marks by `fill`. Every value is escaped.
  func write(
    _ nodes: [TemplateNode], to html: inout HTMLWriter, fill: (TemplateMark, inout HTMLWriter) -> Void
  ) {
    for node in nodes {
      switch node {
      case .text(let bytes): html.append(shell: bytes.span)
      case .value(let name):
        switch value(of: name) {
        case .text(let text): html.attribute(text)
        case .number(let number): html.integer(number)
        case .mark(let mark): fill(mark, &html)
        case .flag, .list, .members, .phrases, nil: break
        }
      case .section(let name, let isInverted, let body):
        let value = value(of: name)
        guard let value, value.isShown else {
          if isInverted { write(body, to: &html, fill: fill) }
          continue
        }
        if isInverted { continue }
        if case .list(let list) = value {
          for values in list { inside(.members(values)).write(body, to: &html, fill: fill) }
        } else {
          inside(value).write(body, to: &html, fill: fill)
        }
      }
    }
  }

  /// The scope inside a section of `value`.
  private func inside(_ value: TemplateValue) -> TemplateScope {
    var scope = self
    scope.values.append(value)
    return scope
  }

  /// Returns the value of a name: the innermost value with its first word decides.
  private func value(of name: TemplateName) -> TemplateValue? {
    guard let first = name.words.first else { return values.last }
    for value in values.reversed() {
      if let found = value.member(first) {
        return name.words.dropFirst().reduce(found) { $0?.member($1) }
      }
    }
    return nil
  }
}
