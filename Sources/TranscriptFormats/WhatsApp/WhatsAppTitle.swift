import ImportKit

/// The chat's name, which only the name of the file, zip or folder contains.
///
/// iOS: `WhatsApp Chat - NAME.zip` with `_chat.txt` in it. Android: `WhatsApp Chat with NAME.txt`, in the phone's language.
enum WhatsAppTitle {
  /// The words before and after the name on Android. Longer ones precede their own beginnings.
  private static let templates: [(before: String, behind: String)] = [
    ("WhatsApp Chat with ", ""), ("WhatsApp Chat mit ", ""), ("WhatsApp-Chat mit ", ""),
    ("Chat de WhatsApp con ", ""), ("Conversación de WhatsApp con ", ""), ("Conversa do WhatsApp com ", ""),
    ("Conversa no WhatsApp com ", ""), ("Conversa de WhatsApp com ", ""), ("Discussion WhatsApp avec ", ""),
    ("Chat WhatsApp con ", ""), ("Chat Whatsapp con ", ""), ("WhatsApp-chat met ", ""),
    ("WhatsApp-gesprek met ", ""),
    ("Чат WhatsApp с контактом ", ""), ("Чат WhatsApp с ", ""), ("Чат WhatsApp із ", ""),
    ("Чат WhatsApp з ", ""),
    ("محادثة واتساب مع ", ""), ("محادثة WhatsApp مع ", ""), ("Chat WhatsApp dengan ", ""),
    ("Sembang WhatsApp dengan ", ""),
    ("Czat WhatsApp z: ", ""), ("Czat WhatsApp z ", ""), ("Xat del WhatsApp amb ", ""),
    ("WhatsApp-chatt med ", ""),
    ("WhatsApp-chat med ", ""), ("WhatsApp Chat med ", ""), ("Cuộc trò chuyện WhatsApp với ", ""),
    ("Conversație WhatsApp cu ", ""), ("WhatsApp konverzace s ", ""), ("WhatsApp razgovor s ", ""),
    ("WhatsApp-keskustelu: ", ""), ("WhatsApp-keskustelu ", ""), ("צ'אט WhatsApp עם ", ""),
    ("צ׳אט WhatsApp עם ", ""),
    ("Συνομιλία WhatsApp με ", ""), ("แชท WhatsApp กับ ", ""),
    ("与", "的 WhatsApp 聊天"), ("与", "的WhatsApp聊天"), ("與", "的 WhatsApp 對話"), ("與", "的WhatsApp對話"),
    ("與", "的 WhatsApp 聊天"), ("", "とのWhatsAppチャット"), ("", "とのWhatsAppトーク"), ("", "님과의 WhatsApp 대화"),
    ("", " के साथ WhatsApp चैट"), ("", " ile WhatsApp Sohbeti"), ("", " ile WhatsApp sohbeti"),
  ]

  /// Returns the chat's name from a file's name without its extension; nil if the app does not give such names.
  static func title(_ stem: String) -> String? {
    let stem = stem.withoutCopyNumber
    for name in [stem, stem.replacingUnderscores] {
      // iOS has the same form in all languages.
      if name.lowercased().contains("whatsapp"), let dash = name.range(of: " - ") ?? name.range(of: " – ") {
        let head = name[..<dash.lowerBound]
        let title = String(name[dash.upperBound...]).trimmingSpaces
        if head.lowercased().contains("whatsapp"), head.count <= 40, !title.isEmpty { return title }
      }
      for (before, behind) in templates where name.hasPrefix(before) && name.hasSuffix(behind) {
        let title = name.dropFirst(before.count).dropLast(behind.count)
        if !title.isEmpty { return String(title).trimmingSpaces }
      }
    }
    return nil
  }
}

extension String {
  /// The name without the ` (1)` that browsers and file managers append to a second copy.
  fileprivate var withoutCopyNumber: String {
    guard utf8.last == UInt8(ascii: ")"), let open = range(of: " ("), utf8[open.upperBound...].count <= 3,
      utf8[open.upperBound...].dropLast().allSatisfy({ $0 &- 0x30 <= 9 }), utf8[open.upperBound...].count > 1
    else { return self }
    return String(self[..<open.lowerBound])
  }

  /// The name with spaces for underscores, which some programs put into names of files.
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
