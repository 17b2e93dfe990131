import Digests
import ExportPipeline
import Signatures
import SiteFiles
import SiteReading
import Synchronization
import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks a site against its `MANIFEST`: every file, nothing missing, nothing foreign, addresses, and the counts that `export.json`
/// states.
///
/// The site may be a stranger's: nothing in it is trusted, no link is followed, and memory does not grow with its files beyond their
/// list.
public struct SiteVerifier: Sendable {
  private let path: String
  private let jobs: Int

  /// The largest manifest and `export.json` that are read, in bytes.
  private static let listLimit = 1 << 29
  /// The largest page whose addresses are checked, in bytes.
  private static let pageLimit = 1 << 26
  /// The most entries of one folder.
  private static let entryLimit = 4_000_000

  /// Creates a verifier of the site at `path` that hashes `jobs` files at a time.
  public init(_ path: String, jobs: Int) { (self.path, self.jobs) = (path, max(1, jobs)) }

  /// Checks the site.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if there is no site at the path.
  public func verify() async throws -> Verification {
    guard let folder = SiteFolder(path) else {
      throw ExportError.usage("\(path) is not a folder; give the folder of a site")
    }
    var result = Verification(site: path)
    var findings = Findings()
    let list: [UInt8]
    do throws(SiteFolder.Problem) {
      list = try folder.contents(Manifest.path, limit: Self.listLimit)
    } catch {
      guard case .missing = error, folder.kind(of: "export.json") == nil else {
        findings.append(
          Finding(.manifest, Manifest.path, "\(error.words); without it nothing of the site can be checked"))
        return result.finished(findings)
      }
      throw ExportError.usage("\(path) has no MANIFEST; give the folder of a site")
    }
    let files = ListedFiles(list, findings: &findings)
    result.manifest = SHA256Digest(of: list.span).hexadecimal
    result.files = files.count
    result.signature = signature(of: list, in: folder, findings: &findings)
    findForeign(in: folder, files, findings: &findings)
    let statement = SiteStatement(in: folder, limit: Self.listLimit)
    var mayLeadOut = false
    if case .site(let stated) = statement { mayLeadOut = stated.hasOwnFiles }
    let (read, sizes) = try await read(files, mayLeadOut: mayLeadOut)
    findings.append(read.findings)
    (result.bytes, result.timeStamps) = (sizes, timeStamps(in: folder))
    try read.links.forEachDeadTarget { file, address in
      findings.append(
        Finding(.deadLink, files.path(file), "'\(address)' leads to a message that no page has"))
    }
    if read.links.tooMany {
      findings.append(Finding(.deadLink, "", "the site has more links to messages than are checked"))
    }
    switch statement {
    case .none, .locked: break
    case .unknown:
      findings.append(Finding(.count, "export.json", "does not say how a site was made"))
    case .site(let stated):
      result.stated = stated
      checkCounts(of: &result, stated, in: folder, files, read, findings: &findings)
      if !stated.hasOwnFiles { checkTitles(stated, files, read, findings: &findings) }
      ListCheck(stated).check(in: folder, files, findings: &findings)
    }
    return result.finished(findings)
  }

  /// Finds entries of the folder that neither the manifest nor the rules allow. A foreign folder is one entry and is not entered.
  private func findForeign(in folder: SiteFolder, _ files: ListedFiles, findings: inout Findings) {
    var pending = [""]
    while let parent = pending.popLast() {
      guard let names = folder.names(in: parent, limit: Self.entryLimit) else {
        findings.append(
          Finding(.foreign, parent + "/", "cannot be listed, so foreign files in it would not be found"))
        continue
      }
      if names.count == Self.entryLimit {
        findings.append(Finding(.foreign, parent + "/", "has more files than are looked at"))
      }
      for name in names {
        let bytes = parent.isEmpty ? name : Array(parent.utf8) + [0x2F] + name
        if files.index(of: bytes) != nil { continue }
        let path = String(validating: bytes, as: UTF8.self)
        if let path, parent.isEmpty, path == Manifest.path || Manifest.attestations.contains(path),
          folder.kind(of: path) == .file
        {
          continue
        }
        if let path, files.hasFolder(bytes) {
          // A file or link in its place is reported with the files it should have.
          if folder.kind(of: path) == .folder { pending.append(path) }
          continue
        }
        if let path, Manifest.isRecordFolder(path), folder.kind(of: path) == .folder {
          pending.append(path)
          continue
        }
        if let path, Manifest.isRecord(path), folder.kind(of: path) == .file { continue }
        let isFolder = path.map { folder.kind(of: $0) == .folder } ?? false
        findings.append(
          Finding(
            .foreign, String(decoding: bytes, as: UTF8.self) + (isFolder ? "/" : ""),
            isFolder ? "is a folder that the manifest does not have" : "is not in the manifest"))
      }
    }
  }

  /// The result of reading files.
  private struct ReadFiles: Sendable {
    var findings = Findings()
    var links: LinkCheck
    /// The messages on each page, with the page's number in the list.
    var rows: [(file: Int, count: Int)] = []
    var bytes = 0
  }

  /// Hashes all files and collects the addresses of pages, on all cores.
  private func read(_ files: ListedFiles, mayLeadOut: Bool) async throws -> (ReadFiles, bytes: Int) {
    var all = ReadFiles(links: LinkCheck(mayLeadOut: mayLeadOut))
    let next = NextRange(count: files.count)
    try await withThrowingTaskGroup(of: ReadFiles.self) { group in
      for _ in 0..<jobs {
        group.addTask { [path] in
          guard let folder = SiteFolder(path) else {
            throw ExportError.input("\(path) can no longer be opened")
          }
          var read = ReadFiles(links: LinkCheck(mayLeadOut: mayLeadOut))
          var buffer = [UInt8](repeating: 0, count: 1 << 17)
          while let range = next.take() {
            try Task.checkCancellation()
            for index in range { Self.read(index, of: files, in: folder, &buffer, into: &read) }
          }
          return read
        }
      }
      for try await read in group {
        all.findings.append(read.findings)
        try all.links.add(read.links)
        all.rows += read.rows
        all.bytes += read.bytes
      }
    }
    return (all, all.bytes)
  }

  private static func read(
    _ index: Int, of files: ListedFiles, in folder: SiteFolder, _ buffer: inout [UInt8],
    into read: inout ReadFiles
  ) {
    let path = files.path(index)
    let isPage = path.hasSuffix(".html")
    let isData = path.hasSuffix(".js") && path.contains("/map/")
    var found: SHA256Digest?
    do throws(SiteFolder.Problem) {
      if isPage || isData {
        let bytes = try folder.contents(path, limit: pageLimit)
        read.bytes += bytes.count
        found = SHA256Digest(of: bytes.span)
        if isData, found == files.digest(index) {
          read.links.addData(bytes, at: path, number: index)
        } else if found == files.digest(index) {
          var findings = Findings()
          let count = read.links.add(bytes, at: path, number: index, in: files) { address in
            findings.append(Finding(.deadLink, path, "'\(address)' leads to no file of the site"))
          }
          read.findings.append(findings)
          if count > 0 { read.rows.append((index, count)) }
        }
      } else {
        var hash = SHA256()
        var count = 0
        try folder.withFile(path) { file, size throws(SiteFolder.Problem) in
          var offset = 0
          while true {
            let count: Int
            do throws(SystemError) {
              count = try SystemCall.read(file, at: offset, into: &buffer)
            } catch { throw .system(error) }
            if count == 0 { break }
            hash.update(buffer.span.extracting(first: count))
            offset += count
          }
          count = offset
        }
        read.bytes += count
        found = hash.digest()
      }
    } catch {
      if case .missing = error {
        read.findings.append(Finding(.missing, path, "is missing"))
      } else {
        read.findings.append(Finding(.changed, path, error.words))
      }
      if isPage { read.links.skip(index) }
      return
    }
    if found != files.digest(index) {
      if isPage { read.links.skip(index) }
      read.findings.append(Finding(.changed, path, "has other bytes than the manifest states"))
    }
  }

  private func signature(
    of list: [UInt8], in folder: SiteFolder, findings: inout Findings
  ) -> Verification.FoundSignature? {
    let text: [UInt8]
    do throws(SiteFolder.Problem) {
      text = try folder.contents(Manifest.signaturePath, limit: 1 << 16)
    } catch {
      if case .missing = error { return nil }
      findings.append(Finding(.signature, Manifest.signaturePath, error.words))
      return Verification.FoundSignature(isValid: false)
    }
    do throws(SSHSignature.Problem) {
      let signature = try SSHSignature(text: text)
      let isValid = signature.isValid(of: list)
      if !isValid {
        findings.append(
          Finding(.signature, Manifest.signaturePath, "is not a signature of this manifest"))
      }
      return Verification.FoundSignature(isValid: isValid, key: signature.fingerprint)
    } catch {
      switch error {
      case .damaged:
        findings.append(
          Finding(.signature, Manifest.signaturePath, "is damaged, or not a signature by OpenSSH"))
      case .otherNamespace(let name):
        findings.append(
          Finding(.signature, Manifest.signaturePath, "is a signature for '\(name)' and not for 'chatexport'")
        )
      case .otherKey(let kind): return Verification.FoundSignature(isValid: nil, kind: kind)
      }
      return Verification.FoundSignature(isValid: false)
    }
  }

  private func timeStamps(in folder: SiteFolder) -> [String] {
    Manifest.attestations.filter { $0.hasSuffix(".tsr") && folder.kind(of: $0) == .file }
  }

  /// Returns the numbers of messages and pages that the map of a conversation's pages has; nil if there is no map.
  private func map(of conversation: String, in folder: SiteFolder) -> (messages: Int, pages: Int)? {
    guard !conversation.contains("/"), !conversation.hasPrefix("."),
      let bytes = try? folder.contents("\(conversation)/map/all.js", limit: Self.pageLimit)
    else { return nil }
    func number(_ name: String) -> Int? {
      guard let found = bytes.firstRange(of: Array("\"\(name)\":".utf8)) else { return nil }
      return Int(
        String(
          decoding: bytes[found.upperBound...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 },
          as: UTF8.self))
    }
    guard let messages = number("messages"), let pages = number("pages") else { return nil }
    return (messages, pages)
  }

  /// Compares what `export.json` states with the files.
  private func checkCounts(
    of result: inout Verification, _ stated: SiteManifest, in folder: SiteFolder, _ files: ListedFiles,
    _ read: ReadFiles, findings: inout Findings
  ) {
    let name = "export.json"
    result.conversations = stated.site.count
    var messages: [Int: Int] = [:]
    for row in read.rows { messages[row.file] = row.count }
    var foldersSeen: Set<String> = []
    for conversation in stated.site {
      if !foldersSeen.insert(conversation.id).inserted {
        findings.append(Finding(.count, name, "names the conversation '\(conversation.id)' twice"))
      }
      var found = 0
      var areAllRead = true
      for page in conversation.pages {
        let path = "\(conversation.id)/\(page.file)"
        guard let index = files.index(of: path.utf8) else {
          findings.append(Finding(.count, name, "has the page \(path), which is not in the manifest"))
          areAllRead = false
          continue
        }
        if files.digest(index)?.hexadecimal != page.sha256 {
          findings.append(Finding(.count, path, "has another SHA-256 in export.json than in the manifest"))
        }
        if let count = messages[index] { found += count } else { areAllRead = false }
      }
      if let (mapMessages, mapPages) = map(of: conversation.id, in: folder),
        mapMessages != conversation.messages || mapPages != conversation.pages.count
      {
        findings.append(
          Finding(
            .count, "\(conversation.id)/map/all.js",
            "has \(mapMessages) messages and \(mapPages) pages, and export.json \(conversation.messages) and \(conversation.pages.count)"
          ))
      }
      result.pages += conversation.pages.count
      result.messages += found
      if areAllRead, found != conversation.messages {
        findings.append(
          Finding(
            .count, name,
            "states \(conversation.messages) messages of '\(conversation.title)', and its pages have \(found)"
          ))
      }
    }
    var attachments = 0
    var pages = 0
    for index in 0..<files.count {
      let path = files.path(index)
      if path.hasPrefix("media/") { attachments += 1 }
      if messages[index] != nil { pages += 1 }
    }
    result.attachments = attachments
    if let count = stated.attachments, count != attachments {
      findings.append(
        Finding(.count, name, "states \(count) attachments, and the manifest has \(attachments)"))
    }
    if pages > result.pages {
      findings.append(
        Finding(.count, name, "states \(result.pages) pages of messages, and the site has \(pages)"))
    }
  }
}

extension SiteVerifier {
  /// Compares the titles that `export.json` states with the titles of pages.
  private func checkTitles(
    _ stated: SiteManifest, _ files: ListedFiles, _ read: ReadFiles, findings: inout Findings
  ) {
    for conversation in stated.site {
      let title = LinkCheck.hash(ofTitle: conversation.title)
      for page in conversation.pages {
        let path = "\(conversation.id)/\(page.file)"
        guard let index = files.index(of: path.utf8), let shown = read.links.titles[index], shown != title
        else { continue }
        findings.append(
          Finding(.count, path, "has another title than export.json states, '\(conversation.title)'"))
        break
      }
    }
  }
}

/// Hands out ranges of files to tasks.
private final class NextRange: Sendable {
  private let state: Mutex<Int>
  private let count: Int
  private static let size = 16

  init(count: Int) {
    state = Mutex(0)
    self.count = count
  }

  func take() -> Range<Int>? {
    state.withLock { next in
      guard next < count else { return nil }
      defer { next += Self.size }
      return next..<min(next + Self.size, count)
    }
  }
}

/// The content of a site's `export.json`.
private enum SiteStatement {
  /// There is no such file.
  case none
  /// The options and versions with which the site was made.
  case site(SiteManifest)
  /// That the site is locked: nothing about its contents.
  case locked
  /// Something else.
  case unknown

  init(in folder: SiteFolder, limit: Int) {
    guard let bytes = try? folder.contents("export.json", limit: limit) else {
      self = .none
      return
    }
    if let kind = try? JSONDecoder().decode(SiteKind.self, from: Data(bytes)), kind.isLocked {
      self = .locked
    } else if let stated = try? JSONDecoder().decode(SiteManifest.self, from: Data(bytes)) {
      self = .site(stated)
    } else {
      self = .unknown
    }
  }
}

/// The kind of a site, by its `export.json`.
private struct SiteKind: Decodable {
  var format: String
  var isLocked: Bool { format == "chatexport-locked/1" }
}
