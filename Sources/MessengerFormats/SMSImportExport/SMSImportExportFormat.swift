import ChatModel
import ImportKit

/// The messages that SMS Import / Export for Android writes: a zip with `messages.ndjson` and the files of MMS, or before version 2 one
/// JSON file.
///
/// Facts: the app's source, tmo1/sms-ie, `ImportExportMessages.kt`; docs/formats/smsimportexport.md.
enum SMSImportExportFormat: PhoneRecordFormat {
  static let key = "smsimportexport"
  static let name = "SMS Import / Export (Android)"
  /// The file with the messages inside a zip.
  private static let fileName = "messages.ndjson"

  static let capabilities: [FormatCapability] = [
    .full("SMS and MMS"),
    .full("photos, video, audio, files"),
    .full("contact cards"),
    .full("groups"),
    .full("subjects", "as the first line, in bold"),
    .full("drafts, failed and waiting messages", "with their status"),
    .full("names of people", "if they were exported"),
    .none("reactions", "phones send them as texts"),
    .full("several conversations in one export"),
  ]

  static func isPart(_ name: String) -> Bool { name == fileName || name == "data" }

  static func recognises(_ input: ImportInput) -> Bool {
    if input.files.contains(fileName) {
      guard let file = try? input.file(named: fileName) else { return false }
      return recognises(file)
    }
    return input.firstRecords.contains { line in
      line.has("_id", "thread_id", "date")
        && (line.has("address", "type") || line.has("msg_box") || line.has("__parts"))
    }
  }

  static func messages(of input: ImportInput) throws(ImportError) -> ImportInput {
    input.files.contains(fileName) ? try input.file(named: fileName) : input
  }

  static func records(
    of value: JSONValue, in folder: InputFolder, _ files: ExtractedFiles
  ) -> [PhoneRecord] {
    var record = PhoneRecord()
    record.date = value["date"]?.integer.map(Double.init)
    record.thread = value["thread_id"]?.identifier
    let isSMS = value["address"] != nil || value["msg_box"] == nil
    if isSMS {
      record.box = value["type"]?.integer
      record.report = value["status"]?.integer
      record.body = value["body"]?.text ?? ""
      record.addresses = [address(value, isSender: record.box == PhoneBox.inbox)]
      return [record]
    }
    record.box = value["msg_box"]?.integer
    record.subject = value["sub"]?.text
    let sender = value["__sender_address"] ?? value["sender_address"]
    let recipients = value["__recipient_addresses"] ?? value["recipient_addresses"]
    record.addresses =
      (sender.map { [address($0, isSender: true)] } ?? [])
      + (recipients?.elements.map { address($0, isSender: false) } ?? [])
    record.parts = (value["__parts"] ?? value["parts"])?.elements.map { part($0, in: folder, files) } ?? []
    return [record]
  }

  private static func address(_ value: JSONValue, isSender: Bool) -> PhoneRecord.Address {
    PhoneRecord.Address(
      address: value["address"]?.text ?? "", isSender: isSender,
      name: (value["__display_name"] ?? value["display_name"])?.text)
  }

  private static func part(
    _ value: JSONValue, in folder: InputFolder, _ files: ExtractedFiles
  ) -> (part: PhoneRecord.Part, data: PhonePartData) {
    let type = value["ct"]?.text?.lowercased() ?? ""
    if type == PhonePart.layoutType { value["text"]?.leaveOut(.machineText) }
    let part = PhoneRecord.Part(
      type: type, text: type == PhonePart.layoutType ? nil : value["text"],
      names: [value["name"]?.text, value["cl"]?.text, value["fn"]?.text])
    // Before version 2, the data is in the record. Otherwise `_data` is a path on the phone, and the file has the same name.
    if let data = value["binary_data"] { return (part, PhonePartData(base64: data.text, files)) }
    guard let name = value["_data"]?.text?.split(separator: "/").last else {
      return (part, PhonePartData(.bytes([]), files))
    }
    return (part, PhonePartData(.file("data/\(name)", folder), files))
  }
}
