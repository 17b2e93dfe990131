import Phrases
internal import SiteFiles
import SiteWriter

extension SiteAssets {
  /// The phrases of a BCP 47 locale: those of exactly it, else of its language, else English.
  func phrases(for locale: String) throws -> Phrases {
    let parts = locale.split(separator: "-")
    let names = [parts.prefix(2).joined(separator: "-"), parts.first.map { $0.lowercased() } ?? ""]
    let language = names.first { languages.contains($0) } ?? "en"
    var english = try table(of: "en")
    // A replaced file may lack some, too.
    if !replaced.isEmpty { english = english.filled(from: try SiteAssets().table(of: "en")) }
    let table = language == "en" ? english : try table(of: language)
    return Phrases(language: language, table: table, english: english)
  }

  private func table(of language: String) throws -> PhraseTable {
    try PhraseTable(try phrases(of: language), file: language + ".json")
  }
}

extension SiteLabels {
  /// The words of the pages' furniture in the phrases' language.
  init(_ phrases: Phrases) {
    self.init()
    skipToMessages = phrases(.skipToMessages)
    pages = phrases(.pages)
    turn = phrases(.turn)
    first = phrases(.firstPage)
    previous = phrases(.previousPage)
    next = phrases(.nextPage)
    last = phrases(.lastPage)
    page = phrases(.page)
    messages = phrases(.messages)
    months = phrases(.months)
    allMonths = phrases(.allMonths)
    overview = phrases(.overview)
    people = phrases(.people)
    everybody = phrases(.everybody)
    numbers = phrases(.numbers)
    conversations = phrases(.conversations)
    allConversations = phrases(.allConversations)
    openLatest = phrases(.openLatest)
    openFirst = phrases(.openFirst)
    jumps.quote = phrases(.quotedMessage)
    jumps.previousBranch = phrases(.previousBranch)
    jumps.nextBranch = phrases(.nextBranch)
    jumps.thread = phrases(.firstAnswer)
    jumps.threadRoot = phrases(.threadRoot)
    openFile = phrases(.openFile)
    picture = phrases(.picture)
    emptyConversation = phrases(.emptyConversation)
    timeline = phrases(.timeline)
    goToDate = phrases(.goToDate)
    calendar = phrases(.calendar)
    earlierMonth = phrases(.earlierMonth)
    laterMonth = phrases(.laterMonth)
    textSize = phrases(.textSize)
    scheme = phrases(.scheme)
    schemeSystem = phrases(.schemeSystem)
    schemeLight = phrases(.schemeLight)
    schemeDark = phrases(.schemeDark)
    copyLink = phrases(.copyLink)
    linkCopied = phrases(.linkCopied)
    close = phrases(.close)
    keys = phrases(.keys)
    print = phrases(.print)
    notPrinted = phrases(.notPrinted)
    search = SearchLabels(phrases)
    statistics = StatisticsLabels(phrases)
    gallery = GalleryLabels(phrases)
    keyMeanings = [
      KeyMeaning("j", phrases(.keyNext)), KeyMeaning("k", phrases(.keyPrevious)),
      KeyMeaning("g", phrases(.keyFirst)), KeyMeaning("G", phrases(.keyLast)),
      KeyMeaning("c", phrases(.keyCopy)), KeyMeaning("/", phrases(.search)),
      KeyMeaning("+ −", phrases(.keySize)), KeyMeaning("?", phrases(.keyList)),
      KeyMeaning("Esc", phrases(.keyClose)),
    ]
  }
}

extension SearchLabels {
  /// The words of the search in the phrases' language.
  fileprivate init(_ phrases: Phrases) {
    self.init()
    name = phrases(.search)
    words = phrases(.searchWords)
    sender = phrases(.sender)
    anybody = phrases(.anybody)
    kind = phrases(.kind)
    everything = phrases(.anyKind)
    links = phrases(.withLink)
    attachments = phrases(.withAttachment)
    photo = phrases(.photo)
    video = phrases(.video)
    audio = phrases(.audio)
    file = phrases(.file)
    firstDay = phrases(.firstDay)
    lastDay = phrases(.lastDay)
    // The pages' script fills the number in.
    hits = phrases(.hits, count: 0, shown: "{count}")
    nothing = phrases(.nothingFound)
    missing = phrases(.unreadPages, count: 0, shown: "{count}")
  }
}

extension StatisticsLabels {
  /// The words of the statistics in the phrases' language.
  fileprivate init(_ phrases: Phrases) {
    self.init()
    name = phrases(.statistics)
    overTime = phrases(.overTime)
    throughTheWeek = phrases(.throughTheWeek)
    asTable = phrases(.asTable)
  }
}

extension GalleryLabels {
  /// The words of the gallery in the phrases' language.
  fileprivate init(_ phrases: Phrases) {
    self.init()
    name = phrases(.gallery)
    toMessage = phrases(.toMessage)
  }
}
