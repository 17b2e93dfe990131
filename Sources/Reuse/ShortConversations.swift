public import SiteFiles
import Storage
import Synchronization

/// The records of conversations of one page in the site to be replaced, in `assets/reuse/1.bin` and so on. Thread-safe.
///
/// A file has the records of 64 conversations, each with the conversation's name, because an account has thousands of conversations
/// and a file of its own takes longer to create than a page's record.
public final class ShortConversations: Sendable {
  private static let conversationsPerFile = 64

  private let files: ReusableFiles
  private struct Location {
    var file: Int
    var range: Range<Int>
  }
  private struct State {
    /// Nil before the first request.
    var locations: [String: Location]?
    /// The files read last: conversations are mostly in the order of the earlier export.
    var read: [(number: Int, bytes: [UInt8])] = []
  }
  private let state = Mutex(State())
  private static let filesInMemory = 2

  /// The conversations of the site to be replaced.
  public init(in files: ReusableFiles) { self.files = files }

  /// Returns the record of the page of the conversation in the folder `name`; nil if there is none, or its file was changed.
  public func record(of name: String) -> ArraySlice<UInt8>? {
    state.withLock { state in
      if state.locations == nil { state.locations = locations() }
      guard let location = state.locations?[name], let bytes = bytes(of: location.file, in: &state) else {
        return nil
      }
      return bytes[location.range]
    }
  }

  private func bytes(of file: Int, in state: inout State) -> [UInt8]? {
    if let found = state.read.first(where: { $0.number == file }) { return found.bytes }
    guard let bytes = files.bytes(of: Self.path(ofFile: file)) else { return nil }
    if state.read.count == Self.filesInMemory { state.read.removeFirst() }
    state.read.append((file, bytes))
    return bytes
  }

  /// The locations of all records, by the conversations' names.
  private func locations() -> [String: Location] {
    var locations: [String: Location] = [:]
    for number in 1... {
      let path = Self.path(ofFile: number)
      if files.cached(path) == nil { break }
      guard let bytes = files.bytes(of: path) else { continue }
      var decoder = StableDecoder(bytes[...])
      while !decoder.isAtEnd {
        guard let name = decoder.text(), let record = decoder.raw() else { break }
        locations[name] = Location(file: number, range: record.indices)
      }
    }
    return locations
  }

  private static func path(ofFile number: Int) -> String { "assets/reuse/\(number).bin" }
}

extension ShortConversations {
  /// Writes the records of conversations, which finish in any order, in the order of their numbers. Thread-safe.
  ///
  /// A file is written as soon as its 64 conversations are finished.
  public final class Writer: Sendable {
    private let count: Int
    private let files: ReusableFiles
    private struct FilePart {
      var finished = 0
      var records: [(number: Int, name: String, record: ArraySlice<UInt8>)] = []
    }
    private struct State {
      var parts: [Int: FilePart] = [:]
      var written: [CachedFile] = []
    }
    private let state = Mutex(State())

    /// Creates a writer for a site of `count` conversations.
    public init(of count: Int, files: ReusableFiles) { (self.count, self.files) = (count, files) }

    /// Ends conversation `number`, from 0, in the folder `name`; `record` is its page's, nil if it has more pages or none.
    ///
    /// - Throws: ``OutputError`` if a file cannot be written.
    public func finish(_ number: Int, _ name: String, record: ArraySlice<UInt8>?) throws(OutputError) {
      let file = number / ShortConversations.conversationsPerFile
      let expected = min(
        ShortConversations.conversationsPerFile, count - file * ShortConversations.conversationsPerFile)
      let complete: FilePart? = state.withLock { state in
        var part = state.parts.removeValue(forKey: file) ?? FilePart()
        part.finished += 1
        if let record { part.records.append((number, name, record)) }
        if part.finished == expected { return part }
        state.parts[file] = part
        return nil
      }
      guard let complete else { return }
      var encoder = StableEncoder()
      for (_, name, record) in complete.records.sorted(by: { $0.number < $1.number }) {
        encoder.add(name)
        encoder.add(record.span)
      }
      let written = try files.write(encoder.bytes, to: ShortConversations.path(ofFile: file + 1))
      state.withLock { $0.written.append(written) }
    }

    /// Returns the files of all conversations, once these are finished.
    public var written: [CachedFile] { state.withLock { $0.written } }
  }
}
