import ChatModel
import Testing

@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TeamFormats

/// Names that the user gives to numbers and ids.
@Suite struct ParticipantNamesTests {
  private func names(_ text: String) throws(ImportError) -> ParticipantNames {
    try ParticipantNames(InputBytes(Array(text.utf8)), path: "names")
  }

  private func error(_ text: String) -> String? {
    do throws(ImportError) {
      _ = try names(text)
      return nil
    } catch { return error.message }
  }

  @Test("Lines have an id and a name, with a comma, a semicolon or a tab between")
  func lines() throws {
    let names = try names(
      "id,name\n# family\n+351 912 345 678,Ana Reis\r\nU02;Jonas, the second\n\"a,b\",\"Reis, Eva\"\nx\tTom\n"
    )
    #expect(names.name(for: "+351912345678") == "Ana Reis")
    #expect(names.name(for: "u02") == "Jonas, the second")
    #expect(names.name(for: "A,B") == "Reis, Eva")
    #expect(names.name(for: "x") == "Tom")
    #expect(names.name(for: "id") == nil)
  }

  @Test("A number is known with and without its codes, unless two people have its end")
  func numbers() throws {
    let one = try names("+351 912 345 678,Ana")
    for spelling in ["912 345 678", "00351912345678", "(0)912-345-678"] {
      #expect(one.name(for: spelling) == "Ana")
    }
    let two = try names("+351 912 345 678,Ana\n+49 912 345 678,Eva")
    #expect(two.name(for: "912345678") == nil)
    #expect(two.name(for: "+49912345678") == "Eva")
  }

  @Test("A number with its code has the name of all its digits, or of a spelling without the code")
  func strangers() throws {
    let known = try names("+12125550199,Bob\n0170 1234567,Ida\n2020,Bakery")
    #expect(known.name(for: "+13125550199") == nil)
    #expect(known.name(for: "+442125550199") == nil)
    #expect(known.name(for: "2125550199") == "Bob")
    #expect(known.name(for: "+49 170 1234567") == "Ida")
    #expect(known.name(for: "+49 171 1234567") == nil)
    #expect(known.name(for: "20 20") == "Bakery")
  }

  @Test("Cards of an address book name their numbers and addresses")
  func cards() throws {
    let names = try names(
      """
      BEGIN:VCARD
      VERSION:3.0
      N:Reis;Ana;;;
      FN:Ana Reis
      item1.TEL;TYPE=CELL:+351 912 345 678
      EMAIL:ana@example.com
      END:VCARD
      BEGIN:VCARD
      ORG:Bakery
      TEL:2020
      END:VCARD
      """)
    #expect(names.name(for: "912345678") == "Ana Reis")
    #expect(names.name(for: "Ana@example.com") == "Ana Reis")
    #expect(names.name(for: "2020") == "Bakery")
  }

  @Test("JSON is an object of names or a list of objects")
  func json() throws {
    #expect(try names("{\"U1\": \"Ana\"}").name(for: "u1") == "Ana")
    #expect(try names(" [{\"id\": 17, \"name\": \"Eva\"}]").name(for: "17") == "Eva")
  }

  @Test(
    "A part that cannot be read is named with file and line",
    arguments: [
      ("a,Ana\nnobody\n", "names:2: "), ("a,Ana,Eva", "names:1: "), ("\n,Ana", "names:2: "),
      ("{\"a\": 3}", "names:1:7"), ("[\n{\"id\": \"a\"}]", "names:2:1"), ("{\"a\": \"A\"", "names:1:10"),
      ("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nEND:VCARD", "names:1: "),
    ])
  func errors(text: String, origin: String) throws {
    let message = try #require(error(text))
    #expect(message.hasPrefix(origin), "\(message)")
  }

  @Test("Bytes that are not UTF-8 are named")
  func charset() {
    #expect(throws: ImportError.self) {
      try ParticipantNames(InputBytes([0x61, 0x2C, 0xE9, 0x0A]), path: "names")
    }
  }

  private static let chat = """
    {"format": "chatexport/1", "title": "+351912345678, Tom", "participants": [{"id": "+351912345678"}],
     "messages": [{"from": "+351912345678", "text": "a"}, {"from": "U1", "text": "b"}]}
    """

  @Test("People whom a reader meets on the way are named, and the owner is known by either name")
  func sources() throws {
    for (me, owner) in [("Ana", 0), ("U1", 1), ("Eva", 1)] {
      var options = ImportOptions(me: me)
      options.names = try names("912345678,Ana\nU1,Eva")
      var log = DiagnosticLog()
      let input = ImportInput(path: "chat.json", bytes: Array(Self.chat.utf8))
      let opened = try ImportFormat.open([(.chatexport, input)], options: options, log: &log)
      let source = try #require(opened.first?.source)
      var reading = try Reading(source)
      #expect(reading.participants.participants.map(\.name) == ["Ana", "Eva"])
      #expect(reading.participants.participants.map(\.key) == ["+351912345678", "U1"])
      #expect(reading.participants.isCalled("+351912345678", at: 0))
      reading.participants.markMe(me)
      #expect(reading.participants.participants.map(\.isMe) == [owner == 0, owner == 1])
    }
  }

  @Test("A title that is made of names gets the new ones")
  func titles() throws {
    var options = ImportOptions()
    options.names = try names("912345678,Ana\nTom,Thomas")
    var log = DiagnosticLog()
    let input = ImportInput(path: "chat.json", bytes: Array(Self.chat.utf8))
    let opened = try ImportFormat.open([(.chatexport, input)], options: options, log: &log)
    #expect(opened.first?.source.info.title == "Ana, Thomas")
  }
}
