import ChatModel
import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import MessengerFormats

@Suite struct VCardTests {
  @Test("A card has its name, numbers and addresses, whatever the version and its way to break lines")
  func card() throws {
    let card = try #require(
      VCard(
        """
        BEGIN:VCARD
        VERSION:2.1
        N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;An=
        =C3=A4
        TEL;CELL:+49 30
          1234
        item1.EMAIL;type=INTERNET:a\\,b@example.com
        TEL;VALUE=uri:tel:+1-2
        END:VCARD
        BEGIN:VCARD
        FN:Another
        END:VCARD
        """))
    #expect(card.name == "Anä Müller")
    #expect(card.phones == ["+49 30 1234", "+1-2"])
    #expect(card.emails == ["a,b@example.com"])
    #expect(card.location == nil)
  }

  @Test(
    "A card for a place has its location",
    arguments: [("38.5\\,-9.25", true), ("138.5\\,2", false), ("x,y", false)])
  func location(coordinates: String, hasLocation: Bool) throws {
    let card = try #require(
      VCard(
        "BEGIN:VCARD\nFN:Here\nitem1.URL;type=pref:http://maps.apple.com/?ll=\(coordinates)&q=x\nEND:VCARD"))
    #expect(card.location == (hasLocation ? Location(latitude: 38.5, longitude: -9.25, name: "Here") : nil))
  }

  @Test("Other texts are no cards", arguments: ["", "hello", "\n\nBEGIN:VCALENDAR"])
  func others(text: String) { #expect(VCard(text) == nil) }
}
