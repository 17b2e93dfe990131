import ImportKit
import Storage

extension String {
  /// A hash of the text without its white space, because the words of a text are often reformatted.
  var wordsHash: UInt64 {
    let seed = HashSeed.ofProcess
    var (hash, group, count) = (seed.start, UInt64(0), 0)
    for byte in utf8 where byte > 0x20 {
      group = group << 8 | UInt64(byte)
      count &+= 1
      if count & 7 == 0 {
        seed.add(group, to: &hash)
        group = 0
      }
    }
    seed.add(group, to: &hash)
    seed.add(UInt64(truncatingIfNeeded: count), to: &hash)
    return hash
  }
}
