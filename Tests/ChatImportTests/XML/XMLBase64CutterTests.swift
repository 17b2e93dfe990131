import Foundation
import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import TranscriptFormats

@Suite struct XMLBase64CutterTests {
  /// The text that is left, with the values that were taken out of it.
  private func cut(_ xml: String) throws -> (text: String, values: [[UInt8]?]) {
    let files = ExtractedFiles()
    var cutter = XMLBase64Cutter(
      XMLText(InputBytes(Array(xml.utf8))), attribute: "data", into: files)
    var text: [UInt8] = []
    while let piece = try cutter.next() { text += piece }
    return (
      String(decoding: text, as: UTF8.self),
      cutter.cuts.map { $0.isDamaged ? nil : files.bytes(at: $0.range) }
    )
  }

  /// Bytes without a pattern.
  private func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
  }

  @Test(
    "A long value is taken out, wherever the pieces of the file end", arguments: [4000, 196_600, 800_000])
  func longValue(count: Int) throws {
    let bytes = noise(count)
    let value = Data(bytes).base64EncodedString()
    let (text, values) = try cut(#"<part name="a" data="\#(value)" text="b"/><part data='\#(value)'/>"#)
    #expect(text == ##"<part name="a" data="#0" text="b"/><part data='#1'/>"##)
    #expect(values == [bytes, bytes])
  }

  @Test("Short values, other attributes, texts and comments stay")
  func others() throws {
    let value = String(repeating: "QUJD", count: 2000)
    let xml =
      #"<!-- it's data="\#(value)" --><sms body='say data="\#(value)" twice'/> data="\#(value)" <p data="QUJD"/>"#
    let (text, values) = try cut(xml)
    #expect(text == xml)
    #expect(values.isEmpty)
  }

  @Test("A value that is not Base64 to its end is damaged, and what follows is read")
  func damaged() throws {
    let value = String(repeating: "QUJD", count: 2000)
    let (text, values) = try cut(##"<p data="\##(value)!rest"/><p data="#0"/><p data="\##(value)"##)
    #expect(text == ##"<p data="#0!rest"/><p data="#1#0"/><p data="#2"##)
    #expect(values == [nil, nil, nil])
  }

  @Test("Line ends in a value keep the numbers of lines")
  func lines() throws {
    let value = String(repeating: "QUJD\n", count: 2000)
    let (text, values) = try cut("<p data=\"\(value)\"/>")
    #expect(text.count { $0 == "\n" } == 2000)
    #expect(values == [Array(String(repeating: "ABC", count: 2000).utf8)])
  }

  @Test("Groups of letters are decoded as letter by letter, wherever a piece ends")
  func groups() {
    let text = Array("QUJD REVG\nR0hJ SktM-_8A\nTU5P=== QUJD".utf8)
    for cut in 0...text.count {
      var (whole, single) = (Base64Decoder(), Base64Decoder())
      var (bytes, expected): ([UInt8], [UInt8]) = ([], [])
      for piece in [text[..<cut], text[cut...]] { _ = whole.decode(Array(piece).span, into: &bytes) }
      for letter in text { _ = single.decode([letter].span, into: &expected) }
      #expect(bytes == expected && bytes.starts(with: Array("ABCDEFGHIJKL".utf8)))
      #expect(whole.lineEndCount == 2 && single.lineEndCount == 2)
    }
  }
}
