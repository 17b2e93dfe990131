import ChatModel
import ImportKit

/// Reads activities of the list `MyActivity.json`.
struct GeminiList {
  private let conversion: Conversion
  private let verbs: GeminiActivity.TitleVerbs
  /// The names in the answers.
  private let vocabulary = HTMLVocabulary()

  init(_ bytes: InputBytes, _ conversion: Conversion) {
    (self.conversion, verbs) = (conversion, Self.verbs(in: bytes))
  }

  /// The number of activities that are searched for verbs.
  private static let sampleSize = 200

  /// Returns the verbs of a file: in languages other than English, the beginnings of at least half of the titles of answered prompts.
  private static func verbs(in bytes: InputBytes) -> GeminiActivity.TitleVerbs {
    var reader = JSONReader(
      bytes, in: bytes.contentStart..<bytes.count, isLenient: true)
    let isArray = (try? reader.peek()) == .array
    guard !isArray || (try? reader.beginArray()) != nil else { return .english }
    var (counts, total) = ([String: Int](), 0)
    for number in 0..<sampleSize {
      guard !isArray || (try? reader.nextElement()) == true, let record = try? reader.readValue() else {
        break
      }
      if number == 0, record["header"]?.text.map(GeminiFormat.isEnglish) ?? false { return .english }
      guard record["safeHtmlItem"]?[0] != nil, let title = record["title"]?.text else { continue }
      total += 1
      if let (verb, _) = GeminiActivity.verb(of: title) { counts[verb, default: 0] += 1 }
    }
    return .listed(Set(counts.filter { $0.value > 1 && $0.value * 2 >= total }.keys))
  }

  /// Returns the activity in a record, or nil if it is not one with Gemini.
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
    var activity = GeminiActivity(
      title: record["title"]?.text ?? "", hasAnswer: !answers.isEmpty, verbs: verbs)
    activity.answers = answers
    // Pages have whole seconds, and both forms of an export are merged.
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
    for detail in record["details"]?.elements ?? [] { activity.noteChat(detail["url"]?.text) }
    return activity
  }

  private func addFiles(of record: JSONValue, to activity: inout GeminiActivity) {
    let lines = record["subtitles"]?.elements ?? []
    func path(_ line: JSONValue) -> String? {
      line["url"]?.text.flatMap { $0.contains(":") ? nil : $0.percentDecoded ?? $0 }
    }
    let uploads = lines.compactMap(path)
    // Files that nobody sent are pictures that Gemini drew, most of which are in the answer.
    var drawn = files(of: record).filter { file in
      uploads.isEmpty && file.path.map { !activity.hasAnswer(withPicture: $0) } ?? false
    }
    for line in lines {
      let (name, url) = (line["name"]?.text ?? "", line["url"]?.text)
      if let path = path(line) {
        activity.addFile(named: name, path: path)
      } else if let url, url.contains("gemini.google.com/gem") {
        activity.gem = GeminiActivity.gem(in: name)
      } else if GeminiActivity.isPictureCount(name) {
        if !drawn.isEmpty {
          activity.answers.append(GeminiActivity.Answer(pictures: drawn.compactMap(\.path)))
          drawn = []
        } else if activity.answers.allSatisfy(\.files.isEmpty) {
          activity.answers.append(GeminiActivity.Answer(missingPicture: name))
        }
      } else if !GeminiActivity.isFileCount(name), !GeminiActivity.isCount(name, of: uploads.count) {
        activity.addLine(name)
      }
    }
    for file in files(of: record) where file.path.map({ !activity.hasAnswer(withPicture: $0) }) ?? true {
      activity.addFile(named: file.name, path: file.path)
    }
  }

  /// Returns the files that a record lists, of the prompt and of answers.
  private func files(of record: JSONValue) -> [(name: String, path: String?)] {
    ["imageFile", "attachedFiles"].compactMap { record[$0] }.flatMap { $0.isArray ? $0.elements : [$0] }.map {
      let path = $0.text ?? $0["url"]?.text ?? $0["path"]?.text
      return ($0["name"]?.text ?? path ?? "", path.flatMap { $0.contains(":") ? nil : $0 })
    }
  }

  /// Returns the answers, more than one if the prompt was answered again.
  private func answers(of items: JSONValue?, at origin: Origin) -> [GeminiActivity.Answer] {
    guard let items else { return [] }
    return (items.isArray ? items.elements : [items]).compactMap { item in
      guard let html = item["html"]?.text ?? item["htmlValue"]?.text ?? item.text, !html.isBlank else {
        return nil
      }
      let page = InputBytes(Array("<article>\(html)</article>".utf8))
      guard
        let reader = HTMLReader(page, path: origin.file, nil, vocabulary, where: { $0.name == "article" }),
        let element = reader.nextElement()
      else { return nil }
      return GeminiActivity.Answer(element.index + 1..<element.end, of: element.tree)
    }
  }
}
