import Digests
public import ExportPipeline
import SiteFiles
import SiteReading

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares a site with the inputs it was made of.
///
/// The site is made again from the inputs, with the options that it states, in a temporary folder. Pages with equal digests are equal
/// messages. Of a conversation with others, messages are paired by their contents, and each one that differs is named.
public struct InputComparison: Sendable {
  private let given: ExportOptions

  /// The most bytes of a manifest or page that are read.
  private static let (listLimit, pageLimit) = (1 << 29, 1 << 26)

  /// Creates a comparison with inputs. `given` has the inputs, and the options that name files.
  public init(_ given: ExportOptions) { self.given = given }

  /// Returns the verification with what the comparison found.
  ///
  /// - Throws: ``ExportError`` if the inputs cannot be read, or the site does not say how it was made.
  public func compare(_ verification: Verification) async throws -> Verification {
    guard let stated = verification.stated else {
      var findings = Findings()
      findings.append(verification)
      findings.append(
        Finding(
          .input, "export.json",
          "does not say how the site was made, as in a locked site, so inputs cannot be compared")
      )
      return verification.finished(findings)
    }
    let folder = try TemporaryFolder("verify")
    defer { folder.remove() }
    var options = try stated.optionsToRepeat(given)
    options.output = folder.path + "/site"
    // Nothing is changed in the copy, so it may share the originals' files.
    options.attachments = .linked
    _ = try await Exporter(options).run { _ in }
    return try compare(verification, stated, with: folder.path + "/site")
  }

  private func compare(
    _ verification: Verification, _ stated: SiteManifest, with path: String
  ) throws -> Verification {
    guard let site = SiteFolder(verification.site), let made = SiteFolder(path) else {
      throw ExportError.output("\(path) can no longer be opened")
    }
    var findings = Findings()
    findings.append(verification)
    var (result, ignored) = (verification, Findings())
    var comparison = Verification.Comparison()
    let list = (try? site.contents(Manifest.path, limit: Self.listLimit)) ?? []
    let files = ListedFiles(list, findings: &ignored)
    let madeFiles = ListedFiles(try Self.read(made, Manifest.path), findings: &ignored)
    let repeated = try JSONDecoder().decode(
      SiteManifest.self, from: Data(try Self.read(made, "export.json")))
    if stated.version != repeated.version { comparison.otherVersion = stated.version }
    compareInputs(stated, repeated, &findings)
    var handled: Set<String> = ["export.json"]
    var differing = 0
    let conversations = Dictionary(repeated.site.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    for conversation in stated.site {
      comparison.pages += conversation.pages.count
      guard let other = conversations[conversation.id] else {
        findings.append(
          Finding(
            .addedMessage, conversation.id + "/",
            "the inputs have no such conversation (\(conversation.messages) messages)"))
        differing += 1
        continue
      }
      for page in conversation.pages { handled.insert("\(conversation.id)/\(page.file)") }
      for page in other.pages { handled.insert("\(conversation.id)/\(page.file)") }
      let before = findings.total
      comparison.equalPages += try compare(
        conversation, other, in: site, made, isOtherVersion: comparison.otherVersion != nil, &findings)
      if findings.total > before {
        differing += 1
      } else if comparison.otherVersion == nil, !conversation.states(sameAs: other) {
        findings.append(
          Finding(.count, "export.json", "states other facts about \(conversation.id)/ than the inputs give"))
      }
    }
    let known = Set(stated.site.map(\.id))
    for other in repeated.site where !known.contains(other.id) {
      findings.append(
        Finding(
          .lostMessage, other.id + "/",
          "the site has no such conversation (\(other.messages) messages)"))
      differing += 1
    }
    if comparison.otherVersion == nil {
      compareOthers(files, madeFiles, handled, isExplained: differing > 0, &comparison, &findings)
    }
    result.comparison = comparison
    return result.finished(findings)
  }

  /// Compares the digests of the inputs.
  private func compareInputs(_ stated: SiteManifest, _ repeated: SiteManifest, _ findings: inout Findings) {
    let (old, new) = (stated.inputs, repeated.inputs)
    for (index, digest) in new.enumerated() where index >= old.count || old[index] != digest {
      let name = index < given.inputs.count ? given.inputs[index] : "input \(index + 1)"
      if index >= old.count {
        findings.append(Finding(.input, name, "is one more input than the site was made of"))
      } else {
        findings.append(
          Finding(.input, name, "has the SHA-256 \(digest), and the site was made of one with \(old[index])"))
      }
    }
    if old.count > new.count {
      findings.append(
        Finding(.input, "export.json", "states \(old.count) inputs, and \(new.count) are given"))
    }
    if stated.timeZoneRules != repeated.timeZoneRules {
      findings.append(
        Finding(
          .input, "export.json",
          "the site was made with the time zone rules \(stated.timeZoneRules), and here are \(repeated.timeZoneRules)"
        ))
    }
  }

  /// Compares the messages of a conversation. Returns the number of equal pages.
  private func compare(
    _ stated: SiteManifest.ManifestConversation, _ repeated: SiteManifest.ManifestConversation,
    in site: SiteFolder, _ made: SiteFolder, isOtherVersion: Bool, _ findings: inout Findings
  ) throws -> Int {
    // The digests of the files themselves, because `export.json` can be anybody's.
    var (digests, equal, differing): ([String: String], Int, [Int]) = ([:], 0, [])
    for page in repeated.pages { digests[page.file] = page.sha256 }
    var isEqual: Set<String> = []
    for (index, page) in stated.pages.enumerated() {
      let bytes = try? site.contents("\(stated.id)/\(page.file)", limit: Self.pageLimit)
      let digest = bytes.map { SHA256Digest(of: $0.span).hexadecimal }
      if let digest, digest == digests[page.file] {
        equal += 1
        isEqual.insert(page.file)
      } else {
        differing.append(index)
      }
    }
    if equal == stated.pages.count, equal == repeated.pages.count { return equal }
    var (old, new): ([PageRows.Row], [PageRows.Row]) = ([], [])
    for index in differing {
      let file = stated.pages[index].file
      guard let bytes = try? site.contents("\(stated.id)/\(file)", limit: Self.pageLimit) else { continue }
      PageRows(bytes).forEach(page: index) { old.append($0) }
    }
    for (index, page) in repeated.pages.enumerated() where !isEqual.contains(page.file) {
      PageRows(try Self.read(made, "\(stated.id)/\(page.file)")).forEach(page: index) { new.append($0) }
    }
    let alignment = RowAlignment(site: old, made: new)
    let before = findings.total
    name(alignment, old, new, stated, repeated, site, made, &findings)
    if findings.total == before, !isOtherVersion {
      for index in differing {
        findings.append(
          Finding(
            .made, "\(stated.id)/\(stated.pages[index].file)",
            "has other bytes than the inputs give, although the content of its messages is the same: its layout, style, or the rest of the page differs (other fonts on this machine, or a change by hand)"
          ))
      }
    }
    return equal
  }

  private func name(
    _ alignment: RowAlignment, _ old: [PageRows.Row], _ new: [PageRows.Row],
    _ stated: SiteManifest.ManifestConversation, _ repeated: SiteManifest.ManifestConversation,
    _ site: SiteFolder, _ made: SiteFolder, _ findings: inout Findings
  ) {
    var siteNames = RowNames(site, stated)
    var madeNames = RowNames(made, repeated)
    for pair in alignment.changed.sorted(by: { $0.site < $1.site }) {
      let (row, other) = (old[pair.site], new[pair.made])
      let (message, input) = (siteNames.name(row), madeNames.name(other))
      var text = "has other content in the inputs"
      if message.sender != input.sender {
        text += ", where it is by \(input.sender ?? "nobody")"
      }
      if message.time != input.time { text += ", where its time is \(input.time ?? "unknown")" }
      findings.append(Finding(.changedMessage, siteNames.file(row), text, message: message))
    }
    for index in alignment.onlySite {
      findings.append(
        Finding(
          .addedMessage, siteNames.file(old[index]), "is not in the inputs",
          message: siteNames.name(old[index])))
    }
    for index in alignment.onlyMade {
      findings.append(
        Finding(
          .lostMessage, madeNames.file(new[index]), "is in the inputs and not in the site",
          message: madeNames.name(new[index])))
    }
    for pair in alignment.moved.sorted(by: { $0.site < $1.site }) {
      let other = madeNames.name(new[pair.made])
      findings.append(
        Finding(
          .movedMessage, siteNames.file(old[pair.site]),
          "is at another position in the inputs"
            + (other.index.map { ", as number \($0 + 1)" } ?? ""), message: siteNames.name(old[pair.site])))
    }
  }

  /// Compares the files that are not pages of messages.
  private func compareOthers(
    _ files: ListedFiles, _ made: ListedFiles, _ handled: Set<String>, isExplained: Bool,
    _ comparison: inout Verification.Comparison, _ findings: inout Findings
  ) {
    func report(_ path: String, _ text: String) {
      if isExplained, !path.hasPrefix("media/") {
        comparison.derivedFiles += 1
      } else {
        findings.append(Finding(.made, path, text))
      }
    }
    for index in 0..<files.count {
      let path = files.path(index)
      if handled.contains(path) { continue }
      guard let other = made.index(of: path.utf8) else {
        report(path, "is not among the files that the inputs give")
        continue
      }
      if files.digest(index) != made.digest(other) { report(path, "has other bytes than the inputs give") }
    }
    for index in 0..<made.count {
      let path = made.path(index)
      if !handled.contains(path), files.index(of: path.utf8) == nil {
        report(path, "is given by the inputs, and the site does not have it")
      }
    }
  }

  private static func read(_ folder: SiteFolder, _ path: String) throws -> [UInt8] {
    do throws(SiteFolder.Problem) { return try folder.contents(path, limit: listLimit) } catch {
      throw ExportError.output("\(path), made for comparison, \(error.words)")
    }
  }
}

/// The names of rows, with the page read last in memory.
private struct RowNames {
  private let folder: SiteFolder
  private let conversation: SiteManifest.ManifestConversation
  private var last: (page: Int32, rows: PageRows)?

  init(_ folder: SiteFolder, _ conversation: SiteManifest.ManifestConversation) {
    (self.folder, self.conversation) = (folder, conversation)
  }

  func file(_ row: PageRows.Row) -> String {
    "\(conversation.id)/\(conversation.pages[Int(row.page)].file)"
  }

  mutating func name(_ row: PageRows.Row) -> NamedMessage {
    if let last, last.page == row.page { return last.rows.name(at: Int(row.offset)) }
    let rows = PageRows((try? folder.contents(file(row), limit: 1 << 26)) ?? [])
    last = (row.page, rows)
    return rows.name(at: Int(row.offset))
  }
}

extension SiteManifest.ManifestConversation {
  /// True if two sites of the same messages state the same about a conversation.
  fileprivate func states(sameAs other: Self) -> Bool {
    (title, messages, dates, timeZone, first, last) == (
      other.title, other.messages, other.dates, other.timeZone, other.first, other.last
    ) && pages.map(\.height) == other.pages.map(\.height) && pages.map(\.file) == other.pages.map(\.file)
  }
}
