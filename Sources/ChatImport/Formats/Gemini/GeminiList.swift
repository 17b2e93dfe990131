import ChatModel

/// Reads activities of the list `MyActivity.json`.
struct GeminiList {
  private let conversion: Conversion

  init(_ conversion: Conversion) { self.conversion = conversion }

  /// Returns the activity that a record is, or nil if it is not one with Gemini.
  func activity(_ record: JSONValue, at origin: Origin, _ log: inout DiagnosticLog) -> GeminiActivity? {
    guard record.isObject else {
      log.append(
        Diagnostic(.loss, "not-an-activity", "a record is no object; it is shown as a card", at: origin))
      return nil
    }
    guard let product = record["header"]?.text ?? record["products"]?[0]?.text, GeminiFormat.isGemini(product)
    else {
      log.append(
        Diagnostic(.note, "other-product", "an activity is not one with Gemini; it is left out", at: origin))
      return nil
    }
    let answers = answers(of: record["safeHtmlItem"], at: origin)
    var activity = GeminiActivity(title: record["title"]?.text ?? "", hasAnswer: !answers.isEmpty)
    activity.answers = answers
    // Pages have whole seconds, and both forms of an export are one.
    let time = record["time"]?.text.flatMap { Timestamp($0) }
    activity.instant = time.map { Instant(milliseconds: conversion.instant(of: $0).seconds &* 1000) }
    if time == nil {
      log.append(
        Diagnostic(
          .loss, "no-time", "an activity has no time that is understood; it is shown without one", at: origin)
      )
    }
    addFiles(of: record, to: &activity)
    activity.noteChat(record["titleUrl"]?.text)
    return activity
  }

  private func addFiles(of record: JSONValue, to activity: inout GeminiActivity) {
    for line in record["subtitles"]?.elements ?? [] {
      let (name, url) = (line["name"]?.text ?? "", line["url"]?.text)
      if GeminiActivity.isPictureCount(name), activity.answers.allSatisfy(\.files.isEmpty) {
        activity.answers.append(GeminiActivity.Answer(missingPicture: name))
      }
      if let url, url.contains("gemini.google.com/gem") {
        activity.gem = GeminiActivity.gem(in: name)
      } else if let url, !url.contains(":") {
        activity.addFile(named: name, path: url)
      }
    }
    for member in ["imageFile", "attachedFiles"] {
      guard let value = record[member] else { continue }
      for file in value.isArray ? value.elements : [value] {
        let path = file.text ?? file["url"]?.text ?? file["path"]?.text
        activity.addFile(
          named: file["name"]?.text ?? path ?? "", path: path.flatMap { $0.contains(":") ? nil : $0 })
      }
    }
  }

  /// Returns the answers, more than one if the prompt was answered again.
  private func answers(of items: JSONValue?, at origin: Origin) -> [GeminiActivity.Answer] {
    guard let items else { return [] }
    return (items.isArray ? items.elements : [items]).compactMap { item in
      guard let html = item["html"]?.text ?? item["htmlValue"]?.text ?? item.text, !html.isBlank else {
        return nil
      }
      let page = ImportInput(path: origin.file, bytes: Array("<article>\(html)</article>".utf8))
      guard let reader = HTMLReader(page, where: { $0.name == "article" }), let element = reader.nextElement()
      else { return nil }
      return GeminiActivity.Answer(element.index + 1..<element.end, of: element.tree)
    }
  }
}
