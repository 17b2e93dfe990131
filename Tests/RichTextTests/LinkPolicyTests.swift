import Foundation
import Frames
import RichText
import Testing

@Suite struct LinkPolicyTests {
  @Test(
    "An address that is not plainly one of the allowed schemes is no link",
    arguments: [
      "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
      "javascript&#58;alert(1)",
      "data:text/html,<script>", "vbscript:msgbox", "file:///etc/passwd", "//example.com", "/path", "path",
      "?q", "#f", "",
      "http:example.com", "http:/example.com", "http:\\\\example.com", "https://exa mple.com",
      "https://example.com/\u{7}",
      " https://example.com", "https://example.com ", "https://", "https:///x", "https://user@example.com",
      "https://user:pw@example.com", "https://example.com\\@evil.example", "https://exa\"mple.com",
      "https://a<b.example",
      "https://.example.com", "https://a..example", "https://example.com:port", "https://example.com:123456",
      "ftp://a.example",
      "blob:https://a.example/x", "view-source:https://a.example", "https://%6a.example",
      "https://a.example%2f", "mailto:",
      "about:blank", "ws://a.example", "httpsx://a.example", "https ://a.example", "\u{1}https://a.example",
      "https://a'.example",
      // Not what any host could be called: UTS #46.
      "https://xn--0.example", "https://xn--a.example", "https://a\u{200D}b.example", "https://אa.example",
      "https://[::1", "https://[]/", "https://[x]/", "intent://a.example",
    ])
  func refused(raw: String) {
    #expect(LinkPolicy.href(raw) == nil)
  }

  @Test(
    "An allowed address is written with safe characters only",
    arguments: [
      ("https://example.com", "https://example.com"), ("HTTP://EXAMPLE.com/A", "HTTP://EXAMPLE.com/A"),
      ("https://example.com/<\"'`{}|^>", "https://example.com/%3C%22%27%60%7B%7D%7C%5E%3E"),
      ("https://example.com/ü?q=é#ö", "https://example.com/%C3%BC?q=%C3%A9#%C3%B6"),
      ("https://example.com./x", "https://example.com./x"),
      ("https://[2001:db8::1]:8080/", "https://[2001:db8::1]:8080/"),
      ("mailto:a@example.org?subject=x", "mailto:a@example.org?subject=x"), ("tel:+1(555)", "tel:+1(555)"),
      ("https://example.com/100%", "https://example.com/100%25"),
      ("magnet:?xt=urn:btih:a&dn=b", "magnet:?xt=urn:btih:a&dn=b"),
      ("https://example.com/\u{202E}x", "https://example.com/%E2%80%AEx"),
      ("https://bücher.example/", "https://xn--bcher-kva.example/"),
      ("https://BÜCHER.example:80/ß", "https://xn--bcher-kva.example:80/%C3%9F"),
      ("https://faß.de", "https://xn--fa-hia.de"),
      ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
      ("mailto:ana@bücher.example", "mailto:ana@xn--bcher-kva.example"),
      ("mailto:ana@bücher.example?subject=ü", "mailto:ana@xn--bcher-kva.example?subject=%C3%BC"),
    ])
  func allowed(raw: String, href: String) {
    #expect(LinkPolicy.href(raw) == href)
    #expect(LinkPolicy.href(href) == href)
  }

  @Test("Whatever hostile text becomes a link has an allowed scheme and safe characters")
  func hostile() throws {
    var count = 0
    for string in HostileStrings.all() {
      for raw in [string] + string.split(whereSeparator: { " \"'<>()=".contains($0) }).map(String.init) {
        count += 1
        if let href = LinkPolicy.href(raw) { #expect(Self.isSafe(href), "\(raw) → \(href)") }
      }
      for markup in [
        RichText.plain(string), RichText.markdown(string), RichText.markdown("[x](<\(string)>)"),
      ] {
        for block in markup.blocks {
          #expect(block.markProblem == nil, "\(string)")
          for mark in block.marks {
            if case .link(let href) = mark.kind { #expect(Self.isSafe(href), "\(string) → \(href)") }
          }
        }
      }
    }
    print("hostile strings and addresses through the link policy: \(count)")
  }

  /// Indicates whether the address has an allowed scheme, and only characters that need no escape anywhere.
  static func isSafe(_ href: String) -> Bool {
    let schemes = ["http", "https", "mailto", "tel", "sms", "geo", "magnet", "xmpp", "matrix", "tg"]
    guard let colon = href.firstIndex(of: ":"), schemes.contains(href[..<colon].lowercased()) else {
      return false
    }
    if href.lowercased().hasPrefix("http"), !href[colon...].hasPrefix("://") { return false }
    return href.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value < 0x7F && !"\"'<>`\\{}|^".unicodeScalars.contains(scalar)
    }
  }
}

/// Text that was made to break programs, from the shared data.
enum HostileStrings {
  static func all() -> [String] {
    var strings: [String] = []
    if let data = SharedData.data("conformance/blns/blns.json", for: "naughty strings"),
      let list = try? JSONSerialization.jsonObject(with: data) as? [String]
    {
      strings += list
    }
    if let data = SharedData.data(
      "conformance/whatwg-url/url/tests/urltestdata.json", for: "WHATWG URL tests"),
      let list = try? JSONSerialization.jsonObject(with: data) as? [Any]
    {
      strings += list.compactMap { ($0 as? [String: Any])?["input"] as? String }
    }
    for folder in ["xss-dompurify", "xss-owasp", "xss-payloads-all-the-things"] {
      for path in SharedData.files(under: "conformance/" + folder) {
        guard let text = SharedData.text(path, for: folder) else { continue }
        strings += text.split(whereSeparator: \.isNewline).filter { $0.utf8.count < 20_000 }.map(String.init)
      }
    }
    return strings
  }
}
