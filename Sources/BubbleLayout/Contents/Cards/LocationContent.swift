import ChatModel
import Frames
import Phrases

extension Location: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    if let name { body(.label(name)) }
    if let address { body(.plain(address)) }
  }

  func line(_ quoting: QuoteLine) -> String {
    quoting.line(ofPlain: name ?? quoting.wording.phrases(.location))
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addLocation(self, to: &stack)
  }
}

extension RowLayouter {
  /// Adds a card with name, coordinates and address; a click opens a map on the web.
  ///
  /// There is no map, because its tiles would have to be fetched.
  func addLocation(_ location: Location, to stack: inout PartStack) {
    let name = location.name ?? ""
    let href = Wording.mapAddress(location)
    let card = IconCard(
      icon: .location, title: name.isEmpty ? wording.phrases(.location) : name,
      facts: inLocalDigits(Wording.coordinates(location)),
      note: location.address ?? "",
      link: href.map { .link(FrameLink(href: $0, name: name.isEmpty ? Wording.coordinates(location) : name)) }
    )
    addCard(card, to: &stack)
  }
}
