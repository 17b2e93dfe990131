import Storage
import SystemCalls

extension MediaFile {
  /// The largest picture that is filtered, in bytes: it is in memory twice.
  private static let filterLimit = 256 << 20

  /// Returns a copy of the file without the facts that cameras and programs add, such as positions; nil for a kind that is left as it
  /// is.
  ///
  /// - Throws: ``MediaProblem`` if the file is damaged or cannot be read, or there is no room for the copy.
  public func stripped(_ kind: MediaInfo.Kind) throws(MediaProblem) -> MediaFile? {
    switch kind {
    case .jpeg, .png, .webp, .gif:
      let bytes = try head(limit: Self.filterLimit + 1)
      guard bytes.count <= Self.filterLimit, let filtered = MetadataFilter.filtered(bytes, kind) else {
        throw .broken(path, kind: kind)
      }
      return try copy { file throws(StorageError) in try file.write(filtered.span, at: 0) }
    case .heic, .avif, .mp4, .mov, .m4a: return try erased()
    // A bitmap can have a profile and bytes after its pixels.
    case .bmp, .tiff, .svg, .webm, .matroska, .ogg, .mp3, .wav, .flac, .aac, .amr, .pdf, .zip, .unknown:
      return nil
    }
  }

  /// Returns a copy with the boxes of metadata overwritten.
  private func erased() throws(MediaProblem) -> MediaFile {
    guard let size = try? SystemCall.status(of: descriptor).size else { throw .unreadable(path, errno: 0) }
    let descriptor = descriptor
    let eraser = BoxEraser(size: size) { offset, count in
      var bytes = [UInt8](repeating: 0, count: max(0, min(count, size - offset)))
      return SystemCall.fill(&bytes, from: descriptor, at: offset) ? bytes : []
    }
    var offset = 0
    var failure: StorageError?
    return try copy { file throws(StorageError) in
      try? forEachPiece { piece in
        do throws(StorageError) {
          if failure == nil { try file.write(piece, at: offset) }
        } catch {
          failure = error
        }
        offset += piece.count
      }
      if let failure { throw failure }
      guard offset == size else { throw StorageError(words: "the file changed while it was read") }
      let zeros = [UInt8](repeating: 0, count: 1 << 16)
      for erasure in eraser.erasures {
        try file.write(erasure.bytes.span, at: erasure.offset)
        var position = erasure.offset + erasure.bytes.count
        let end = position + erasure.zeros
        while position < end {
          let count = min(end - position, zeros.count)
          try file.write(zeros.span.extracting(first: count), at: position)
          position += count
        }
      }
    }
  }

  /// Returns the content of a file of at most `limit` bytes that is text in UTF-8; nil for any other.
  ///
  /// - Throws: ``MediaProblem`` if the file cannot be read.
  public func text(limit: Int) throws(MediaProblem) -> String? {
    let bytes = try head(limit: limit + 1)
    guard !bytes.isEmpty, bytes.count <= limit, !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns a temporary file with other content under the name of this one.
  ///
  /// - Throws: ``MediaProblem`` if there is no room for it.
  public func replaced(with bytes: [UInt8]) throws(MediaProblem) -> MediaFile {
    try copy { file throws(StorageError) in try file.write(bytes.span, at: 0) }
  }

  /// Returns a temporary file that `write` fills.
  private func copy(
    _ write: (borrowing AnonymousFile) throws(StorageError) -> Void
  ) throws(MediaProblem) -> MediaFile {
    do throws(StorageError) {
      let file = try AnonymousFile()
      try write(file)
      return MediaFile(descriptor: file.release(), path: path)
    } catch {
      throw .packed(path, reason: error.words)
    }
  }
}
