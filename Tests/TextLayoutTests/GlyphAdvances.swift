import CHarfBuzz
import ICU

/// A font shaped by HarfBuzz glyph by glyph, for tests that look further than the engine does: what Firefox rounds,
/// and what the whole font says where the engine has a subset.
@safe final class GlyphAdvances {
  private let font: OpaquePointer
  private let buffer: OpaquePointer
  private let unitsPerEm: Int64

  /// The font in `bytes`; nil if they are no font.
  init?(bytes: [UInt8], index: Int = 0) {
    let blob = unsafe bytes.withUnsafeBytes { raw in
      unsafe hb_blob_create(
        raw.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: raw.count),
        HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    defer { unsafe hb_blob_destroy(blob) }
    guard let face = unsafe hb_face_create(blob, UInt32(clamping: index)) else { return nil }
    defer { unsafe hb_face_destroy(face) }
    let upem = unsafe hb_face_get_upem(face)
    guard let font = unsafe hb_font_create(face), let buffer = unsafe hb_buffer_create(), upem > 0 else {
      return nil
    }
    unsafe hb_font_set_scale(font, Int32(upem), Int32(upem))
    unsafe self.font = font
    unsafe self.buffer = buffer
    unitsPerEm = Int64(upem)
  }

  deinit {
    unsafe hb_buffer_destroy(buffer)
    unsafe hb_font_destroy(font)
  }

  /// The advance of each glyph of a run, in font units. `disabling` are features to leave out.
  func advances(of text: [UInt8], script: Script, rightToLeft: Bool, disabling: [StaticString] = [])
    -> [Int64]
  {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe hb_buffer_set_direction(buffer, rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(script.tag))
    unsafe text.withUnsafeBytes { bytes in
      unsafe hb_buffer_add_utf8(
        buffer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 0,
        Int32(bytes.count))
    }
    let features = disabling.map {
      unsafe hb_feature_t(tag: hb_tag_from_string($0.description, 4), value: 0, start: 0, end: .max)
    }
    unsafe hb_shape(font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count) else { return [] }
    return unsafe UnsafeBufferPointer(start: positions, count: Int(count)).map { Int64($0.x_advance) }
  }

  /// The width in 1/60 px that Firefox gives a run: it rounds every glyph.
  func firefoxWidth(of text: [UInt8], script: Script, rightToLeft: Bool, fontSize: Int64) -> Int64 {
    var width: Int64 = 0
    for advance in advances(of: text, script: script, rightToLeft: rightToLeft) {
      width += (advance * fontSize * 120 + unitsPerEm) / (unitsPerEm * 2)
    }
    return width
  }
}
