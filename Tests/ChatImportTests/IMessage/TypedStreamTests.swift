import ChatModel
import TestSupport
import Testing

@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct TypedStreamTests {
  /// The body "Hi you" of a message, `you` in bold, as the app wrote it.
  private static let body: [UInt8] =
    [0x04, 0x0B] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 0x01] + Array("@".utf8)
    + [0x84, 0x84, 0x84, 0x12] + Array("NSAttributedString".utf8) + [0x00, 0x84, 0x84, 0x08]
    + Array("NSObject".utf8) + [0x00, 0x85, 0x92, 0x84, 0x84, 0x84, 0x08] + Array("NSString".utf8)
    + [0x01, 0x94, 0x84, 0x01, 0x2B, 0x06] + Array("Hi you".utf8) + [0x86, 0x84, 0x02]
    + Array("iI".utf8)
    // The first run, with an empty dictionary.
    + [0x01, 0x03, 0x92, 0x84, 0x84, 0x84, 0x0C] + Array("NSDictionary".utf8)
    + [0x00, 0x94, 0x84, 0x01] + Array("i".utf8) + [0x00, 0x86]
    // The second run. The class of the dictionary and the encodings are references.
    + [0x97, 0x02, 0x03, 0x92, 0x84, 0x98, 0x99, 0x01, 0x92, 0x84, 0x96, 0x96, 0x1A]
    + Array("__kIMTextBoldAttributeName".utf8) + [0x86, 0x92, 0x84, 0x84, 0x84, 0x08]
    + Array("NSNumber".utf8) + [0x00, 0x84, 0x84, 0x07] + Array("NSValue".utf8)
    + [0x00, 0x94, 0x84, 0x01, 0x2A, 0x84, 0x99, 0x99, 0x01, 0x86, 0x86, 0x86]

  @Test("A body has its text, and styles in bytes of UTF-8")
  func styles() throws {
    let body = try #require(MessageBody(attributed: Self.body))
    #expect(body.text == MessageText("Hi you", markup: .spans([SourceSpan(start: 3, end: 6, kind: .bold)])))
    #expect(body.slots.isEmpty)
  }

  @Test("Of a body that was cut off, the text is taken as far as it goes")
  func cutOff() {
    for count in 0..<Self.body.count {
      let bytes = Array(Self.body.prefix(count))
      let body = MessageBody(attributed: bytes) ?? MessageBody(salvaging: bytes)
      if let text = body?.text.string { #expect("Hi you".hasPrefix(text)) }
    }
  }

  @Test("Bytes that break the rules give a body or nil")
  func hostile() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<20_000 {
      var bytes = Self.body
      for _ in 0..<(1 + Int(random.next() % 4)) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let body = MessageBody(attributed: bytes) ?? MessageBody(salvaging: bytes),
        case .spans(let spans) = body.text.markup
      else { continue }
      for span in spans {
        #expect(0 <= span.start && span.start < span.end && span.end <= body.text.string.utf8.count)
      }
    }
  }

  @Test(
    "Objects and arrays that are nested too deeply, or repeat too much, end the reading",
    arguments: [
      Array(repeating: [0x84, 0x84, 0x84, 0x01, 0x41, 0x00, 0x85, 0x92] as [UInt8], count: 1000).flatMap {
        $0
      },
      [0x84, 0x16] + Array("[9[9[9[9[9[9[9[{=}]]]]".utf8),
      [0x84, 0x04] + Array("[99{".utf8),
    ])
  func nested(content: [UInt8]) {
    let start = [0x04, 0x0B] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 0x01, 0x40]
    #expect(MessageBody(attributed: start + content) == nil)
  }

  @Test("Files and the borders of parts become line breaks between texts")
  func slots() {
    let body = MessageBody("\u{FFFC}\nfirst\u{FFFC}second\u{FFFD}\n")
    #expect(body.text.string == "first\nsecond")
    #expect(body.slots.count == 2)
    #expect(MessageBody("a\n\nb ").text.string == "a\n\nb ")
  }

  @Test(
    "Times count from 2001, in seconds or nanoseconds",
    arguments: [
      (704_626_212_000_000_000 as Int64, 1_682_933_412_000 as Int64?), (413_112_612, 1_391_419_812_000),
      (0, nil),
      (.max, 10_201_679_236_854), (-1, nil),
    ])
  func times(value: Int64, milliseconds: Int64?) {
    #expect(AppleTime.instant(value)?.milliseconds == milliseconds)
  }
}
