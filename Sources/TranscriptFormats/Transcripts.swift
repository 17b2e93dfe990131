package import ImportKit

/// Formats that are, or can be, transcripts: a text with a head before each message.
package enum Transcripts {
  /// The formats of the target, in no particular order.
  package static let formats: [any FormatReader.Type] = [
    WhatsAppFormat.self,
    LINEFormat.self,
    KakaoTalkFormat.self,
    SignalFormat.self,
    IRCFormat.self,
    ColloquyFormat.self,
    TheLoungeFormat.self,
    QuasselFormat.self,
    ThreemaFormat.self,
  ]

  /// True if a line begins like a message that no format reads, copied from Telegram:
  /// `[30.1.2024 09:22] Name: text`.
  package static func isInBrackets(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    guard let head = TranscriptHead(bytes, line) else { return false }
    return head.isAmbiguous && TranscriptHead.colon(in: head.end..<line.upperBound, of: bytes) != nil
  }
}
