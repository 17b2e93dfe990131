// Boundary to HarfBuzz (`CHarfBuzz`), which owns fonts, buffers and sets behind pointers.

import CHarfBuzz
import Frames
public import ICU
import Storage
import SystemCalls

/// A whole font file, used to read its coverage and to cut it down.
///
/// Not for shaping: text is shaped with the subset that is shipped (``ShapingFont``). Any thread may use it, because
/// HarfBuzz allows that for immutable faces.
@safe final class FontFile: @unchecked Sendable {
  private let face: OpaquePointer

  /// The face in `bytes`; nil if they are not a font.
  convenience init?(bytes: [UInt8], index: Int = 0) {
    let blob = unsafe bytes.withUnsafeBytes { raw in
      unsafe hb_blob_create(
        raw.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: raw.count),
        HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    unsafe self.init(blob: blob, index: index)
  }

  /// The face in bytes that exist for the whole run; nil if they are not a font.
  convenience init?(constant bytes: ConstantBytes) {
    let blob = unsafe bytes.buffer.withMemoryRebound(to: CChar.self) {
      unsafe hb_blob_create($0.baseAddress, UInt32(clamping: $0.count), HB_MEMORY_MODE_READONLY, nil, nil)
    }
    unsafe self.init(blob: blob, index: 0)
  }

  /// The face with the given number in a file; nil if there is no such face.
  convenience init?(_ file: MappedFont, index: Int = 0) {
    unsafe self.init(blob: hb_blob_reference(file.blob), index: index)
  }

  private init?(blob: OpaquePointer?, index: Int) {
    guard let blob = unsafe blob else { return nil }
    defer { unsafe hb_blob_destroy(blob) }
    guard index < Int(unsafe hb_face_count(blob)), let face = unsafe hb_face_create(blob, UInt32(index))
    else {
      return nil
    }
    guard unsafe hb_face_get_glyph_count(face) > 0 else {
      unsafe hb_face_destroy(face)
      return nil
    }
    unsafe hb_face_make_immutable(face)
    unsafe self.face = face
  }

  deinit { unsafe hb_face_destroy(face) }

  /// The characters the face has glyphs for.
  var coverage: ScalarSet {
    guard let set = unsafe hb_set_create() else { return ScalarSet() }
    defer { unsafe hb_set_destroy(set) }
    unsafe hb_face_collect_unicodes(face, set)
    return unsafe ScalarSet(harfBuzz: set)
  }

  /// The PostScript name (name id 6), or an empty string.
  var postScriptName: String {
    var length: UInt32 = 128
    var name = [CChar](repeating: 0, count: 128)
    let language = unsafe hb_language_from_string("en", 2)
    let full = unsafe hb_ot_name_get_utf8(face, hb_ot_name_id_t(6), language, &length, &name)
    return String(
      decoding: name.prefix(Int(min(length, min(full, 127)))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The bytes of a table, empty if there is no such table.
  func table(_ tag: StaticString) -> [UInt8] {
    let blob = unsafe hb_face_reference_table(face, hb_tag_from_string(tag.description, 4))
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe Self.bytes(of: blob)
  }

  /// A font file with the glyphs of `scalars` and the layout features an advance may depend on; nil if
  /// HarfBuzz cannot make one. A variable face is cut to the slot's instance.
  func subset(to scalars: ScalarSet, kerning: Bool, slot: FaceSlot) -> [UInt8]? {
    guard let input = unsafe hb_subset_input_create_or_fail() else { return nil }
    defer { unsafe hb_subset_input_destroy(input) }
    unsafe chatexport_keep_features(input, face, kerning)
    unsafe chatexport_pin_axes(input, face, slot.isBold ? 700 : 400, slot.isItalic)
    let set = unsafe hb_subset_input_unicode_set(input)
    scalars.forEach { scalar in unsafe hb_set_add(set, scalar) }
    guard let result = unsafe hb_subset_or_fail(face, input) else { return nil }
    defer { unsafe hb_face_destroy(result) }
    let blob = unsafe hb_face_reference_blob(result)
    defer { unsafe hb_blob_destroy(blob) }
    let bytes = unsafe Self.bytes(of: blob)
    return bytes.isEmpty ? nil : bytes
  }

  /// A font file with the outlines of some glyphs under their numbers, and nothing to find or arrange them by; nil if HarfBuzz
  /// cannot make one.
  func subset(toGlyphs glyphs: [UInt16]) -> [UInt8]? {
    guard let input = unsafe hb_subset_input_create_or_fail() else { return nil }
    defer { unsafe hb_subset_input_destroy(input) }
    unsafe chatexport_keep_glyphs(input)
    let set = unsafe hb_subset_input_glyph_set(input)
    for glyph in glyphs { unsafe hb_set_add(set, UInt32(glyph)) }
    guard let result = unsafe hb_subset_or_fail(face, input) else { return nil }
    defer { unsafe hb_face_destroy(result) }
    let blob = unsafe hb_face_reference_blob(result)
    defer { unsafe hb_blob_destroy(blob) }
    let bytes = unsafe Self.bytes(of: blob)
    return bytes.isEmpty ? nil : bytes
  }

  /// The picture of an emoji, if the font shows the whole sequence as one coloured glyph; else nil.
  func emojiPicture(of text: String) -> [UInt8]? {
    guard let font = unsafe hb_font_create(face), let buffer = unsafe hb_buffer_create() else { return nil }
    defer {
      unsafe hb_buffer_destroy(buffer)
      unsafe hb_font_destroy(font)
    }
    let utf8 = Array(text.utf8)
    let glyph = unsafe utf8.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return UInt32(0) }
      return unsafe chatexport_single_glyph(font, buffer, base, Int32(clamping: bytes.count))
    }
    guard glyph != 0, let blob = unsafe hb_ot_color_glyph_reference_png(font, glyph) else { return nil }
    defer { unsafe hb_blob_destroy(blob) }
    let bytes = unsafe Self.bytes(of: blob)
    return bytes.isEmpty ? nil : bytes
  }

  private static func bytes(of blob: OpaquePointer?) -> [UInt8] {
    var length: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(blob, &length), length > 0 else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }
}

/// A font file, mapped and not read. The faces of a collection share it and its mapped pages.
@safe final class MappedFont: @unchecked Sendable {
  fileprivate let blob: OpaquePointer

  /// The file at `path`; nil if it cannot be read.
  init?(path: String) {
    // Opening a pipe would block until a writer opens it.
    guard (try? SystemCall.status(at: path))?.kind == .file,
      let blob = unsafe hb_blob_create_from_file_or_fail(path)
    else { return nil }
    unsafe hb_blob_make_immutable(blob)
    unsafe self.blob = blob
  }

  deinit { unsafe hb_blob_destroy(blob) }

  /// The number of faces in the file; 0 if it is not a font.
  var faceCount: Int { min(256, Int(unsafe hb_face_count(blob))) }
}

/// A subset font to shape with, measured in font units. Owns a buffer, so it belongs to one task.
@safe public final class ShapingFont {
  fileprivate let font: OpaquePointer
  fileprivate let buffer: OpaquePointer
  /// Font units per em.
  public let unitsPerEm: Int

  /// The font in `bytes`; nil if they are not a font.
  public init?(bytes: [UInt8]) {
    let blob = unsafe bytes.withUnsafeBytes { raw in
      unsafe hb_blob_create(
        raw.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: raw.count),
        HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    defer { unsafe hb_blob_destroy(blob) }
    guard let face = unsafe hb_face_create(blob, 0) else { return nil }
    defer { unsafe hb_face_destroy(face) }
    let upem = Int(unsafe hb_face_get_upem(face))
    guard upem > 0, unsafe hb_face_get_glyph_count(face) > 0, let font = unsafe hb_font_create(face),
      let buffer = unsafe hb_buffer_create()
    else { return nil }
    unsafe hb_font_set_scale(font, Int32(upem), Int32(upem))
    unsafe self.font = font
    unsafe self.buffer = buffer
    unitsPerEm = upem
  }

  deinit {
    unsafe hb_buffer_destroy(buffer)
    unsafe hb_font_destroy(font)
  }

  /// The advance of the glyph of one character by itself.
  public func advance(of scalar: UInt32) -> Int32 {
    var glyph: UInt32 = 0
    guard unsafe hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 else {
      return unsafe hb_font_get_glyph_h_advance(font, 0)
    }
    return unsafe hb_font_get_glyph_h_advance(font, glyph)
  }

  /// Shapes UTF-8 text as one run and writes the advance of each cluster to `advances`, as long as the text, at
  /// the cluster's first byte, 0 elsewhere.
  public func shape(_ text: [UInt8], script: Script, rightToLeft: Bool, into advances: inout [Int32]) {
    let length = text.count
    if advances.count < length {
      advances.append(contentsOf: repeatElement(0, count: length - advances.count))
    }
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe advances.withUnsafeMutableBufferPointer { result in
        guard let bytes = bytes.baseAddress, let result = result.baseAddress else { return }
        unsafe chatexport_advances(
          font, buffer, bytes, Int32(clamping: length), script.tag, rightToLeft, result)
      }
    }
  }
}

/// A glyph of a shaped run, in font units.
public struct FontGlyph: Sendable {
  /// Its number in the font.
  public var glyph: UInt16
  /// The offset of the first byte of its cluster in the text.
  public var cluster: Int32
  /// The distance to the pen of the next glyph.
  public var advance: Int32
  /// The position at which it is drawn, from the pen.
  public var x: Int32
  /// The height at which it is drawn, above the baseline.
  public var y: Int32
}

extension ShapingFont {
  /// Returns the number of the glyph of a character by itself; 0 if there is none.
  public func glyph(of scalar: UInt32) -> UInt16 {
    var glyph: UInt32 = 0
    guard unsafe hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 else { return 0 }
    return UInt16(truncatingIfNeeded: glyph)
  }

  /// Shapes UTF-8 text as one run, and appends its glyphs from left to right to `glyphs`. Marks are clusters of their own.
  public func shape(_ text: [UInt8], script: Script, rightToLeft: Bool, into glyphs: inout [FontGlyph]) {
    var room = max(16, text.count * 2)
    while true {
      var made = [chatexport_glyph](repeating: chatexport_glyph(), count: room)
      let count = unsafe text.withUnsafeBufferPointer { bytes in
        unsafe made.withUnsafeMutableBufferPointer { result in
          guard let bytes = bytes.baseAddress, let result = result.baseAddress else { return Int32(0) }
          return unsafe chatexport_glyphs(
            font, buffer, bytes, Int32(clamping: text.count), script.tag, rightToLeft, result,
            Int32(clamping: room))
        }
      }
      guard Int(count) <= room else {
        room = Int(count)
        continue
      }
      for glyph in made.prefix(Int(count)) {
        glyphs.append(
          FontGlyph(
            glyph: UInt16(truncatingIfNeeded: glyph.glyph), cluster: Int32(truncatingIfNeeded: glyph.cluster),
            advance: glyph.advance, x: glyph.x, y: glyph.y))
      }
      return
    }
  }
}

extension ScalarSet {
  fileprivate init(harfBuzz set: OpaquePointer) {
    self.init()
    var (first, last) = (UInt32.max, UInt32.max)  // HB_SET_VALUE_INVALID, which also requests the first
    while unsafe hb_set_next_range(set, &first, &last) != 0 { insert(first...last) }
  }
}
