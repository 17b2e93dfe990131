package import ImportKit

/// Formats of messengers, and the interchange formats modelled on them.
package enum Messengers {
  package static var chatExport: any FormatReader.Type { ChatExportFormat.self }
  package static var telegram: any FormatReader.Type { TelegramFormat.self }
  package static var telegramHTML: any FormatReader.Type { TelegramHTMLFormat.self }
  package static var meta: any FormatReader.Type { MetaFormat.self }
  package static var chatLab: any FormatReader.Type { ChatLabFormat.self }
  package static var sms: any FormatReader.Type { SMSFormat.self }
  package static var iMessage: any FormatReader.Type { IMessageFormat.self }
}
