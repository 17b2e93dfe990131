internal import HTML
internal import Mustache
internal import Phrases
internal import SiteFiles

/// A page around its content: a Mustache template from `Templates/`, filled with values that are escaped here.
///
/// The template language escapes by character, so that a quotation mark with a combining accent would pass as
/// one unknown character; therefore escaping is done by `HTMLWriter`, and templates that ask for unescaped values
/// are refused.
struct Template: Sendable {
  private let parts: [Part]

  /// A part of the template.
  fileprivate enum Part {
    /// Lines without a tag.
    case text(String)
    case template(MustacheTemplate)
  }

  /// The template with this source. `name` is for error messages.
  init(_ source: String, name: String) throws(SiteAssetsError) {
    if let sign = Self.refusedSign(in: source) {
      throw .unusableTemplate(
        name: name, reason: "'{{\(sign)' is not allowed, because every value must be escaped")
    }
    guard !source.utf8.contains(Placeholder.byte) else {
      throw .unusableTemplate(name: name, reason: "it has the control character U+0001")
    }
    for phrase in NamedPhrases.names(in: source) where Phrase(rawValue: phrase) == nil {
      throw .unusableTemplate(
        name: name, reason: "there is no phrase '\(phrase)'; Public/phrases/en.json lists them")
    }
    do {
      MustacheContentTypes.register(EscapedHTML(), named: EscapedHTML.name)
      parts = try Self.parsed(source)
    } catch {
      throw .unusableTemplate(name: name, reason: "\(error)")
    }
  }

  /// The template, a few lines at a time: for each tag the library counts all that is left of what it was given. Lines
  /// without a tag it need not look through.
  private static func parsed(_ source: String) throws -> [Part] {
    func parsed(_ part: some StringProtocol) throws -> Part {
      .template(try MustacheTemplate(string: "{{% CONTENT_TYPE:\(EscapedHTML.name)}}\n" + part))
    }
    do {
      var parts: [Part] = []
      for part in TemplateParts(of: source) {
        if part.hasTag {
          parts.append(try parsed(part.text))
        } else if case .text(let before) = parts.last {
          parts[parts.count - 1] = .text(before + part.text)
        } else {
          parts.append(.text(String(part.text)))
        }
      }
      return parts
    } catch {
      // The error says where it is in the whole.
      return [try parsed(source)]
    }
  }

  /// The sign behind the braces of a tag that values would leave unescaped, or that changes what tags are.
  private static func refusedSign(in source: String) -> Character? {
    let brace = UInt8(ascii: "{")
    var braces = 0
    for byte in source.utf8 {
      if braces >= 2, "{&%>=".utf8.contains(byte) { return Character(Unicode.Scalar(byte)) }
      braces = byte == brace ? braces + 1 : 0
    }
    return nil
  }

  /// The shell rendered with the values, whose marks are left open.
  func form<Field: ShellField>(_ values: [String: Any], of _: Field.Type) -> RenderedTemplate<Field> {
    let values = NamedValues(values)
    return RenderedTemplate(parts.map { $0.render(values) }.joined().utf8.span)
  }

  /// Writes the page with the values filled in.
  func write(_ values: [String: Any], to html: inout HTMLWriter) {
    let values = NamedValues(values)
    for part in parts { html.append(shell: part.render(values).utf8.span) }
  }
}

extension SiteAssets {
  /// Returns the halves of a template before and after `marker`, where `what` goes.
  func shells(of name: String, around marker: String, for what: String) throws(SiteAssetsError)
    -> (before: Template, after: Template)
  {
    let parts = try template(named: name).split(separator: marker, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .unusableTemplate(
        name: name, reason: "it must have '\(marker)' once, where \(what) go")
    }
    // The line ends with what is put there.
    let after = parts[1].hasPrefix("\n") ? parts[1].dropFirst() : parts[1]
    return (try Template(String(parts[0]), name: name), try Template(String(after), name: name))
  }
}

extension Template.Part {
  fileprivate func render(_ values: NamedValues) -> String {
    switch self {
    case .text(let text): text
    case .template(let template): template.render(values)
    }
  }
}

/// Values as the template language looks for them: it asks a dictionary each time anew whether it has any by name, which
/// takes longer than giving one.
private struct NamedValues: MustacheParent {
  private let values: [String: Any]

  init(_ values: [String: Any]) {
    self.values = values.mapValues { value in
      switch value {
      case is String, is Int: value
      case let list as [[String: Any]]: list.map(NamedValues.init)
      case let values as [String: Any]: NamedValues(values)
      default: value
      }
    }
  }

  func child(named name: String) -> Any? { values[name] }
}

/// HTML whose values are escaped by the page writer, byte by byte.
private struct EscapedHTML: MustacheContentType {
  static let name = "CHATEXPORT"

  func escapeText(_ text: String) -> String {
    var html = HTMLWriter(capacity: text.utf8.count)
    html.attribute(text)
    return String(decoding: html.bytes, as: UTF8.self)
  }
}
