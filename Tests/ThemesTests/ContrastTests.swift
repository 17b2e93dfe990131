import Foundation
import SiteWriter
import Testing
import Themes

/// WCAG 2.2 §1.4.3 and §1.4.6: text stands out from its ground, in every built-in theme and mode.
@Suite struct ContrastTests {
  /// A text and the grounds under it, the uppermost first; a ground that is not opaque lets the next shine through.
  typealias Pair = (text: ColourRole, grounds: [ColourRole])

  static let pairs: [Pair] = {
    var pairs: [Pair] = []
    for text in [ColourRole.ink, .inkSoft, .accent] {
      pairs += [[.page], [.pageGlow], [.wall], [.bar, .wall], [.bar, .incoming], [.bar, .outgoing]].map {
        (text, $0)
      }
      pairs.append((text, [.hover, .bar, .wall]))
    }
    for text in [ColourRole.ink, .inkSoft, .name] { pairs += [(text, [.wall]), (text, [.target, .wall])] }
    for text in [ColourRole.incomingInk, .incomingSoft, .incomingLink] {
      pairs += [(text, [.incoming, .wall]), (text, [.incomingTint, .incoming, .wall])]
    }
    for text in [ColourRole.outgoingInk, .outgoingSoft, .outgoingLink] {
      pairs += [(text, [.outgoing, .wall]), (text, [.outgoingTint, .outgoing, .wall])]
    }
    for under in [ColourRole.wall, .incoming, .outgoing] {
      pairs += [(.pillInk, [.pill, under]), (.accent, [.pill, under])]
    }
    pairs.append((.reactionInk, [.reaction, .incoming]))
    for text in [ColourRole.panelInk, .panelSoft, .accent] {
      pairs += [(text, [.panel, .page]), (text, [.hover, .panel, .page])]
    }
    pairs += [(.panelInk, [.panelTint, .panel]), (.panelSoft, [.panelTint, .panel])]
    let people: [ColourRole] = [
      .person0, .person1, .person2, .person3, .person4, .person5, .person6, .person7,
    ]
    return pairs + people.map { (.avatarInk, [$0]) }
  }()

  @Test(
    "Text has at least 4.5 : 1 against its ground, 7 : 1 for readers who ask for more",
    arguments: ["paper", "slate", "standard"], ColourMode.allCases)
  func contrast(name: String, mode: ColourMode) throws {
    let palette = try Reading.library().look(name).palette
    let least = mode == .contrast || mode == .contrastDark ? 7 : 4.5
    for (text, grounds) in Self.pairs {
      let ratio = try contrast(of: text, on: grounds, over: .white, palette, mode)
      #expect(ratio >= least, "\(text) on \(grounds): \(ratio)")
    }
    for picture in [Light.white, .black] {
      let ratio = try contrast(of: .overlayInk, on: [.overlay], over: picture, palette, mode)
      #expect(ratio >= least, "a time on a picture: \(ratio)")
    }
    // §1.4.11: what is no text and must be seen.
    for ground in [ColourRole.page, .wall] {
      #expect(try contrast(of: .focus, on: [ground], over: .white, palette, mode) >= 3, "focus on \(ground)")
    }
    #expect(try contrast(of: .failed, on: [.wall], over: .white, palette, mode) >= 3, "not sent")
    #expect(try contrast(of: .accent, on: [.reaction, .incoming], over: .white, palette, mode) >= 3)
  }

  @Test("Every theme names the colours of every mode it is asked for")
  func complete() throws {
    for name in try Reading.library().names {
      let palette = try Reading.library().look(name).palette
      for mode in ColourMode.allCases {
        for role in ColourRole.allCases {
          #expect(palette.colour(role, in: mode) != nil, "\(name) \(mode) \(role)")
        }
      }
    }
  }

  private func contrast(
    of text: ColourRole, on grounds: [ColourRole], over bottom: Light, _ palette: Palette, _ mode: ColourMode
  ) throws -> Double {
    func colour(_ role: ColourRole) throws -> Colour { try #require(palette.colour(role, in: mode)) }
    let ground = try grounds.reversed().reduce(bottom) { $0.under(try colour($1)) }
    let luminances = [ground.luminance, ground.under(try colour(text)).luminance].sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }
}

/// An opaque colour with parts of 0…1, as it comes to the eye.
private struct Light {
  var parts: [Double]

  static let white = Light(parts: [1, 1, 1])
  static let black = Light(parts: [0, 0, 0])

  /// This light with a colour laid over it.
  func under(_ colour: Colour) -> Light {
    let alpha = Double(colour.alpha) / 255
    return Light(
      parts: zip([colour.red, colour.green, colour.blue], parts).map {
        Double($0) / 255 * alpha + $1 * (1 - alpha)
      })
  }

  /// Relative luminance (WCAG 2.2).
  var luminance: Double {
    let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
