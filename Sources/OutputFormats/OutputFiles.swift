public import SiteFiles
import SystemCalls

/// The files that one conversation is written to.
public struct OutputFiles: Sendable {
  /// The folder that they are written in before they appear in their final one.
  private let folder: String
  /// The name of the conversation's file without its ending.
  public let stem: String
  /// The ending of the conversation's file, without the dot.
  public let ending: String

  /// Creates the files called `stem` in `folder`.
  public init(in folder: String, stem: String, ending: String) {
    (self.folder, self.stem, self.ending) = (folder, stem, ending)
  }

  /// Creates the conversation's file; with `suffix`, a further one with this text after the name.
  ///
  /// - Throws: `OutputError`.
  public func create(suffix: String = "") throws(OutputError) -> OutputFile {
    try OutputFile("\(folder)/\(stem)\(suffix).\(ending)")
  }

  /// Creates a file for the form's own use, which it removes before it ends.
  ///
  /// - Throws: `OutputError`.
  public func createTemporary(_ name: String) throws(OutputError) -> OutputFile {
    try OutputFile("\(folder)/.\(stem)-\(name)")
  }

  /// Returns the path at which a stored file can be read now. `path` is the one relative to the conversation's file.
  public func readingPath(of path: String) -> String { "\(folder)/\(path)" }
}

/// A new file that is written from its beginning to its end.
public final class OutputFile {
  /// The path at which the file is until the output appears.
  public let path: String
  private let descriptor: CInt
  private var buffer: [UInt8] = []
  /// The bytes that are collected before they are written.
  private static let bufferSize = 1 << 18

  /// Creates a file at `path`.
  ///
  /// - Throws: `OutputError`.
  init(_ path: String) throws(OutputError) {
    self.path = path
    do throws(SystemError) { descriptor = try SystemCall.createFile(path, existing: .refuse) } catch {
      throw .failed(step: "written", path: path, reason: error.reason)
    }
    buffer.reserveCapacity(Self.bufferSize + 4_096)
  }

  deinit { SystemCall.close(descriptor) }

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
