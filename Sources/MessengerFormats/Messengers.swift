package import ImportKit

/// Formats of messengers, and the interchange formats modelled on them.
package enum Messengers {
  /// Returns the reason why the user's map does not fit a file; nil if it does, or there is none.
  package static func misfit(_ input: ImportInput) -> String? {
    input.map.flatMap { TableFormat.misfit(input, $0) }
  }

  /// The formats of the target, in no particular order.
  package static let formats: [any FormatReader.Type] = [
    ChatExportFormat.self,
    TelegramFormat.self,
    TelegramHTMLFormat.self,
    MetaFormat.self,
    ChatLabFormat.self,
    SMSFormat.self,
    SMSImportExportFormat.self,
    FossifyFormat.self,
    IMessageFormat.self,
    HangoutsFormat.self,
    GoogleVoiceFormat.self,
    SnapchatFormat.self,
    TwitterFormat.self,
    LinkedInFormat.self,
    TikTokFormat.self,
    TDLFormat.self,
    QCEFormat.self,
    IMazingFormat.self,
    RSMFFormat.self,
    ViberFormat.self,
    TableFormat.self,
  ]
}
