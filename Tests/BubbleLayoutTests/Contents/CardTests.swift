import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

@Suite struct CardTests {
  private func row(
    _ content: MessageContent, side: Side = .incoming, media: [MediaPlacement] = []
  ) throws -> Row {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"], texts: ["−"])
    return try #require(TestLayout.row(layouter, TestLayout.input(content, side: side, media: media)))
  }

  private func text(_ row: Row, _ name: ItemID.Role) -> String? {
    if case .text(let block)? = row.item(name)?.content { block.text } else { nil }
  }

  private func link(_ row: Row) -> String? {
    if case .link(let link)? = row.item(.jump)?.content { link.href } else { nil }
  }

  private func links(_ row: Row) -> [String] {
    guard case .text(let block)? = row.item(.detail)?.content else { return [] }
    return block.marks.compactMap { if case .link(let href) = $0.kind { href } else { nil } }
  }

  @Test("A contact's numbers and addresses are links; what is no number or address stays text")
  func contact() throws {
    let contact = Contact(
      name: "Tia Lurdes", phones: ["+351 210-000 000", "ask\nJoaquim", "*100#"],
      emails: ["lurdes@example.com", "not an address"])
    let row = try row(.part(contact))
    #expect(text(row, .label) == "Tia Lurdes")
    #expect(
      text(row, .detail) == "+351 210-000 000\nask Joaquim\n*100#\nlurdes@example.com\nnot an address")
    #expect(links(row) == ["tel:+351210000000", "tel:*100%23", "mailto:lurdes@example.com"])
  }

  @Test("A place leads to the reader's map; a place that is none on earth leads nowhere")
  func location() throws {
    let row = try row(
      .part(Location(latitude: 38.6916, longitude: -9.216, name: "Torre", address: "Lisboa")))
    #expect(
      link(row) == "https://www.openstreetmap.org/?mlat=38.6916&mlon=-9.216#map=16/38.6916/-9.216")
    let pin = try #require(row.item(.link))
    guard case .link(let link) = pin.content else { Issue.record("no link on the icon"); return }
    #expect(link.href == "geo:38.69160,-9.21600" && pin.rect.size.width.px >= 44)
    #expect(text(row, .fact) == "38.69160, −9.21600" && text(row, .detail) == "Lisboa")
    for (latitude, longitude) in [(.nan, 0), (91, 0), (0, .infinity), (-1e300, 1e300), (0, 181)] {
      let row = try self.row(.part(Location(latitude: latitude, longitude: longitude)))
      #expect(row.item(.jump) == nil && row.item(.link) == nil && text(row, .label) == "Location")
    }
  }

  @Test(
    "A call says what kind it was, how it ended, who called, and for how long",
    arguments: [
      (Call(medium: "video", duration: 61), "Video call", "Incoming · 1:01"),
      (Call(medium: "audio", outcome: "missed"), "Missed call", "Incoming"),
      (Call(medium: "video", outcome: "declined"), "Declined video call", "Incoming"),
      (Call(medium: "", outcome: "busy"), "Call, busy", "Incoming"),
      (Call(medium: "audio", duration: .nan, outcome: ""), "Call", "Incoming"),
    ])
  func call(call: Call, label: String, facts: String) throws {
    let row = try row(.part(call))
    #expect(text(row, .label) == label && text(row, .fact) == facts)
    #expect(text(try self.row(.part(call), side: .outgoing), .fact)?.hasPrefix("Outgoing") == true)
  }

  @Test("A link's card: picture, title, summary and host, all one way to the page")
  func linkPreview() throws {
    let preview = LinkPreview(
      url: "https://www.example.org/tram?a=1", title: "Tram 28", summary: "Timetable and map.",
      image: Attachment(kind: .image, path: "a.png"))
    for (width, height, shown) in [(640, 640, 140.0), (1000, 250, 68), (.max, 1, 1), (-1, 0, 140)] {
      let media = MediaPlacement(path: "media/a.png", isInlineImage: true, width: width, height: height)
      let row = try row(.part(preview), media: [media])
      let (card, image) = (try #require(row.item(.card)).rect, try #require(row.item(.image)).rect)
      #expect(image.origin == card.origin && image.width == card.width && image.height.px == shown)
      #expect(row.item(.jump)?.rect == card)
      #expect(link(row) == "https://www.example.org/tram?a=1")
      #expect(text(row, .label) == "Tram 28" && text(row, .fact) == "example.org")
    }
  }

  @Test(
    "A link that may not be one is shown and leads nowhere",
    arguments: [
      "javascript:alert(1)", "data:text/html,x", "https:", "", "//x", "https://user@host/", "www.example.org",
    ])
  func refused(url: String) throws {
    let row = try row(.part(LinkPreview(url: url)))
    #expect(row.item(.jump) == nil && row.item(.card) != nil)
    #expect(text(row, .fact)?.isEmpty == url.isEmpty)
  }

  @Test("The host on a link's card is the one it resolves to when it may be taken for another")
  func deceptive() throws {
    let shown = try ["https://www.pаypal.com/x", "https://münchen.de/"].map { url in
      text(try row(.part(LinkPreview(url: url))), .fact)
    }
    #expect(shown == ["xn--pypal-4ve.com", "münchen.de"])
  }
}

@Suite struct DeletedTests {
  @Test(
    "A deleted message is one quiet line with the time behind it; who deleted it is said when it was another")
  func tombstone() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let cases: [(ParticipantIndex?, String)] = [
      (nil, "Deleted message"), (ParticipantIndex(0), "Deleted message"),
      (ParticipantIndex(1), "Deleted by Bo"),
      (ParticipantIndex(-7), "Deleted message"),
    ]
    for (by, words) in cases {
      let row = try #require(TestLayout.row(layouter, TestLayout.input(.part(Deletion(by: by)))))
      let (detail, time) = (try #require(row.item(.detail)), try #require(row.item(.time)))
      guard case .text(let block) = detail.content else { return }
      #expect(block.text == words)
      let end = detail.rect.minX + (block.lines.last?.width ?? .zero)
      #expect(time.rect.minY < detail.rect.maxY && time.rect.minX > end)
    }
  }
}
