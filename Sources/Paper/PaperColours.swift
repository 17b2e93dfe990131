import Frames
import PDF
import SiteWriter

/// The colours of one part of a sheet: an incoming or outgoing bubble, or the paper itself.
///
/// They follow the style sheets of the site's pages, with the colours that the theme has for paper. Colours with an opacity are
/// mixed with what is under them, so that nothing on a sheet is transparent but the grounds over pictures.
struct PaperColours {
  /// The parts that items can be in.
  enum Ground: Hashable {
    case incoming, outgoing
    /// A message without a bubble.
    case bare
    /// A day or a notice.
    case pill
  }

  let style: PaperStyle
  let ground: Ground

  private var isOut: Bool { ground == .outgoing }

  /// The colour of a role as it is on white paper.
  func colour(_ role: ColourRole) -> PDFColour { PDFColour(opaque(role)) }

  private func opaque(_ role: ColourRole) -> Colour {
    let white = Colour(red: 255, green: 255, blue: 255)
    let colour = style.palette.colour(role, in: .print) ?? white
    return colour.over(style.palette.colour(.wall, in: .print)?.over(white) ?? white)
  }

  /// The colour of text that has none of its own.
  var current: PDFColour {
    switch ground {
    case .incoming: colour(.incomingInk)
    case .outgoing: colour(.outgoingInk)
    case .bare: colour(.inkSoft)
    case .pill: colour(.pillInk)
    }
  }

  /// The colour of the bubble.
  var bubble: PDFColour { colour(isOut ? .outgoing : .incoming) }
  /// The colour of the line around it.
  var bubbleLine: PDFColour { colour(isOut ? .outgoingLine : .incomingLine) }
  /// The colour of grounds inside it.
  var tint: PDFColour { colour(ground == .bare ? .incoming : isOut ? .outgoingTint : .incomingTint) }
  /// The colour of less important text.
  var soft: PDFColour { colour(ground == .bare ? .inkSoft : isOut ? .outgoingSoft : .incomingSoft) }
  /// The colour of links.
  var link: PDFColour { colour(ground == .bare ? .accent : isOut ? .outgoingLink : .incomingLink) }

  /// The text colour mixed into the bubble's, as rules and grounds of code have it.
  func faint(_ share: Double) -> PDFColour {
    let ink = opaque(
      ground == .incoming ? .incomingInk : isOut ? .outgoingInk : ground == .pill ? .pillInk : .inkSoft)
    let paper = opaque(ground == .incoming ? .incoming : isOut ? .outgoing : .wall)
    return PDFColour(paper.mixed(with: ink, share: share))
  }

  /// A colour mixed into the paper.
  func faint(_ role: ColourRole, _ share: Double) -> PDFColour {
    PDFColour(opaque(.wall).mixed(with: opaque(role), share: share))
  }

  /// The colour of text of a role that names a person, or of none.
  func text(_ role: TextRole, of person: PersonID) -> PDFColour {
    switch role {
    case .name: ink(of: person) ?? colour(isOut ? .outgoingSoft : .name)
    case .quoteName:
      isOut
        ? outgoingInk(of: person) ?? colour(.outgoingSoft)
        : ink(of: person) ?? colour(ground == .bare ? .accent : .incomingLink)
    case .quote, .cardLabel: colour(isOut ? .outgoingSoft : .incomingSoft)
    case .time, .cardFact: soft
    case .cardText: ground == .bare ? colour(.incomingInk) : current
    case .day, .notice: colour(.pillInk)
    case .initials: colour(.avatarInk)
    case .reaction: colour(.reactionInk)
    case .body, .heading, .code, .cardTitle, .bigEmoji: current
    }
  }

  /// The colour of the bar of a quotation.
  func bar(of person: PersonID) -> PDFColour {
    isOut ? outgoingInk(of: person) ?? colour(.outgoingSoft) : ink(of: person) ?? colour(.accent)
  }

  /// The colour of an avatar without a picture.
  func avatar(of person: PersonID) -> PDFColour { colour(role(of: person) ?? .person0) }

  private func role(of person: PersonID) -> ColourRole? {
    style.personColours[person].map { ColourRole.people[$0] }
  }

  private func ink(of person: PersonID) -> PDFColour? {
    role(of: person).flatMap { style.palette.ink(of: $0, in: .print) }.map(PDFColour.init)
  }

  private func outgoingInk(of person: PersonID) -> PDFColour? {
    role(of: person).flatMap { style.palette.outgoingInk(of: $0, in: .print) }.map(PDFColour.init)
  }
}

extension PDFColour {
  init(_ colour: Colour) { self.init(red: colour.red, green: colour.green, blue: colour.blue) }
}
