import HTML
import Phrases
import Storage

/// The pages of a locked site that anybody can read: the shell, which asks for the password, and the same small file for each page.
struct LockedPages {
  let phrases: Phrases
  /// BCP 47 tag.
  let language: String
  /// `ltr` or `rtl`.
  let direction: String

  /// The shell, which opens the page `first`.
  func shell(first: String, salt: [UInt8], key: [UInt8]) -> [UInt8] {
    var html = begin(
      base: "",
      attributes: [
        ("data-lock", "shell"), ("data-first", first), ("data-salt", Base64.text(salt)),
        ("data-rounds", "\(Vault.rounds)"), ("data-sealed", Base64.text(key)),
      ])
    html.raw("<form hidden>\n<h1>")
    html.text(phrases(.lockedSite))
    html.raw("</h1>\n<label for=\"password\">")
    html.text(phrases(.password))
    html.raw(
      "</label>\n<input id=\"password\" type=\"password\" autocomplete=\"current-password\">\n<button>")
    html.text(phrases(.unlock))
    html.raw("</button>\n<p role=\"status\" data-empty=\"\"")
    for (name, phrase) in [
      ("waiting", Phrase.unlocking), ("wrong", .wrongPassword), ("damaged", .damagedSite),
      ("insecure", .insecureAddress),
    ] { Self.attribute("data-" + name, phrases(phrase), in: &html) }
    html.raw("></p>\n</form>\n")
    end(&html)
    return html.bytes
  }

  /// A page in a folder whose way to the site's is `base`.
  func page(base: String) -> [UInt8] {
    var html = begin(base: base, attributes: [("data-lock", "page")])
    end(&html)
    return html.bytes
  }

  private func begin(base: String, attributes: [(String, String)]) -> HTMLWriter {
    var html = HTMLWriter(capacity: 4_096)
    html.raw("<!doctype html>\n<html")
    Self.attribute("lang", language, in: &html)
    Self.attribute("dir", direction, in: &html)
    html.raw(
      """
      >
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self' blob:; style-src-attr 'unsafe-inline'; img-src data: blob:; media-src blob:; font-src blob:; frame-src 'self'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="robots" content="noindex">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="chatexport">
      <title>
      """)
    html.text(phrases(.lockedSite))
    html.raw("</title>\n<link rel=\"stylesheet\"")
    Self.attribute("href", base + "assets/lock.css", in: &html)
    html.raw(">\n<script")
    Self.attribute("src", base + "assets/lock.js", in: &html)
    for (name, value) in attributes { Self.attribute(name, value, in: &html) }
    html.raw(" defer></script>\n</head>\n<body>\n")
    return html
  }

  private func end(_ html: inout HTMLWriter) {
    html.raw("<noscript><p>")
    html.text(phrases(.needsScripts))
    html.raw("</p></noscript>\n</body>\n</html>\n")
  }

  private static func attribute(_ name: String, _ value: String, in html: inout HTMLWriter) {
    html.raw(" ")
    html.text(name)
    html.raw("=\"")
    html.attribute(value)
    html.raw("\"")
  }
}
