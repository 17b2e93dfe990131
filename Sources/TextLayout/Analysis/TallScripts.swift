import ICU

/// Scripts whose letters are stacked or carry marks above and below: with the lines of Latin text they would touch.
enum TallScripts {
  /// The least height of a line in 16ths of the font size; 0 for scripts that fit in any line.
  static func lineHeight(of script: Script) -> Int32 {
    switch script.tag {
    case 0x5469_6274, 0x4A61_7661, 0x4261_6C69: 28  // Tibetan, Javanese, Balinese
    case 0x4D79_6D72, 0x4C61_6E61: 26  // Burmese, Tai Tham
    case 0x4B68_6D72: 24  // Khmer
    case 0x5468_6169, 0x4C61_6F6F: 22  // Thai, Lao
    default: 0
    }
  }
}
