public import SiteFiles
import SystemCalls

/// The files that one conversation is written to, or standard output.
public struct OutputFiles: Sendable {
  /// The folder that they are written in before they appear in their final one; nil for standard output.
  private let folder: String?
  /// The name of the conversation's file without its ending.
  public let stem: String
  /// The ending of the conversation's file, without the dot.
  public let ending: String

  /// Creates the files called `stem` in `folder`.
  public init(in folder: String, stem: String, ending: String) {
    (self.folder, self.stem, self.ending) = (folder, stem, ending)
  }

  /// Standard output, in the place of a file with this ending.
  public init(standardOutputEnding ending: String) { (folder, stem, self.ending) = (nil, "", ending) }

  /// Creates the conversation's file; with `suffix`, a further one with this text after the name.
  ///
  /// - Throws: `OutputError`.
  public func create(suffix: String = "") throws(OutputError) -> OutputFile {
    guard let folder else {
      return OutputFile(descriptor: SystemCall.standardOutput, path: "standard output")
    }
    return try OutputFile("\(folder)/\(stem)\(suffix).\(ending)")
  }

  /// Creates a file for the form's own use, which it removes before it ends. Forms with such files are not written to standard output
  /// (``OutputForm/embedsFiles``).
  ///
  /// - Throws: `OutputError`.
  public func createTemporary(_ name: String) throws(OutputError) -> OutputFile {
    guard let folder else {
      throw .failed(step: "created", path: name, reason: "there is no folder beside standard output")
    }
    return try OutputFile("\(folder)/.\(stem)-\(name)")
  }

  /// Returns the path at which a stored file can be read now. `path` is the one relative to the conversation's file.
  public func readingPath(of path: String) -> String { folder.map { "\($0)/\(path)" } ?? path }
}

/// A new file that is written from its beginning to its end.
public final class OutputFile {
  /// The path at which the file is until the output appears.
  public let path: String
  private let descriptor: CInt
  /// True if the file is closed in the end.
  private let isOwned: Bool
  private var buffer: [UInt8] = []
  /// The bytes that are collected before they are written.
  private static let bufferSize = 1 << 18

  /// Creates a file at `path`.
  ///
  /// - Throws: `OutputError`.
  init(_ path: String) throws(OutputError) {
    (self.path, isOwned) = (path, true)
    do throws(SystemError) { descriptor = try SystemCall.createFile(path, existing: .refuse) } catch {
      throw .failed(step: "written", path: path, reason: error.reason)
    }
    buffer.reserveCapacity(Self.bufferSize + 4_096)
  }

  /// Writes to a descriptor that stays open; `path` is its name in messages.
  init(descriptor: CInt, path: String) {
    (self.path, self.descriptor, isOwned) = (path, descriptor, false)
  }

  deinit { if isOwned { SystemCall.close(descriptor) } }

  /// Calls `body` with the bytes that are to be written, for it to add some at their end.
  ///
  /// - Throws: `OutputError`.
  public func append(_ body: (inout [UInt8]) -> Void) throws(OutputError) {
    body(&buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes a text.
  ///
  /// - Throws: `OutputError`.
  public func append(_ text: String) throws(OutputError) { try append { $0.append(contentsOf: text.utf8) } }

  /// Writes the rest. Called once, at the end.
  ///
  /// - Throws: `OutputError`.
  public func finish() throws(OutputError) { try flush() }

  private func flush() throws(OutputError) {
    do throws(SystemError) { try SystemCall.write(buffer.span, to: descriptor) } catch {
      throw .failed(step: "written", path: path, reason: error.reason)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
