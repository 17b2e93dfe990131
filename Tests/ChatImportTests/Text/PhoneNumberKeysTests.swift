import ChatModel
import Testing

@testable import ImportKit
@testable import MessengerFormats

/// Which spellings are one phone number.
@Suite struct PhoneNumberKeysTests {
  private func keys(_ numbers: [String]) -> PhoneNumberKeys {
    var keys = PhoneNumberKeys()
    for number in numbers { keys.note(number) }
    return keys
  }

  @Test(
    "A spelling without the country's code is the only number that is dialled in this way",
    arguments: [
      ("+49 170 1234567", "0170 1234567"), ("+49 (0)170 1234567", "00491701234567"),
      ("+1 212 555 0199", "(212) 555-0199"), ("+12125550199", "12125550199"), ("+351912345678", "912345678"),
      ("+351912345678", "351912345678"), ("+79123456789", "8 912 345-67-89"), ("+4712345678", "12345678"),
      ("+8613812345678", "13812345678"),
    ])
  func spellings(number: String, other: String) {
    let keys = keys([number])
    #expect(keys.key(of: other) == keys.key(of: number))
    #expect(keys.key(of: number).hasPrefix("+"))
  }

  @Test(
    "Numbers with codes are equal only if all digits are",
    arguments: [
      ("+491701234567", "+431701234567"), ("+12125550199", "+13125550199"), ("+442125550199", "+12125550199"),
    ])
  func codes(one: String, other: String) {
    let keys = keys([one, other])
    #expect(keys.key(of: one) != keys.key(of: other))
  }

  @Test("A spelling that two numbers share is a number of its own, in whatever order they are noted")
  func ambiguity() {
    for numbers in [["+491701234567", "+431701234567"], ["+431701234567", "+491701234567"]] {
      #expect(keys(numbers).key(of: "0170 1234567") == "1701234567")
    }
  }

  @Test("Short numbers, names and addresses stay as they are")
  func others() {
    let keys = keys(["+12125550199"])
    #expect(keys.key(of: "50199") == "50199")
    #expect(keys.key(of: "5550199") == "5550199")
    #expect(keys.key(of: "BANK") == "bank")
    #expect(keys.key(of: "Ana@example.com") == "ana@example.com")
    #expect(keys.key(of: "0170 1234567") == keys.key(of: "170 1234567"))
  }

  @Test("All numbers of a backup's records are noted, whatever stands around them")
  func backup() {
    let text = """
      <?xml version='1.0'?><smses count="1">
      <sms body="a &lt; 'b' address=" address='+491701234567' />
      <mms address="+12125550199~+351912345678"><parts><part data="QUJD"/></parts><addrs><addr type="137"
        address="+4712345678"/></addrs></mms><call number="+79123456789" /><sms
      """
    let keys = SMSNumbers.keys(ofNumbersIn: [InputBytes(Array(text.utf8))])
    for spelling in ["01701234567", "2125550199", "912345678", "12345678", "89123456789"] {
      #expect(keys.key(of: spelling).hasPrefix("+"), "\(spelling)")
    }
  }
}
