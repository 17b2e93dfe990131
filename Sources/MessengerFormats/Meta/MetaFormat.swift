import ChatModel
import ImportKit

/// Messenger's and Instagram's "Download your information" in JSON or HTML, and the download of Messenger's end-to-end encrypted chats.
///
/// Meta publishes no description. The facts come from exports in bug reports of programs that read them (signalbackup-tools,
/// ChatLab, chat-analytics); the facts about the HTML are in the fixture's FACTS.md.
enum MetaFormat: ConvertedFormat {
  static let key = "meta"
  static let name = "Messenger and Instagram (JSON, HTML)"

  static let capabilities: [FormatCapability] = [
    .full("text"),
    .full("photos, videos, audio, files, stickers, GIFs"),
    .full("reactions", "with everyone who reacted"),
    .full("calls, links, unsent messages"),
    .full("members who were added or left"),
    .full("several files, folders and zips of one download", "joined by the thread's path"),
    .full("encrypted chats", "the separate download that the device makes, joined with the usual one"),
    .partly("HTML downloads", "times by the minute or second, without a zone; calls and events as texts"),
    .none("replies, edits, polls", "the download has none"),
  ]

  static func isPart(_ name: String) -> Bool { isNoOtherChat(name) }

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil { return isThread(input) }
    // If a download is in several zips, some have nothing but files.
    return MetaFiles.threads(in: input).prefix(8).contains { path in
      (try? input.file(named: path)).map(isThread) ?? false
    } || MetaFiles.isMediaOnly(input)
  }

  private static func isThread(_ file: ImportInput) -> Bool {
    MetaThread.Layout(of: file) != nil || MetaPage.recognises(file) || MetaArchive.recognises(file)
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else {
      let thread = try convert(input, MetaFiles(input, conversion), nil, conversion, &log)
      return markOwner(of: thread, conversion)
    }
    let (files, owner) = (MetaFiles(input, conversion), owner(in: input, conversion))
    conversion.addRoot(input.folder)
    var threads: [ConversationBuilder] = []
    for path in MetaFiles.threads(in: input) {
      let file = try input.file(named: path)
      guard isThread(file) else {
        let isDamaged = MetaFiles.threadPath(of: file) != nil
        log.append(
          Diagnostic(
            isDamaged ? .loss : .note, isDamaged ? "unreadable-file" : "not-a-chat",
            "\(file.path) is not a conversation and was left out", at: Origin(file: file.path)))
        continue
      }
      do throws(ImportError) {
        threads += try convert(file, files.beside(path), owner, conversion, &log)
      } catch {
        log.append(
          Diagnostic(
            .loss, "unreadable-file", "\(error.message); it was left out", at: Origin(file: file.path)))
      }
    }
    // The profile may have another name than the threads.
    let isKnown = owner != nil && threads.contains { $0.participants.participants.contains(where: \.isMe) }
    if !isKnown { markOwner(of: threads, conversion) }
  }

  /// Returns the account's own name. If a download is in several zips, one has the profile.
  private static func owner(in input: ImportInput, _ conversion: Conversion) -> String? {
    if let owner = MetaFiles.owner(in: input) { return owner }
    let owners = Set(conversion.inputs.filter { $0.bytes == nil }.compactMap { MetaFiles.owner(in: $0) })
    return owners.count == 1 ? owners.first : nil
  }

  /// Marks the owner: in conversations of two the person who is not in the title, if all conversations agree.
  private static func markOwner(of threads: [ConversationBuilder], _ conversion: Conversion) {
    for builder in threads { conversion.markOwner(of: builder) }
    let owners = Set(threads.flatMap { $0.participants.participants.filter(\.isMe).map(\.key) })
    guard owners.count == 1, let owner = owners.first else { return }
    for builder in threads where builder.participants.index(ofKey: owner) != nil {
      _ = builder.participant(owner, isMe: true)
    }
  }

  /// Converts a file, and returns its conversations.
  private static func convert(
    _ file: ImportInput, _ files: MetaFiles, _ owner: String?, _ conversion: Conversion,
    _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    if let thread = MetaThread(file, files, owner: owner) {
      return [try thread.convert(to: conversion, log: &log)]
    } else if MetaPage.recognises(file) {
      return try MetaPage(file, files, owner: owner).convert(to: conversion, log: &log).map { [$0] } ?? []
    } else if MetaArchive.recognises(file) {
      return try MetaArchive(file, files, owner: owner).convert(to: conversion, log: &log)
    }
    return []
  }
}

/// The files of a download, for finding the ones that messages name.
struct MetaFiles {
  private let folder: InputFolder
  /// The path of the file whose messages are read.
  private var thread = ""
  private let own: FileList
  /// The files of all inputs: messages in one zip of a download may name files in another.
  private let all: FileList?

  /// The paths of an input's files, with the names that messages may use for them.
  private struct FileList {
    private var paths: Set<String> = []
    /// Paths by their last three and two steps.
    private var ends: [Substring: String] = [:]
    /// The ends that several paths have.
    private var sharedEnds: Set<Substring> = []

    var isEmpty: Bool { paths.isEmpty }

    mutating func add(_ input: ImportInput) {
      for path in input.files where ![".json", ".html", ".htm"].contains(where: path.hasSuffix) {
        guard paths.insert(path).inserted else { continue }
        // A path of two steps has one end.
        for end in Set([3, 2].map { MetaFiles.end(of: path, $0) }) {
          if ends.updateValue(path, forKey: end) != nil { sharedEnds.insert(end) }
        }
      }
    }

    func has(_ path: String) -> Bool { paths.contains(path) }

    func path(of uri: String) -> String? {
      if has(uri) { return uri }
      return [3, 2].lazy.map { MetaFiles.end(of: uri, $0) }.filter { !sharedEnds.contains($0) }
        .compactMap { ends[$0] }.first
    }
  }

  /// The files of all inputs of a conversion.
  private struct Download { var files: FileList }

  init(_ input: ImportInput, _ conversion: Conversion) {
    folder = input.folder
    var own = FileList()
    own.add(input)
    self.own = own
    guard conversion.inputs.count > 1 else {
      all = nil
      return
    }
    let inputs = conversion.inputs
    all =
      conversion.shared {
        var download = Download(files: FileList())
        for input in inputs { download.files.add(input) }
        return download
      }.files
  }

  /// The files as the messages in the file at `path` name them.
  func beside(_ path: String) -> MetaFiles {
    var files = self
    files.thread = path
    return files
  }

  /// Returns the path in the input of the file that a message calls `uri`: relative to the download's folder, of which the input may be
  /// a part, such as a thread's folder, or which may be in the input, with others. A file that the input lacks has its path in another
  /// one.
  func path(of uri: String) -> String {
    let uri = uri.hasPrefix("./") ? String(uri.dropFirst(2)) : uri
    if own.has(uri) { return uri }
    // Files may be too deep to be listed.
    if let path = paths(of: uri).first(where: { own.has($0) || folder.has($0) }) { return path }
    if let path = own.path(of: uri) ?? all?.path(of: uri) { return path }
    let end = String(Self.end(of: uri, 2))
    return own.isEmpty && all?.isEmpty ?? true && folder.has(end) ? end : uri
  }

  /// Returns the paths in the input that a path in the download may be: by the folders that it has in common with the file whose
  /// messages name it.
  private func paths(of uri: String) -> [String] {
    let steps = uri.split(separator: "/")
    let folders = thread.split(separator: "/").dropLast()
    var paths: [[Substring]] = []
    // The download is in a folder of the input.
    if let first = steps.first, let root = folders.lastIndex(of: first) {
      paths.append(folders[..<root] + steps)
    }
    // The input is a folder of the download.
    if let first = folders.first, let common = steps.firstIndex(of: first) {
      paths.append(Array(steps[common...]))
    } else if let own = folder.namePath.split(separator: "/").last, let common = steps.firstIndex(of: own) {
      paths.append(Array(steps[(common + 1)...]))
    }
    if !folders.isEmpty { paths.append(folders + steps) }
    return paths.map { $0.joined(separator: "/") }
  }

  /// The last `count` steps of a path.
  private static func end(of path: String, _ count: Int) -> Substring {
    var start = path.endIndex
    for _ in 0..<count {
      guard let slash = path[..<start].lastIndex(of: "/") else { return path[...] }
      start = slash
    }
    return path[path.index(after: start)...]
  }

  /// Returns the key of the thread at `path`: the name of its folder, which contains its id. The box around it may change.
  static func key(ofThread path: String, _ service: String?) -> String {
    let folder = path.split(separator: "/").last.map(String.init) ?? path
    guard let line = folder.lastIndex(of: "_"), folder[line...].contains(where: \.isNumber) else {
      return path
    }
    return service == nil || service == facebook ? folder : "\(service ?? "")/\(folder)"
  }

  /// The files that may be threads, each thread's newest first. If a thread is in both JSON and HTML, JSON counts, which has more.
  static func threads(in input: ImportInput) -> [String] {
    func folder(_ path: String) -> Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
    let names = input.files.filter { $0.hasSuffix(".json") }
    var numbered = names.compactMap { path in number(of: path).map { (path: path, number: $0) } }
    let inJSON = Set(numbered.map { folder($0.path) })
    for path in input.files where path.hasSuffix(".html") && !inJSON.contains(folder(path)) {
      if let number = number(of: path) { numbered.append((path, number)) }
    }
    // The encrypted chats are flat, one file each.
    let flat = names.filter { path in
      let steps = path.split(separator: "/")
      return steps.count == 1 || steps[steps.count - 2] == "messages"
    }
    if !numbered.isEmpty {
      return numbered.sorted { (folder($0.path), $0.number) < (folder($1.path), $1.number) }.map(\.path)
        + flat.filter { number(of: $0) == nil && isNumbered($0) }
    }
    let archive = input.files.filter(MetaArchive.isPage)
    if archive.contains(where: { $0.hasSuffix("messages.htm") }) { return archive.sorted() }
    return flat
  }

  /// True if a file is named like an encrypted chat, `Ana Reis_40.json`.
  private static func isNumbered(_ path: String) -> Bool {
    let number = path.dropLast(5).reversed().prefix { $0 != "_" && $0 != "/" }
    return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
      && path.dropLast(5 + number.count).hasSuffix("_")
  }

  /// The folders of threads.
  private static let boxes: Set<Substring> = [
    "inbox", "archived_threads", "e2ee_cutover", "filtered_threads", "message_requests", "legacy_threads",
  ]

  /// The last two folders of a thread's file, `inbox/ana_123`, which a download uses as the thread's path; nil outside of such folders.
  static func threadPath(of file: ImportInput) -> String? {
    let steps = file.namePath.split(separator: "/").dropLast().suffix(2)
    guard steps.count == 2, let box = steps.first, boxes.contains(box) else { return nil }
    return steps.joined(separator: "/")
  }

  /// The service of a download, by the nearest folder with an app's name; nil if there is none.
  static func service(of file: ImportInput) -> String? {
    for step in file.namePath.lowercased().split(separator: "/").reversed() {
      if step.contains("instagram") { return "Instagram" }
      if step.contains("facebook") || step.contains("messenger") { return facebook }
    }
    return nil
  }
  static let facebook = "Facebook"

  /// The downloads' name for deleted accounts; some have none.
  static func nameless(of service: String?) -> String { "\(service ?? "Unknown") user" }

  /// The N of `message_N.json` and `message_N.html`, or nil.
  private static func number(of path: String) -> Int? {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasPrefix("message_"), name.hasSuffix(".json") || name.hasSuffix(".html") else { return nil }
    return Int(name.dropFirst(8).dropLast(5))
  }

  /// True for a zip or folder with files of threads but without a thread.
  static func isMediaOnly(_ input: ImportInput) -> Bool {
    let kinds: Set<Substring> = ["photos", "videos", "audio", "gifs", "files"]
    return input.files.contains { path in
      let steps = path.split(separator: "/")
      guard steps.count >= 5, kinds.contains(steps[steps.count - 2]) else { return false }
      return steps.contains("messages") && (steps.contains("inbox") || steps.contains("archived_threads"))
        && (steps[0].hasPrefix("your_") || steps[0] == "messages")
    } && threads(in: input).isEmpty
  }

  /// The account's own name, if the download has its profile.
  static func owner(in input: ImportInput) -> String? {
    for path in input.files {
      if path.hasSuffix("profile_information/profile_information.json") {
        let name = document(path, in: input)?["profile_v2"]?["name"]?["full_name"]?.text
        if let name { return name.repairedLatin1 }
      } else if path.hasSuffix("personal_information/personal_information.json") {
        let name = document(path, in: input)?["profile_user"]?[0]?["string_map_data"]?["Name"]?["value"]?.text
        if let name { return name.repairedLatin1 }
      }
    }
    return MetaArchive.owner(in: input)
  }

  private static func document(_ path: String, in input: ImportInput) -> JSONValue? {
    guard let file = try? input.file(named: path) else { return nil }
    return try? JSONFile(file)?.document()
  }
}
