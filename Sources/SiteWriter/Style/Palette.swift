import HTML

/// The purpose of a colour of the look. The raw value is its key in a theme file.
public enum ColourRole: String, CaseIterable, Hashable, Sendable {
  /// Ground around the column and of the fronts.
  case page
  /// Top of the ground, which fades into `page`.
  case pageGlow
  /// Ground of the column, under the bubbles.
  case wall
  /// Line around the column.
  case wallEdge
  /// Ground of the bar at the top; content that scrolls under it may show through.
  case bar
  /// Line under the bar.
  case barLine
  /// Text outside bubbles and panels.
  case ink
  /// Less important text outside bubbles: dates, the time of a message without a bubble.
  case inkSoft
  /// Links and buttons outside bubbles, bars of quotes and of shares, the line around one’s own reaction.
  case accent
  /// Laid over the element under the pointer.
  case hover
  /// Ring around the element with the keyboard focus.
  case focus
  /// Laid over the message that a link leads to.
  case target
  /// Shadows of the column, panels and pills.
  case shadow
  /// The shadow of an open menu.
  case menuShadow
  /// Ground of others’ bubbles.
  case incoming
  /// Line around others’ bubbles.
  case incomingLine
  /// Text in others’ bubbles.
  case incomingInk
  /// Less important text in others’ bubbles: times, labels, quoted text.
  case incomingSoft
  /// Links, mentions and quoted names in others’ bubbles.
  case incomingLink
  /// Ground of quotes, cards and code in others’ bubbles.
  case incomingTint
  /// Ground of one’s own bubbles, and of the main button.
  case outgoing
  /// Line around one’s own bubbles.
  case outgoingLine
  /// Text in one’s own bubbles.
  case outgoingInk
  /// Less important text in one’s own bubbles.
  case outgoingSoft
  /// Links in one’s own bubbles.
  case outgoingLink
  /// Ground of quotes, cards and code in one’s own bubbles.
  case outgoingTint
  /// The sender’s name above a group, if no colour was assigned.
  case name
  /// Ground of day separators and notices.
  case pill
  /// Line around them.
  case pillLine
  /// Their text.
  case pillInk
  /// Ground of a reaction.
  case reaction
  /// Line around a reaction.
  case reactionLine
  /// Text of a reaction.
  case reactionInk
  /// Ground of a time on a picture.
  case overlay
  /// A time on a picture.
  case overlayInk
  /// The mark beside a message that was not sent.
  case failed
  /// Ground of panels, menus and buttons.
  case panel
  /// Line around them.
  case panelLine
  /// Text on them.
  case panelInk
  /// Less important text on panels.
  case panelSoft
  /// Ground of months and shares on a panel.
  case panelTint
  /// Initials on an avatar.
  case avatarInk
  /// The colours of people, assigned in turn: grounds of avatars; names and bars of quotations have the same hue, as light or
  /// dark as needed.
  case person0
  case person1
  case person2
  case person3
  case person4
  case person5
  case person6
  case person7

  /// The colours of people.
  public static let people: [ColourRole] = [
    .person0, .person1, .person2, .person3, .person4, .person5, .person6, .person7,
  ]

  /// The purpose of the colour, in a sentence.
  public var meaning: String {
    switch self {
    case .page: "Ground around the column and of the fronts."
    case .pageGlow: "Top of the ground, which fades into `page`."
    case .wall: "Ground of the column, behind the bubbles."
    case .wallEdge: "Line around the column."
    case .bar: "Ground of the bar at the top; what scrolls under it may show through."
    case .barLine: "Line under the bar."
    case .ink: "Text outside bubbles and panels."
    case .inkSoft: "Less important text outside bubbles: dates, the time of a message without a bubble."
    case .accent:
      "Links and buttons outside bubbles, bars of quotes and of shares, the line around one’s own reaction."
    case .hover: "Laid over what the pointer is on."
    case .focus: "Ring around what the keyboard is on."
    case .target: "Laid over the message a link leads to."
    case .shadow: "Shadows of the column, panels and pills."
    case .menuShadow: "The shadow of an open menu."
    case .incoming: "Ground of others’ bubbles."
    case .incomingLine: "Line around others’ bubbles."
    case .incomingInk: "Text in others’ bubbles."
    case .incomingSoft: "Less important text in others’ bubbles: times, labels, quoted text."
    case .incomingLink: "Links, mentions and quoted names in others’ bubbles."
    case .incomingTint: "Ground of quotes, cards and code in others’ bubbles."
    case .outgoing: "Ground of one’s own bubbles, and of the main button."
    case .outgoingLine: "Line around one’s own bubbles."
    case .outgoingInk: "Text in one’s own bubbles."
    case .outgoingSoft: "Less important text in one’s own bubbles."
    case .outgoingLink: "Links in one’s own bubbles."
    case .outgoingTint: "Ground of quotes, cards and code in one’s own bubbles."
    case .name: "The sender’s name above a group, for whom no colour was dealt."
    case .pill: "Ground of day separators and notices."
    case .pillLine: "Line around them."
    case .pillInk: "Their text."
    case .reaction: "Ground of a reaction."
    case .reactionLine: "Line around a reaction."
    case .reactionInk: "Text of a reaction."
    case .overlay: "Ground of a time on a picture."
    case .overlayInk: "A time on a picture."
    case .failed: "The mark beside a message that was not sent."
    case .panel: "Ground of panels, menus and buttons."
    case .panelLine: "Line around them."
    case .panelInk: "Text on them."
    case .panelSoft: "Less important text on panels."
    case .panelTint: "Ground of months and shares on a panel."
    case .avatarInk: "Initials on an avatar."
    case .person0, .person1, .person2, .person3, .person4, .person5, .person6, .person7:
      "A person’s colour: the ground of the avatar, and the name, lighter or darker where it needs to be."
    }
  }

  /// The custom property of the style sheet: `incomingInk` is `--incoming-ink`.
  var property: String {
    rawValue.reduce(into: "--") { name, letter in
      if letter.isUppercase { name += "-" }
      name += letter.lowercased()
    }
  }
}

/// The circumstances for which a look has colours. The raw value is the key in a theme file.
public enum ColourMode: String, CaseIterable, Hashable, Sendable {
  /// The default mode.
  case light
  /// For readers who prefer dark pages.
  case dark
  /// For readers who ask for more contrast.
  case contrast
  /// For readers who ask for both.
  case contrastDark
  /// On paper.
  case print

  /// The mode whose colours apply if this one has none; nil for `light`, which has all.
  public var base: ColourMode? {
    switch self {
    case .light: nil
    case .dark, .contrast, .print: .light
    case .contrastDark: .dark
    }
  }
}

/// The colours of a look in every mode.
public struct Palette: Hashable, Sendable {
  private var named: [ColourMode: [ColourRole: Colour]] = [:]

  /// An empty palette.
  public init() {}

  /// The colour of a mode itself, nil if it leaves the colour to the mode it is based on.
  public subscript(named role: ColourRole, in mode: ColourMode) -> Colour? {
    get { named[mode]?[role] }
    set { named[mode, default: [:]][role] = newValue }
  }

  /// The colour that applies in a mode; nil if neither it nor a mode it is based on has one.
  public func colour(_ role: ColourRole, in mode: ColourMode) -> Colour? {
    named[mode]?[role] ?? mode.base.flatMap { colour(role, in: $0) }
  }
}

extension Palette {
  /// Writes the custom properties: all colours of the light mode, and for each other mode the colours that differ from it.
  func write(to css: inout HTMLWriter) {
    for mode in ColourMode.allCases {
      // A reader who asks for dark pages and for contrast gets the rules of both modes before the combined ones.
      let applied: [ColourMode] = mode == .contrastDark ? [.dark, .contrast, mode] : [mode]
      func isWritten(_ value: (ColourMode) -> Colour?) -> Bool {
        mode == .light || applied.contains { value($0) != value(.light) }
      }
      var colours = ColourRole.allCases.compactMap { role in
        isWritten { colour(role, in: $0) } ? colour(role, in: mode).map { (role.property, $0) } : nil
      }
      for person in ColourRole.people where isWritten({ ink(of: person, in: $0) }) {
        if let ink = ink(of: person, in: mode) { colours.append(("\(person.property)-ink", ink)) }
      }
      for person in ColourRole.people where isWritten({ outgoingInk(of: person, in: $0) }) {
        if let ink = outgoingInk(of: person, in: mode) { colours.append(("\(person.property)-out", ink)) }
      }
      guard !colours.isEmpty else { continue }
      for start in Self.starts(of: mode) {
        css.raw(start)
        for (index, (property, colour)) in colours.enumerated() {
          if index > 0 { css.raw(";") }
          // Both are made of letters, digits, `-` and `#` alone.
          css.attribute(property)
          css.raw(":")
          css.attribute(colour.hex)
        }
        css.raw(mode == .light ? "}\n" : "}}\n")
      }
    }
  }

  /// Returns a person's colour for letters: the colour of their avatar, made lighter or darker so that names are readable on the
  /// wall, in others' bubbles and on quotations in these (WCAG 2.2, 1.4.3; 1.4.6 where readers ask for more contrast).
  ///
  /// Nil if the palette lacks one of these colours.
  public func ink(of person: ColourRole, in mode: ColourMode) -> Colour? {
    guard let wall = colour(.wall, in: mode), let bubble = colour(.incoming, in: mode),
      let tint = colour(.incomingTint, in: mode)
    else { return nil }
    return ink(of: person, on: [wall, bubble.over(wall), tint.over(bubble.over(wall))], in: mode)
  }

  /// Returns a person's colour for letters in outgoing bubbles that quote them.
  public func outgoingInk(of person: ColourRole, in mode: ColourMode) -> Colour? {
    guard let wall = colour(.wall, in: mode), let bubble = colour(.outgoing, in: mode),
      let tint = colour(.outgoingTint, in: mode)
    else { return nil }
    return ink(of: person, on: [bubble.over(wall), tint.over(bubble.over(wall))], in: mode)
  }

  /// Returns a person's colour, made as much lighter or darker as the grounds require.
  private func ink(of person: ColourRole, on grounds: [Colour], in mode: ColourMode) -> Colour? {
    guard let own = colour(person, in: mode) else { return nil }
    let wanted = mode == .contrast || mode == .contrastDark ? 7.0 : 4.5
    func worst(_ end: UInt8) -> Double {
      grounds.map { Colour(red: end, green: end, blue: end).contrast(to: $0) }.min() ?? 0
    }
    let end: UInt8 = worst(255) > worst(0) ? 255 : 0
    let steps = 32
    for step in 0...steps {
      let ink = own.mixed(with: Colour(red: end, green: end, blue: end), share: Double(step) / Double(steps))
      if grounds.allSatisfy({ ink.contrast(to: $0) >= wanted }) { return ink }
    }
    return Colour(red: end, green: end, blue: end)
  }

  /// The conditions of a mode's colours: dark ones apply if the system asks for them and the reader has not chosen `light`,
  /// and if the reader has chosen `dark`.
  ///
  /// On paper the light and the print colours apply, whatever the screen shows.
  private static func starts(of mode: ColourMode) -> [StaticString] {
    switch mode {
    case .light: [":root{"]
    case .dark:
      ["@media screen and (prefers-color-scheme:dark){:root:not(.light){", "@media screen{:root.dark{"]
    case .contrast: ["@media screen and (prefers-contrast:more){:root{"]
    case .contrastDark:
      [
        "@media screen and (prefers-color-scheme:dark) and (prefers-contrast:more){:root:not(.light){",
        "@media screen and (prefers-contrast:more){:root.dark{",
      ]
    case .print: ["@media print{:root{"]
    }
  }
}
