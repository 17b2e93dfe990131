public import ExportPipeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of checking a site.
public struct Verification: Sendable {
  /// A signature beside the manifest.
  public struct FoundSignature: Sendable, Encodable {
    /// True if it is one of the manifest; nil if it cannot be checked here.
    public var isValid: Bool?
    /// The fingerprint of the key, as `ssh-keygen -l` prints it.
    public var key: String?
    /// The kind of a key that cannot be checked here.
    public var kind: String?
  }

  /// The path of the site.
  public var site: String
  /// The SHA-256 of the manifest in hexadecimal; empty if there is none.
  public var manifest = ""
  /// The number of files in the manifest.
  public var files = 0
  /// The bytes that were hashed.
  public var bytes = 0
  /// The number of conversations that `export.json` states.
  public var conversations = 0
  /// The number of pages of messages that `export.json` states.
  public var pages = 0
  /// The number of messages found on pages.
  public var messages = 0
  /// The number of attachments.
  public var attachments = 0
  /// The signature, if there is one.
  public var signature: FoundSignature?
  /// The files with time stamps, which are not checked here.
  public var timeStamps: [String] = []
  /// The result of comparing with the inputs; nil if none were given.
  public var comparison: Comparison?
  /// Everything that is not as it should be, sorted.
  public var findings: [Finding] = []
  /// The number of findings of each kind, including those that are not listed.
  public var counts: [Finding.Kind: Int] = [:]
  /// The content of `export.json`; nil if it cannot be read.
  public var stated: SiteManifest?

  /// The result of comparing the site with one made of the inputs.
  public struct Comparison: Sendable, Encodable {
    /// The version of the program that made the site, if it is another one: the layout is then not compared.
    public var otherVersion: String?
    /// The number of pages that are byte for byte what the inputs give.
    public var equalPages = 0
    /// The number of all pages of the site.
    public var pages = 0
    /// Files that follow from messages that differ, such as the search index; they are not findings of their own.
    public var derivedFiles = 0
  }

  init(site: String) { self.site = site }

  /// Returns the result with these findings.
  func finished(_ findings: Findings) -> Verification {
    var (result, findings) = (self, findings)
    findings.sort()
    (result.findings, result.counts) = (findings.list, findings.counts)
    return result
  }

  /// The number of all findings.
  public var findingCount: Int { counts.values.reduce(0, +) }

  /// The result as JSON with sorted keys.
  public var json: String {
    let document = Document(
      attachments: attachments, bytes: bytes, comparison: comparison, conversations: conversations,
      files: files,
      findingCounts: Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) }),
      findings: findings, manifest: manifest, messages: messages, pages: pages, signature: signature,
      site: site, timeStamps: timeStamps, version: stated?.version)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private struct Document: Encodable {
    var format = "chatexport-verification/1"
    var attachments: Int
    var bytes: Int
    var comparison: Comparison?
    var conversations: Int
    var files: Int
    var findingCounts: [String: Int]
    var findings: [Finding]
    var manifest: String
    var messages: Int
    var pages: Int
    var signature: FoundSignature?
    var site: String
    var timeStamps: [String]
    var version: String?
  }
}
