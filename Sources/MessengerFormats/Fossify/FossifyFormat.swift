import ChatModel
import ImportKit

/// The messages that Fossify Messages for Android, and Simple SMS Messenger before it, export as JSON.
///
/// Facts: the app's source, FossifyOrg/Messages, `models/*Backup.kt`; docs/formats/fossify.md.
enum FossifyFormat: PhoneRecordFormat {
  static let key = "fossify"
  static let name = "Fossify Messages, Simple SMS Messenger (Android)"

  static let capabilities: [FormatCapability] = [
    .full("SMS and MMS"),
    .full("photos, video, audio, files", "taken out of the file"),
    .full("contact cards"),
    .full("groups"),
    .full("subjects", "as the first line, in bold"),
    .full("drafts, failed and waiting messages", "with their status"),
    .none("names of people", "the export has only numbers; --alias names them"),
    .none("reactions", "phones send them as texts"),
    .full("several conversations in one export"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes?.isList == true, let first = input.firstRecords.first else { return false }
    if let type = first.text(of: "backupType") { return type == "sms" || type == "mms" }
    return first.has("sms", "mms")
      || first.has("address", "body", "date", "date_sent", "sub_id") && !first.has("thread_id")
  }

  static func messages(of input: ImportInput) -> ImportInput { input }

  static func records(
    of value: JSONValue, in folder: InputFolder, _ files: ExtractedFiles
  ) -> [PhoneRecord] {
    // The older app wrote an object for each conversation.
    if value["sms"]?.isArray == true || value["mms"]?.isArray == true {
      return ["sms", "mms"].flatMap { value[$0]?.elements ?? [] }
        .flatMap { records(of: $0, in: folder, files) }
    }
    var record = PhoneRecord()
    record.date = value["date"]?.integer.map(Double.init)
    if value["addresses"] == nil, value["parts"] == nil {
      record.box = value["type"]?.integer
      record.report = value["status"]?.integer
      record.body = value["body"]?.text ?? ""
      let address = value["address"]?.text ?? ""
      record.addresses = [PhoneRecord.Address(address: address, isSender: !record.isOwn)]
      return [record]
    }
    record.box = (value["messageBox"] ?? value["msg_box"])?.integer
    record.subject = (value["subject"] ?? value["sub"])?.text
    record.addresses =
      value["addresses"]?.elements.map {
        PhoneRecord.Address(
          address: $0["address"]?.text ?? "", isSender: $0["type"]?.integer == PhoneMultimedia.senderType)
      } ?? []
    record.parts = value["parts"]?.elements.map { part($0, files) } ?? []
    return [record]
  }

  private static func part(
    _ value: JSONValue, _ files: ExtractedFiles
  ) -> (part: PhoneRecord.Part, data: PhonePartData) {
    let type = (value["contentType"] ?? value["ct"])?.text?.lowercased() ?? ""
    let names = [
      value["name"]?.text, (value["contentLocation"] ?? value["cl"])?.text,
      (value["filename"] ?? value["fn"])?.text,
    ]
    if type == PhonePart.layoutType {
      for name in ["text", "data"] { value[name]?.leaveOut(.machineText) }
      return (PhoneRecord.Part(type: type, names: []), PhonePartData(.bytes([]), files))
    }
    let text = value["text"]
    // The data of texts is the text itself.
    guard type.hasPrefix("text/") else {
      let data = PhonePartData(base64: value["data"]?.text, files)
      return (PhoneRecord.Part(type: type, text: text, names: names), data)
    }
    let data = text == nil ? value["data"] : text
    value["data"]?.leaveOut(.duplicate)
    return (
      PhoneRecord.Part(type: type, text: data, names: names),
      PhonePartData(.bytes([]), files)
    )
  }
}
