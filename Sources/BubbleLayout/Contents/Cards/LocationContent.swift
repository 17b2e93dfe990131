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

  func describe(in transcript: inout Transcript, of message: Message) {
    transcript.add(note: transcript.wording.phrases(.location))
    transcript.add(line: name ?? "")
    transcript.add(line: address ?? "")
    transcript.add(line: Wording.coordinates(self), href: Wording.mapAddress(self))
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addLocation(self, to: &stack)
  }
}

extension RowLayouter {
  /// Adds a card with name, coordinates and address; a click opens a map on the web. On devices
  /// with a touch screen the icon opens the reader's map application (`geo:`, RFC 5870); desktops have none.
  ///
  /// There is no map, because its tiles would have to be fetched.
  func addLocation(_ location: Location, to stack: inout PartStack) {
    let name = location.name ?? ""
    let title = name.isEmpty ? wording.phrases(.location) : name
    let coordinates = Wording.coordinates(location)
    let card = IconCard(
      icon: .location, title: title,
      facts: inLocalDigits(coordinates),
      note: location.address ?? "",
      link: Wording.mapAddress(location).map { .link(FrameLink(href: $0, name: title)) },
      iconLink: Wording.geoAddress(location).map { FrameLink(href: $0, name: coordinates) }
    )
    addCard(card, to: &stack)
  }
}
