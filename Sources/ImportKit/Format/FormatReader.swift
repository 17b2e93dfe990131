package import ChatModel

/// A format's entry point for the registry.
package protocol FormatReader: SendableMetatype {
  /// The word for the format in reports and options: `whatsapp` for ``WhatsAppFormat``, as the case of the list of formats.
  static var key: String { get }
  /// The name that people know it by.
  static var name: String { get }
  static var capabilities: [FormatCapability] { get }
  /// The kind of room that the format's conversations are.
  static var room: ConversationInfo.Room { get }
  /// True if an export's files are also in folders beside other files of it.
  static var goesOnInFolders: Bool { get }
  /// The rules by which parts of an export are left out, for the account.
  static var omissions: [Omission] { get }
  /// True if a file or folder with this name beside others of an export may be part of it. Others are searched for exports.
  static func isPart(_ name: String) -> Bool
  static func recognises(_ input: ImportInput) -> Bool
  /// Like ``recognises(_:)``, for formats that leave a folder with exports of other formats to the search for exports.
  static func recognises(_ input: ImportInput, among formats: any KnownFormats) -> Bool
  /// The conversations of all exports of the format, with a conversation in several of them as one.
  static func open(
    _ inputs: [ImportInput], options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource]
}

extension FormatReader {
  package static var room: ConversationInfo.Room { .none }
  package static var goesOnInFolders: Bool { false }
  package static var omissions: [Omission] { [] }

  /// The rules with the key of the format.
  package static var leftOut: FormatOmissions { FormatOmissions(format: key, rules: omissions) }

  package static func recognises(_ input: ImportInput, among formats: any KnownFormats) -> Bool {
    recognises(input)
  }

  package static func isPart(_ name: String) -> Bool { true }

  /// False for names under which programs keep chats and which exports with all attachments in folders do not have.
  package static func isNoOtherChat(_ name: String) -> Bool {
    guard let ending = name.split(separator: ".").last?.lowercased() else { return true }
    return !["txt", "zip", "xml", "csv", "log"].contains(ending) || name.hasPrefix("README")
  }
}

/// All formats that are read, as a format sees them.
package protocol KnownFormats {
  /// True if a format recognises `input`.
  func recognise(_ input: ImportInput) -> Bool
  /// True if `input` is an export, or a folder or archive with one in it.
  func haveExport(in input: ImportInput) -> Bool
}

/// No formats, for an input that is known to be an export of one.
package struct NoOtherFormats: KnownFormats {
  package init() {}

  package func recognise(_ input: ImportInput) -> Bool { false }
  package func haveExport(in input: ImportInput) -> Bool { false }
}
