import HTML

/// The values of a template by name, as the models give them.
///
/// A value is a text, a number, a flag, a ``TemplateMark``, ``NamedPhrases``, further values by name, or a list of
/// these.
enum TemplateValue {
  case text(String)
  case mark(TemplateMark)
  case flag(Bool)
  case list([TemplateValue])
  case members([String: TemplateValue])
  case phrases(NamedPhrases)

  /// The value given by a model; nil if templates have no such kind.
  init?(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let number as Int: self = .text(String(number))
    case let flag as Bool: self = .flag(flag)
    case let mark as TemplateMark: self = .mark(mark)
    case let phrases as NamedPhrases: self = .phrases(phrases)
    case let values as [String: Any]: self = .members(values.compactMapValues(TemplateValue.init))
    case let list as [[String: Any]]: self = .list(list.compactMap(TemplateValue.init))
    default: return nil
    }
  }

  /// Returns the member with a name, or nil.
  func member(_ name: String) -> TemplateValue? {
    switch self {
    case .members(let members): members[name]
    case .phrases(let phrases): phrases.phrase(named: name).map(TemplateValue.text)
    case .text, .mark, .flag, .list: nil
    }
  }

  /// The values for which a section is shown, one after the other.
  var shown: [TemplateValue] {
    switch self {
    case .text(let text): text.isEmpty ? [] : [self]
    case .flag(let flag): flag ? [self] : []
    case .list(let list): list
    case .mark, .members, .phrases: [self]
    }
  }
}

/// The values in which a template's names are looked up: the page's, then the values of each section around.
struct TemplateScope {
  private var values: [TemplateValue]

  init(_ values: [String: Any]) { self.values = TemplateValue(values).map { [$0] } ?? [] }

  /// Writes nodes with the values filled in. Every value is escaped.
  func write(_ nodes: [TemplateNode], to html: inout HTMLWriter) {
    for node in nodes {
      switch node {
      case .text(let bytes): html.append(shell: bytes.span)
      case .value(let name):
        switch value(of: name) {
        case .text(let text): html.attribute(text)
        case .mark(let mark): html.append(shell: mark.bytes.span)
        case .flag, .list, .members, .phrases, nil: break
        }
      case .section(let name, let isInverted, let body):
        let shown = value(of: name)?.shown ?? []
        if isInverted {
          if shown.isEmpty { write(body, to: &html) }
        } else {
          for value in shown { inside(value).write(body, to: &html) }
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
