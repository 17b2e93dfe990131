import ChatModel
import ImportKit

/// Reads the records of a backup of SMS, MMS or calls, and adds them to their conversations.
final class SMSReader: XMLElementReader {
  private let conversion: Conversion
  private let conversations: PhoneConversations
  /// The MMS that is being read.
  private var mms: SMSMultimedia?
  private var losses = DiagnosticLog()

  init(_ conversion: Conversion) {
    self.conversion = conversion
    // Another backup may have a number with its country code.
    let numbers = conversion.shared { SMSNumbers.keys(ofNumbersIn: conversion.inputs.compactMap(\.bytes)) }
    conversations = PhoneConversations(conversion, numbers: numbers)
  }

  func begin(_ element: String, _ stream: XMLStream) throws(ImportError) {
    switch element {
    case "sms":
      try finishMMS(stream)
      try addSMS(stream)
    case "mms":
      try finishMMS(stream)
      mms = SMSMultimedia(stream)
    case "part": try addPart(stream)
    case "addr": mms?.addAddress(stream)
    case "call": try addCall(stream)
    case "smses", "calls", "allsms", "parts", "addrs": return
    default:
      losses.append(
        Diagnostic(
          .loss, "unknown-element", "the element '\(element.prefix(100))' is unknown; it is left out",
          at: stream.origin))
    }
  }

  func end(_ element: String, _ stream: XMLStream) throws(ImportError) {
    if element == "mms" { try finishMMS(stream) }
  }

  /// Names the people and the conversations from the facts of the whole file.
  func finish(_ log: inout DiagnosticLog) throws(ImportError) {
    conversations.finish()
    log.merge(losses)
  }

  // MARK: Records

  private func addSMS(_ stream: XMLStream) throws(ImportError) {
    let address = stream.value("address")
    let type = stream.integer("type") ?? 1
    conversations.note([address ?? ""], names: stream.value("contact_name"))
    let conversation = conversations.conversation(with: [address ?? ""])
    conversation.builder.noteDateStyle(of: stream.value("readable_date") ?? "")
    var draft = MessageDraft()
    draft.instant = instant("date", stream)
    draft.sender = type == 1 ? conversation.person(address) : conversation.owner
    draft.text = MessageText(subject: stream.value("subject"), body: stream.attribute("body") ?? "")
    draft.set(status: PhoneBox.status(type, report: stream.integer("status")))
    if stream.attribute("body") == nil {
      lose("no-text", "the message has no text; it is shown without one", stream)
    }
    try conversation.builder.add(draft)
  }

  private func addPart(_ stream: XMLStream) throws(ImportError) {
    guard mms != nil else {
      lose("stray-part", "a part is outside of any message; it is left out", stream)
      return
    }
    if try mms?.addPart(stream, conversion.extractedFiles) == true {
      lose("damaged-file", "the file in the message is not valid Base64; it is shown as missing", stream)
    }
  }

  private func finishMMS(_ stream: XMLStream) throws(ImportError) {
    guard let mms else { return }
    self.mms = nil
    let addresses = mms.addresses
    conversations.note(addresses, names: mms.names)
    let conversation = conversations.conversation(with: addresses)
    let content = mms.content
    if content.instant == nil { noteTime(stream) }
    if content.isEmpty {
      lose(
        "empty-mms", "the MMS has no parts, it may not have been downloaded; it is shown as a card", stream)
    }
    let sender = content.isOwn ? conversation.owner : conversation.person(content.sender ?? addresses.first)
    for message in content.messages(from: sender) { try conversation.builder.add(message) }
  }

  /// Android's codes for calls without a number: unknown, withheld, and from a payphone.
  private static let unknownNumbers: Set<String> = ["-1", "-2", "-3"]

  private func addCall(_ stream: XMLStream) throws(ImportError) {
    let number = stream.value("number").flatMap { Self.unknownNumbers.contains($0) ? nil : $0 }
    conversations.note([number ?? ""], names: stream.value("contact_name"))
    let conversation = conversations.conversation(with: [number ?? ""])
    let type = stream.integer("type") ?? 0
    var draft = MessageDraft()
    draft.instant = instant("date", stream)
    draft.sender = type == 2 ? conversation.owner : conversation.person(number)
    let seconds = stream.integer("duration").map(Double.init) ?? 0
    var call = Call(medium: "audio", duration: seconds > 0 ? seconds : nil)
    switch type {
    case 1, 7: break
    case 2: call.outcome = seconds > 0 ? nil : "unanswered"
    case 3: call.outcome = "missed"
    case 4: call.outcome = "voicemail"
    case 5: call.outcome = "declined"
    case 6: call.outcome = "blocked"
    default:
      lose("unknown-call", "the call has the unknown type \(type); it is shown as a call", stream)
    }
    draft.part = call
    try conversation.builder.add(draft)
  }

  private func instant(_ name: StaticString, _ stream: XMLStream) -> Instant? {
    guard let instant = stream.instant(name) else {
      noteTime(stream)
      return nil
    }
    return instant
  }

  private func noteTime(_ stream: XMLStream) {
    lose("no-time", "the time is not a number; the message is placed after the one before it", stream)
  }

  private func lose(_ code: String, _ words: String, _ stream: XMLStream) {
    losses.append(Diagnostic(.loss, code, words, at: stream.origin))
  }
}

extension XMLStream {
  /// The value of an attribute; nil also for the text `null`, which means none in these files.
  func value(_ name: StaticString) -> String? {
    guard let text = attribute(name), text != "null", !text.isEmpty else { return nil }
    return text
  }

  func integer(_ name: StaticString) -> Int64? { value(name).flatMap { Int64($0) } }

  /// The instant of a number of milliseconds or, in old files, seconds.
  func instant(_ name: StaticString) -> Instant? {
    Instant(phoneTime: value(name).flatMap { Double($0) })
  }
}
