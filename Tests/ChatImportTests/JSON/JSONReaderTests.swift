import TestSupport
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TeamFormats
@testable import TranscriptFormats

/// A reader of `text`.
private func reader(_ text: String, isLenient: Bool = false) -> JSONReader {
  JSONReader(InputBytes(Array(text.utf8)), isLenient: isLenient)
}

/// The offset and reason of the error for which `text` is refused as a document.
private func refusal(_ bytes: [UInt8]) -> JSONError? {
  do throws(JSONError) {
    try JSONReader.validate(InputBytes(bytes))
    return nil
  } catch {
    return error
  }
}

@Suite struct JSONReaderTests {
  @Test(
    "Strings come out as written, whatever their length and wherever the escapes stand",
    arguments: [
      (#""""#, ""), (#""a""#, "a"), (#""1234567""#, "1234567"), (#""12345678""#, "12345678"),
      (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{C}\n\r\t"), (#""\u00e9\u0416\u6f22""#, "éЖ漢"),
      (#""\ud83d\uDE00!""#, "😀!"),
      (
        #""été, 漢字, 😀 and forty more characters to be sure\n""#,
        "été, 漢字, 😀 and forty more characters to be sure\n"
      ), (#""\u0000""#, "\0"),
    ])
  func strings(json: String, text: String) throws {
    var plain = reader(json)
    #expect(try plain.readString() == text)
    #expect(plain.repairs == [])
    #expect(plain.position == json.utf8.count)
    // Beginning anywhere in the words that are looked at eight bytes at a time gives the same.
    for indent in 1...8 {
      var indented = reader(String(repeating: " ", count: indent) + json)
      _ = try indented.peek()
      #expect(try indented.readString() == text)
    }
  }

  @Test(
    "Half a surrogate pair becomes U+FFFD and is told, and what follows is kept",
    arguments: [
      (#""\ud800x""#, "\u{FFFD}x"), (#""\udc00\ud83d""#, "\u{FFFD}\u{FFFD}"), (#""\ud83d\n""#, "\u{FFFD}\n"),
      (#""\ud83d\u0041""#, "\u{FFFD}A"),
    ])
  func loneSurrogates(json: String, text: String) throws {
    var json = reader(json)
    #expect(try json.readString() == text)
    #expect(json.repairs.allSatisfy { $0.kind == .loneSurrogate })
    #expect(json.repairs.first?.offset == 1 || text.hasPrefix("x"))
  }

  @Test("Bytes that are not UTF-8 become U+FFFD, with the offset of the first")
  func invalidUTF8() throws {
    var json = JSONReader(InputBytes([0x22, 0x61, 0xC3, 0x62, 0xFF, 0x22]))
    #expect(try json.readString() == "a\u{FFFD}b\u{FFFD}")
    #expect(json.repairs == [JSONRepair(kind: .invalidUTF8, offset: 2)])
  }

  @Test("A string is read the same wherever its escapes and letters beyond ASCII stand")
  func offsetsInStrings() throws {
    for length in 0..<34 {
      for offset in 0...length {
        for (written, read) in [("", ""), ("é", "é"), (#"\n"#, "\n"), (#"\""#, "\""), ("\u{7F}", "\u{7F}")] {
          let (before, after) = (
            String(repeating: "a", count: offset), String(repeating: "b", count: length - offset)
          )
          var json = reader(
            #"{"x":1,""# + before + written + after + #"":""# + before + written + after + #""}"#)
          try json.beginObject()
          #expect(try json.nextName())
          try json.skipValue()
          #expect(try json.nextName())
          #expect(json.name == before + read + after)
          #expect(try json.readString() == before + read + after)
          #expect(try !json.nextName())
        }
      }
    }
  }

  @Test("A reader of a part of the bytes knows nothing of those behind it")
  func parts() {
    let whole = Array(#"{"a":"b","cdefghijklm":"nopqrst é","u\u0041v":[1,"wx",{}],"y":-1.5e3,"z":null}"#.utf8)
    func end(_ json: JSONReader) -> (JSONError?, Int) {
      var json = json
      do throws(JSONError) {
        try json.skipValue()
        return (nil, json.position)
      } catch {
        return (error, json.position)
      }
    }
    for count in 0...whole.count {
      let cut = end(JSONReader(InputBytes(Array(whole[..<count]))))
      #expect(end(JSONReader(InputBytes(whole), in: 0..<count)) == cut)
      #expect((cut.0 == nil) == (count == whole.count))
    }
  }

  @Test(
    "Whole numbers that fit are exact, all others are the nearest Double",
    arguments: [
      ("0", JSONNumber.integer(0)), ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .real(9_223_372_036_854_775_808)),
      ("1.5", .real(1.5)), ("-2.5E-3", .real(-0.0025)), ("1e400", .real(.infinity)),
    ])
  func numbers(json: String, number: JSONNumber) throws {
    var json = reader(json)
    #expect(try json.readNumber() == number)
  }

  @Test("What Telegram writes beyond JSON is read only when asked for")
  func leniency() throws {
    var strict = reader(#""a\x0Cb""#)
    #expect(throws: JSONError(.escape, at: 3)) { try strict.readString() }
    var lenient = reader("\"a\\x0Cb\u{1}c\"", isLenient: true)
    #expect(try lenient.readString() == "a\u{C}b\u{1}c")
    #expect(lenient.repairs.map(\.kind) == [.invalidEscape, .invalidEscape])
    var bare = reader("\"a\u{1}\"")
    #expect(throws: JSONError(.noControlCharacter, at: 2)) { try bare.readString() }
  }

  @Test(
    "Errors name the byte, and what would have had to stand there",
    arguments: [
      ("", JSONError(.value, at: 0)), ("[1 2]", JSONError(.commaOrArrayEnd, at: 3)),
      (#"{"a":1 "b"}"#, JSONError(.commaOrObjectEnd, at: 7)), (#"{"a" 1}"#, JSONError(.colon, at: 5)),
      ("{a:1}", JSONError(.memberName, at: 1)), (#"{"a":1,}"#, JSONError(.memberName, at: 7)),
      ("[1,]", JSONError(.value, at: 3)), ("01", JSONError(.documentEnd, at: 1)),
      ("-", JSONError(.digit, at: 1)),
      ("1.", JSONError(.digit, at: 2)), (#""\q""#, JSONError(.escape, at: 2)),
      (#""\u12"#, JSONError(.hexDigits, at: 5)),
      (#""ab"#, JSONError(.stringEnd, at: 3)), ("tru", JSONError(.value, at: 0)),
      ("[[]", JSONError(.commaOrArrayEnd, at: 3)),
    ])
  func errors(json: String, error: JSONError) { #expect(refusal(Array(json.utf8)) == error) }

  @Test("512 levels are read and one more is refused, without using up the stack")
  func depth() {
    let deep =
      [UInt8](repeating: UInt8(ascii: "["), count: 512) + [UInt8](repeating: UInt8(ascii: "]"), count: 512)
    #expect(refusal(deep) == nil)
    #expect(refusal([UInt8(ascii: "[")] + deep + [UInt8(ascii: "]")]) == JSONError(.lessDepth, at: 512))
    #expect(
      refusal([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)) == JSONError(.lessDepth, at: 512))
  }

  @Test("An error's position is told by line and column as well")
  func located() {
    let bytes = InputBytes(Array("{\n  \"a\": 1\n  \"b\": 2\n}".utf8))
    let error = JSONError(.commaOrObjectEnd, at: 13).located(in: "chat.json", bytes)
    #expect(
      error.message == "chat.json:3:3 (byte 13): expected ',' or '}'; "
        + "export the chat again, or repair the file here")
    let cut = JSONError(.stringEnd, at: bytes.count).located(in: "chat.json", bytes)
    #expect(
      cut.message == "chat.json:4:2 (byte 21): expected the closing '\"' of the string, but the file ends; "
        + "the file looks cut off: copy or export it again")
  }

  @Test(
    "Leaping over a value ends where skipping it does",
    arguments: [
      "[]", "{}", "[[],[{}]]", #"{"a":"]}","b":["\"]","\\"],"c":{"d":"{[Y_y\u007f"}}"#,
      #"["y","Y","_",[1,2,{"long name of a member":"and its value"}],true,null]"#,
    ])
  func leap(json: String) throws {
    for indent in 0...9 {
      let text = "[" + String(repeating: " ", count: indent) + json + " , 7]"
      var (leaping, skipping) = (reader(text), reader(text))
      try leaping.beginArray()
      try skipping.beginArray()
      #expect(try leaping.nextElement() && skipping.nextElement())
      try leaping.skipStructure()
      try skipping.skipValue()
      #expect(leaping.position == skipping.position)
      #expect(try leaping.nextElement())
    }
  }

  @Test("Leaping ends where skipping does, whatever stands where 64 bytes end")
  func leapFar() throws {
    var random = SplitMix64(seed: 5)
    let pieces = [#"\\"#, #"\""#, "[", "]", "{", "}", "a", "😀", #"\n"#, ",", ":", " "]
    func value(_ depth: Int) -> String {
      switch random.below(depth > 5 ? 2 : 4) {
      case 0:
        return "\"" + (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }.joined() + "\""
      case 1: return ["7", "true", "null", "-1.5e3"][random.below(4)]
      case 2: return "[" + (0..<random.below(5)).map { _ in value(depth + 1) }.joined(separator: ",") + "]"
      default:
        return "{"
          + (0..<random.below(5)).map { _ in "\"k\\\\\":" + value(depth + 1) }.joined(separator: ", ") + "}"
      }
    }
    for _ in 0..<2_000 {
      let json = "[" + (0..<4).map { _ in value(0) }.joined(separator: ",") + "]"
      let text =
        String(repeating: " ", count: random.below(70)) + json
        + String(repeating: "]", count: random.below(3))
      var (leaping, skipping) = (reader(text), reader(text))
      try leaping.skipStructure()
      try skipping.skipValue()
      #expect(leaping.position == skipping.position, "\(text)")
      var cut = reader(
        String(decoding: Array(json.utf8).dropLast(1 + random.below(json.utf8.count - 1)), as: UTF8.self))
      #expect(throws: JSONError.self) { try cut.skipStructure() }
    }
  }

  @Test("A member is found by the bytes of its name, also when it is written with escapes")
  func members() throws {
    enum Member: String, JSONMember {
      case id, at
      case long = "self_destruct_period_seconds"
      case longer = "self_destruct_period_secondsX"
    }
    let table = JSONMemberTable<Member>()
    let text =
      #"{"id":1,"self_destruct_period_seconds":2,"idd":3,"\u0061t":4,"self_destruct_period_secondsX":5,"":6}"#
    var document = DocumentReader(reader(text), file: "f", omissions: FormatOmissions(format: "f", rules: []))
    var found: [Member] = []
    #expect(try document.beginObject())
    while let member = try document.nextMember(in: table, of: "thing") {
      found.append(member)
      try document.json.skipValue()
    }
    #expect(found == [.id, .long, .at, .longer])
  }
}
