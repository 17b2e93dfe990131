import ChatModel
import ImportKit

/// A format with the messages of a phone as records in JSON: a list, or one record in each line.
protocol PhoneRecordFormat: ConvertedFormat {
  /// The file with the messages.
  ///
  /// - Throws: ``ImportError`` if it cannot be read.
  static func messages(of input: ImportInput) throws(ImportError) -> ImportInput
  /// Reads the records in an element or a line. `files` takes data that has no file of its own.
  static func records(of value: JSONValue, in folder: InputFolder, _ files: ExtractedFiles) -> [PhoneRecord]
}

extension PhoneRecordFormat {
  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let messages = try messages(of: input)
    guard let file = JSONFile(messages) else { return }
    let addresses = conversion.shared { Self.addresses(in: conversion.inputs) }
    let reader = PhoneRecordReader(conversion, addresses, export: input.path)
    try file.forEachLine(
      log: &log,
      broken: { text, origin, _ throws(ImportError) in
        // The last line of a file that was not copied whole.
        if !file.isLastLine(origin) || !text.hasPrefix("{") { try reader.addBroken(text) }
      }
    ) { value, _, origin, log throws(ImportError) in
      guard value.isObject else {
        log.append(
          Diagnostic(.loss, "not-a-record", "a record is no object; it is shown as a card", at: origin))
        return try reader.addBroken(String(value.json.prefix(4_000)))
      }
      for record in records(of: value, in: messages.folder, conversion.extractedFiles) {
        try reader.add(record, origin, &log)
      }
    }
    reader.finish()
  }

  /// The addresses in all exports. Faults of the files are reported when their messages are read.
  private static func addresses(in inputs: [ImportInput]) -> PhoneAddresses {
    let addresses = PhoneAddresses()
    let files = ExtractedFiles()
    var unused = DiagnosticLog()
    for input in inputs {
      guard let messages = try? messages(of: input), let file = JSONFile(messages, isCounted: false) else {
        continue
      }
      try? file.forEachLine(log: &unused, without: dataMembers) { value, _, _, _ throws(ImportError) in
        for record in records(of: value, in: messages.folder, files) {
          addresses.note(record, in: input.path)
        }
      }
    }
    addresses.findOwner()
    return addresses
  }

  /// Members with the parts of MMS, which have no addresses and may be long.
  private static var dataMembers: Set<String> { ["__parts", "parts"] }
}

/// Adds the messages of a phone to their conversations.
final class PhoneRecordReader {
  private let conversion: Conversion
  private let conversations: PhoneConversations
  private let addresses: PhoneAddresses
  private let export: String

  /// `export` is the path of the export that is read.
  init(_ conversion: Conversion, _ addresses: PhoneAddresses, export: String) {
    (self.conversion, self.addresses, self.export) = (conversion, addresses, export)
    conversations = PhoneConversations(conversion, numbers: addresses.numbers)
  }

  /// Adds a record that begins at `origin`.
  func add(_ record: PhoneRecord, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let people = others(in: record)
    for address in record.addresses {
      if let name = address.name { conversations.note([address.address], names: name) }
    }
    let conversation = conversations.conversation(with: people)
    let sender = sender(of: record, among: people, in: conversation, origin, &log)
    let instant = Instant(phoneTime: record.date)
    if instant == nil {
      log.append(
        Diagnostic(
          .loss, "no-time", "the record has no time; the message is placed after the one before it",
          at: origin))
    }
    let box = record.box ?? PhoneBox.inbox
    if !PhoneBox.known.contains(box) {
      log.append(
        Diagnostic(
          .warning, "unknown-box",
          "the message is in a box with the unknown number \(box); it is shown as sent",
          at: origin))
    }
    if let body = record.body {
      var draft = MessageDraft()
      (draft.instant, draft.sender) = (instant, sender)
      draft.text = MessageText(body, markup: .plain)
      draft.set(status: PhoneBox.status(box, report: record.report))
      return try conversation.builder.add(draft)
    }
    var content = PhoneMultimedia(subject: record.subject)
    (content.instant, content.box) = (instant, box)
    for (part, data) in record.parts { try add(part, data, to: &content, origin, &log) }
    if content.isEmpty {
      log.append(
        Diagnostic(
          .loss, "empty-mms",
          "the MMS has no parts, it may not have been downloaded; it is shown as a card", at: origin))
    }
    for message in content.messages(from: sender) { try conversation.builder.add(message) }
  }

  /// Shows a record that could not be read as a card. Its conversation is unknown.
  func addBroken(_ text: String) throws(ImportError) {
    let builder = conversion.conversation("damaged", title: "Damaged lines")
    builder.titleStandIn = .damaged
    try builder.addBroken(text)
  }

  /// Gives the people and the conversations their names.
  func finish() { conversations.finish() }

  private func add(
    _ part: PhoneRecord.Part, _ data: PhonePartData, to content: inout PhoneMultimedia, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    if part.type == PhonePart.layoutType { return }
    if data.isDamaged {
      log.append(
        Diagnostic(
          .loss, "damaged-file", "the file in the message is not valid Base64; it is shown as missing",
          at: origin))
    }
    if let part = try PhonePart(type: part.type, text: part.text?.text, names: part.names, data) {
      content.add(part)
    }
  }

  /// Returns the sender; nil, with a warning, if the record names several people but none as its sender.
  private func sender(
    of record: PhoneRecord, among people: [String], in conversation: PhoneConversation, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) -> ParticipantIndex? {
    if record.isOwn { return conversation.owner }
    if let sender = record.sender { return conversation.person(sender) }
    if people.count == 1 { return conversation.person(people[0]) }
    log.append(
      Diagnostic(.warning, "no-sender", "the record does not name the sender of the message", at: origin))
    return nil
  }

  /// The addresses of everybody but the owner, the sender's first. Without any, the addresses of the record's thread; without these, the
  /// owner's own, for notes to oneself, or an empty one.
  private func others(in record: PhoneRecord) -> [String] {
    let named = (record.isOwn ? [] : [record.sender].compactMap(\.self)) + record.recipients
    for addresses in [named, addresses.people(ofThread: record.thread, in: export)] {
      var others: [String] = []
      for address in addresses where !others.contains(address) && !isOwn(address) { others.append(address) }
      if !others.isEmpty { return others }
    }
    return [named.first ?? ""]
  }

  private func isOwn(_ address: String) -> Bool {
    addresses.own.contains(addresses.numbers.key(of: address))
  }
}
