package import ImportKit

/// Formats that are, or can be, transcripts: a text with a head before each message.
package enum Transcripts {
  package static var whatsApp: any FormatReader.Type { WhatsAppFormat.self }
  package static var line: any FormatReader.Type { LINEFormat.self }
  package static var kakaoTalk: any FormatReader.Type { KakaoTalkFormat.self }
  package static var signal: any FormatReader.Type { SignalFormat.self }
  package static var irc: any FormatReader.Type { IRCFormat.self }
  package static var colloquy: any FormatReader.Type { ColloquyFormat.self }

  /// True if a line begins like a message that no format reads, from Threema or copied from Telegram:
  /// `[30.1.2024, 09:22] Name: text`.
  package static func isInBrackets(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    guard let head = TranscriptHead(bytes, line) else { return false }
    return head.isAmbiguous && TranscriptHead.colon(in: head.end..<line.upperBound, of: bytes) != nil
  }
}
