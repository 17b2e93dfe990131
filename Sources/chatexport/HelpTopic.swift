import ExportPipeline

/// The topics of `chatexport help`.
enum HelpTopic: String, CaseIterable {
  case formats, tables, themes, redacting
  case exitCodes = "exit-codes"
  case privacy

  /// The topics in a sentence: `formats, themes, exit-codes or privacy`.
  static let names: String = {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()

  /// The text, in lines of at most 80 characters.
  var text: String {
    switch self {
    case .formats: Self.formatsText
    case .tables: Self.tablesText
    case .themes: Self.themesText
    case .redacting: Self.redactingText
    case .exitCodes: Self.exitCodesText
    case .privacy: Self.privacyText
    }
  }

  private static let formatsText = """
    FORMATS

    chatexport reads the export of each of these, and recognises it by its content:

    \(FormatList.names.map { "  " + $0 }.joined(separator: "\n"))

    An input is a file, a folder or an archive (zip, tar, 7z, RAR); an export may
    also lie in a subfolder, with its attachments. Several inputs make one site.
    - reads standard input.

    'chatexport formats' lists how much of each is shown. Other data can be written
    as chatexport/1: JSON with a schema, described in conversation-format.md.
    """

  private static let tablesText = """
    TABLES

      chatexport check messages.csv
      chatexport messages.csv --map at=created_at,from=sender,text=body -o site

    Any table with a message a row can be read: CSV and other fields with , ; | or
    tabs between them, JSON Lines, a JSON list of objects, and SQLite. --map says
    which column is what; 'check' proposes it if the columns speak for themselves.

      at          the time             chat, chat-id  the conversation
      from        the sender's name    reply-to       the id of what is answered
      from-id     what identifies them file           the path or address of a file
      text        the words            kind           message, system, deleted, image
      id          the message's id     edited         yes or no, or the time
      me          yes if it is yours   deleted        yes or no, or the time
      reactions   such as {"👍": 2}

    A column may be a path into JSON (user.name), several joined by spaces
    (date+time), a number in a table without names (3), or, for me, edited and
    deleted, a column and the value that means yes (direction:2).

      table=messages        a table or query of a database, a list in JSON
      times=unix-ms         iso, unix, unix-ms, unix-us, unix-ns, apple, excel, or
      times=%d.%m.%y %H:%M  a pattern of strptime (default: told by the values)
      title=Book club       the title, if no column has it

    --map FILE takes a file with a pair a line and remarks after #. A folder with
    such a file called chatexport.map needs no option. Columns that the map does
    not name are in the account. More is in formats/table.md.
    """

  private static let themesText = """
    THEMES

    --theme NAME takes a built-in look:

      standard   round bubbles with tails, your own in blue
      slate      flat and square, your own in pale green
      paper      black on white with outlined bubbles, for print
      dense      lines without bubbles, names above a group, times in the margin;
                 the default for IRC, Slack, Discord and Mattermost

    --theme FILE takes a theme file, JSON5, which lists what differs from the theme
    that it extends:

      {
        theme: "chatexport-theme/1",
        extends: "standard",
        metrics: { cornerRadius: 12 },
        text: { body: { fontSize: 17, lineHeight: 23 } },
        colours: { light: { outgoing: "#7a1fa2" }, dark: { outgoing: "#6a1b8a" } },
      }

    A mistake in the file is reported with the path of its key. All keys are in
    themes.md. --templates DIR and --public DIR replace page templates and static
    files, one by one.
    """

  private static let redactingText = """
    REDACTING

      chatexport result.json --redact rules.txt --report report.json -o site

    --redact FILE takes a text file with one rule a line:

      # Lines like this are remarks.
      word: Alice Smith
      word: Acme* => [company]
      pattern: \\+?\\d[\\d ]{7,}\\d
      person: Bob => Witness A
      messages-of: Bob
      message: 123
      day: 2024-05-01..2024-05-03
      attachment: *.pdf
      attachments: voice
      attachments-of: Bob
      attachments-in: 123
      positions:

    Words are found without regard to case and accents, as whole words; * is the
    rest of a word. A person's name, with its parts and numbers, goes wherever it
    occurs. After 'chat: TITLE', rules are about that conversation alone, and after
    'chat: *' about all again. 'replacement: TEXT' replaces [redacted].

    Messages are laid out again, so nothing shows how long a word was. Photos and
    films lose the facts that cameras add. --pseudonyms gives people invented names.
    Both also go with a PDF and with 'chatexport convert'.

    --redact-in-place puts bars over words and keeps the layout, to show that the
    rest is untouched: 'chatexport diff --only layout ORIGINAL REDACTED' proves it.
    The width of a bar can tell short words. It takes word: and pattern: alone.

    The report says how often each rule matches. What a redacted site still tells,
    such as times, is in redacting.md.
    """

  private static let exitCodesText = """
    EXIT CODES

      0        success
      1        success, but a message could not be shown in full, or the input has
               text that chatexport does not know (with --strict); or 'verify'
               or 'diff' found something
      2        wrong usage: an option, a date, a theme, a template
      3        the input cannot be read, or is of no known format
      4        the output cannot be written, or the system gives too little memory,
               files or threads to begin
      70       a bug in chatexport
      128 + n  ended by signal n

    Results go to standard output, everything else to standard error. An export
    that fails or is interrupted leaves an existing site as it was.
    """

  private static let privacyText = """
    PRIVACY

    chatexport makes no network connection. It reads its inputs and the system's
    fonts and time zone rules, and writes to the folder of --out and the file of
    --report alone. What does not fit into memory goes to temporary files in TMPDIR,
    /var/tmp or /tmp. They have no names, so nobody else can open them, and they are
    gone when the program ends, however it ends. 'verify' and 'diff' make sites of
    inputs in a folder there, readable only by you, and remove it.

    A site loads nothing from elsewhere: each page forbids it by a Content Security
    Policy, and scripts, fonts and pictures are files of the site. Links in
    messages lead out of it when they are followed; --no-links shows them as text.

    The site is as private as its folder. It holds all messages and attachments
    unencrypted; photos keep what cameras write into them, such as where they were
    taken. On a web server it needs authentication for every path: see
    hosting.md.
    """
}
