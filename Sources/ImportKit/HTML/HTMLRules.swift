/// The rules of HTML for elements of one name, found once for each name of a document.
struct HTMLRules {
  /// The effect of an element on the text around it, beside line breaks.
  enum Role: UInt8 {
    case none
    /// `br`.
    case lineBreak
    /// `img`, whose substitute text counts.
    case picture
    case cell
    case item
    /// `pre`, in which spaces and line ends count.
    case preformatted
  }

  /// The style of the text in an element.
  enum Style: UInt8 {
    case none, bold, italic, underline, strikethrough, code, codeBlock, blockquote, link
  }

  let role: Role
  let style: Style
  /// The line breaks that a browser puts around an element: nil for inline elements, 1 for blocks, 2 for one blank line.
  let lineBreaks: Int?
  /// True if its content is not shown.
  let isHidden: Bool
  /// True for scripts and styles.
  let isProgram: Bool

  /// True for elements that are blocks of their own in Markdown.
  let isMarkdownBlock: Bool

  private static let markdownBlocks: Set<String> = [
    "p", "div", "section", "article", "header", "footer", "main", "aside", "body", "center", "figure",
    "figcaption", "details", "summary", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt",
    "dd", "blockquote", "pre", "table", "hr",
  ]

  init(ofElementNamed name: String) {
    isMarkdownBlock = Self.markdownBlocks.contains(name)
    isProgram = name == "script" || name == "style"
    isHidden = isProgram || ["template", "head", "title", "noscript"].contains(name)
    role =
      switch name {
      case "br": .lineBreak
      case "img": .picture
      case "td", "th": .cell
      case "li": .item
      case "pre": .preformatted
      default: .none
      }
    style =
      switch name {
      case "strong", "b": .bold
      case "em", "i": .italic
      case "u", "ins": .underline
      case "s", "del", "strike": .strikethrough
      case "code", "tt", "kbd", "samp": .code
      case "pre": .codeBlock
      case "blockquote": .blockquote
      case "a": .link
      default: .none
      }
    lineBreaks =
      switch name {
      case "div", "section", "article", "header", "footer", "main", "aside", "nav", "li", "tr", "table", "ul",
        "ol", "dl", "dt", "dd", "pre", "blockquote", "figure", "figcaption", "details", "summary", "address",
        "form", "hr":
        1
      case "p", "h1", "h2", "h3", "h4", "h5", "h6": 2
      default: nil
      }
  }
}
