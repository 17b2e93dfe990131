import ChatModel
import ImportKit

/// The records of a session's file.
struct GeminiCLIRecords {
  enum SessionRecord {
    /// The facts of the session, or some of them that changed.
    case session(JSONValue)
    /// A message with the number of its record. A message that changed is written again under its id.
    case message(JSONValue, number: Int)
    /// A message that was taken back, with everything after it.
    case rewind(to: String)
  }

  private var file: JSONFile
  private let hasLines: Bool
  /// The facts of the session at the beginning of the file.
  private let head: JSONValue

  /// Returns nil for a folder.
  init?(_ input: ImportInput) {
    guard let file = JSONFile(input) else { return nil }
    self.file = file
    let members = input.probe?.members ?? []
    head = .object(members.compactMap { name, text in text.map { .init(name: name, value: .string($0)) } })
    var reader = JSONReader(file.bytes)
    if file.bytes.isList {
      hasLines = true
    } else if (try? reader.skipStructure()) != nil {
      reader.skipWhitespace()
      hasLines = reader.position < file.bytes.count
    } else {
      hasLines = false
    }
  }

  /// The records for a first pass; anything it does not read is read later.
  var uncounted: GeminiCLIRecords {
    var records = self
    records.file = file.uncounted
    return records
  }

  /// Calls `body` with each record, and with true if the message is in a list of all messages of the session.
  func forEach(
    log: inout DiagnosticLog,
    broken: (String, Origin, inout DiagnosticLog) throws(ImportError) -> Void = { _, _, _ in },
    _ body: (SessionRecord, _ isListed: Bool, Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    var number = 0
    guard hasLines else {
      // If the file was cut off, its beginning is enough.
      let facts = (try? file.document(without: ["messages"])) ?? head
      try body(.session(facts), false, file.origin(0), &log)
      return try file.forEachElement(of: "messages", log: &log, broken: broken) {
        message, _, origin, log throws(ImportError) in
        number += 1
        try body(.message(message, number: number), false, origin, &log)
      }
    }
    try forEachRecord(log: &log, broken: broken) { line, origin, log throws(ImportError) in
      if let id = line["$rewindTo"]?.text {
        try body(.rewind(to: id), false, origin, &log)
      } else if let change = line["$set"] {
        try body(.session(change), false, origin, &log)
        for message in change["messages"]?.elements ?? [] {
          number += 1
          try body(.message(message, number: number), true, origin, &log)
        }
      } else if line["sessionId"] != nil, line["type"] == nil {
        try body(.session(line), false, origin, &log)
      } else {
        number += 1
        try body(.message(line, number: number), false, origin, &log)
      }
    }
  }

  /// Calls `body` with each record: a line, or an element of the list that makes up the file.
  private func forEachRecord(
    log: inout DiagnosticLog, broken: (String, Origin, inout DiagnosticLog) throws(ImportError) -> Void,
    _ body: (JSONValue, Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    guard file.bytes.isList else {
      return try file.forEachLine(log: &log, broken: broken) { line, _, origin, log throws(ImportError) in
        try body(line, origin, &log)
      }
    }
    try file.forEachElement(of: nil, log: &log, broken: broken) { value, _, origin, log throws(ImportError) in
      try body(value, origin, &log)
    }
  }
}
