/// The forms that conversations can be written in.
public enum OutputForms {
  /// All forms; the first one is the default.
  public static let all: [any OutputForm.Type] = [
    ChatExportForm.self, MarkdownForm.self, TextForm.self, ChatLabForm.self, RSMFForm.self,
  ]

  /// The number of bytes by which a form recognises its own files.
  public static let headSize = 4_096

  /// Returns the form with this key, or nil.
  public static func form(_ key: String) -> (any OutputForm.Type)? { all.first { $0.key == key } }

  /// Returns the form whose files have this ending, or nil.
  public static func form(ofEnding ending: String) -> (any OutputForm.Type)? {
    let ending = ending.lowercased()
    return all.first { $0.endings.contains(ending) }
  }
}
