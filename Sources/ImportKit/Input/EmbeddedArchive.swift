import Storage
import Zip

extension ImportInput {
  /// The number of bytes of Base64 that are decoded at a time.
  private static let pieceSize = 1 << 20

  /// Opens a zip in Base64 in the input's own file, such as the attachment of a mail, as a folder named `name`.
  ///
  /// It is decoded to a temporary file without a name. Text that is not Base64 ends it.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if it is no zip, or the disk is full.
  package func archive(inBase64 range: Range<Int>, of bytes: InputBytes, named name: String)
    throws(ImportError)
    -> ImportInput
  {
    let decoded = try decoded(range, of: bytes)
    let allowance = UnpackingAllowance()
    allowance.add(archiveOf: decoded.count)
    var archive = try InputFolder(
      ofArchive: "\(path)/\(name)", opened: "/dev/fd/\(decoded.file.descriptor)", .zip, allowance: allowance,
      notes: folder.notes)
    archive.account = folder.account
    return ImportInput(archive, files: try archive.files())
  }

  /// Returns a file with the bytes of a text in Base64, and their number.
  private func decoded(_ range: Range<Int>, of bytes: InputBytes) throws(ImportError) -> DecodedFile {
    do throws(StorageError) {
      let file = try AnonymousFile()
      var (decoder, offset, count) = (Base64Decoder(), range.lowerBound, 0)
      while offset < range.upperBound {
        let text = bytes.array(in: offset..<min(range.upperBound, offset + Self.pieceSize))
        var piece: [UInt8] = []
        let read = decoder.decode(text.span, into: &piece)
        try file.write(piece.span, at: count)
        (offset, count) = (offset + text.count, count + piece.count)
        if read < text.count { break }
      }
      return DecodedFile(file: file, count: count)
    } catch {
      throw MessageSpool.noRoom(error)
    }
  }

  /// A temporary file and its size.
  private struct DecodedFile: ~Copyable {
    let file: AnonymousFile
    let count: Int
  }
}
