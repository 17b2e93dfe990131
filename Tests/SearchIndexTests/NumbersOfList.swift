/// Reads the numbers of a list as the pages' script does.
func numbers(_ code: Substring) -> [Int] {
  var (numbers, last, value, scale, isRun) = ([Int](), 0, 0, 1, false)
  for byte in code.utf8 {
    let digit = Int(byte) - 35
    if byte == UInt8(ascii: "~") {
      isRun = true
    } else if digit > 57 {
      (value, scale) = (value + (digit - 58) * scale, scale * 31)
    } else {
      value += digit * scale
      for step in isRun ? Array(repeating: 1, count: value) : [value + 1] {
        last += step
        numbers.append(last)
      }
      (value, scale, isRun) = (0, 1, false)
    }
  }
  return numbers
}
