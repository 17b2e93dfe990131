import ChatModel
import ImportKit

/// Relativity Short Message Format, in which reviews in e-discovery exchange chats: a mail with a zip that has a manifest and the
/// attachments. The zip by itself, or unpacked, is read too.
///
/// Facts: Relativity's description and JSON schema 2.0.0; docs/formats/rsmf.md.
enum RSMFFormat: ConvertedFormat {
  static let key = "rsmf"
  static let name = "RSMF (Relativity Short Message Format)"

  static let capabilities: [FormatCapability] = [
    .full("text, attachments"),
    .full("replies, reactions, edits, deletions"),
    .full("joins, leaves, disclaimers, history"),
    .full("names and pictures of people"),
    .partly("the owner", "of messages that say their direction"),
    .full("several conversations in one file"),
    .none("read receipts, importance, further facts"),
  ]

  private static let manifest = "rsmf_manifest.json"

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes != nil else {
      return input.files.contains(manifest) && (try? input.file(named: manifest)).map(isManifest) ?? false
    }
    return isMail(input) || isManifest(input)
  }

  private static func isManifest(_ input: ImportInput) -> Bool {
    input.shape.has(".participants[].id", ".conversations[].platform") && input.shape.has(".version")
      && (input.shape.has(".events") || input.shape.has(".conversations[].participants"))
  }

  /// True if the head of a mail (RFC 5322) has the format's version.
  private static func isMail(_ input: ImportInput) -> Bool {
    guard let first = input.firstByte, first != UInt8(ascii: "{") else { return false }
    let head = String(decoding: input.head.prefix(16_384), as: UTF8.self)
    // A line feed after a carriage return is one character.
    for line in head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.isEmpty { return false }
      if line.lowercased().hasPrefix("x-rsmf-version:") { return true }
    }
    return false
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let bytes = input.bytes else {
      return try convert(manifest: input.file(named: manifest), in: input.folder, to: conversion, &log)
    }
    guard isMail(input) else { return try convert(manifest: input, in: input.folder, to: conversion, &log) }
    guard let body = zip(in: bytes) else {
      throw .unreadable(path: input.path, reason: "it has no attachment rsmf.zip; export it again")
    }
    let archive = try input.archive(inBase64: body, of: bytes, named: "rsmf.zip")
    try convert(manifest: archive.file(named: manifest), in: archive.folder, to: conversion, &log)
  }

  /// Returns the range of the body of the part that is `rsmf.zip`, or nil. Looks for its name in the heads of parts.
  private static func zip(in bytes: InputBytes) -> Range<Int>? {
    var next = bytes.contentStart
    while let mark = bytes.firstIndex(of: UInt8(ascii: "="), in: next..<bytes.count) {
      next = mark + 1
      let start = next < bytes.count && bytes[next] == UInt8(ascii: "\"") ? next + 1 : next
      guard bytes.has("rsmf.zip".utf8, at: start) else { continue }
      // The head ends with an empty line, the body with the boundary.
      guard let body = endOfHead(in: bytes, from: start) else { return nil }
      var end = body
      while let feed = bytes.firstIndex(of: 0x0A, in: end..<bytes.count) {
        end = feed + 1
        if bytes.has("--".utf8, at: end) { return body..<end }
      }
      return body..<bytes.count
    }
    return nil
  }

  private static func endOfHead(in bytes: InputBytes, from start: Int) -> Int? {
    var line = start
    while let feed = bytes.firstIndex(of: 0x0A, in: line..<bytes.count) {
      line = feed + 1
      if line < bytes.count, bytes[line] == 0x0A { return line + 1 }
      if bytes.has("\r\n".utf8, at: line) { return line + 2 }
    }
    return nil
  }

  private static func convert(
    manifest input: ImportInput, in folder: InputFolder, to conversion: Conversion, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    let facts = file.wholeMembers(without: ["events"], log: &log)
    var reader = RSMFReader(conversion, facts, folder)
    try file.forEachElement(
      of: "events", log: &log, readsPart: true,
      broken: { text, _, _ throws(ImportError) in try reader.builder(of: nil).addBroken(text) }
    ) { event, _, origin, log throws(ImportError) in
      try reader.add(event, at: origin, &log)
    }
  }
}
