public import Frames

/// The words of the pages' own furniture, so that they can be said in the reader's language.
public struct SiteLabels: Hashable, Sendable {
  public var skipToMessages = "Skip to the messages"
  public var pages = "Pages"
  /// The name of the bar's own ways to other pages and months.
  public var turn = "Turn the page"
  public var first = "First page"
  public var previous = "Previous page"
  public var next = "Next page"
  public var last = "Last page"
  /// Before a page's number, e.g. `Page` 3.
  public var page = "Page"
  public var messages = "Messages"
  public var months = "Months"
  /// Leads to the front, which lists the months behind a page too.
  public var allMonths = "All months"
  public var overview = "About this conversation"
  public var people = "People"
  /// Opens the list of all people, when only those who wrote most are shown.
  public var everybody = "Everybody else"
  public var numbers = "In numbers"
  public var conversations = "Conversations"
  public var allConversations = "All conversations"
  public var openLatest = "Open the latest messages"
  public var openFirst = "Start from the beginning"
  /// The names of ways to other messages.
  public var jumps = JumpLabels()
  public var openFile = "Open the file"
  /// What a picture without a description is called.
  public var picture = "Picture"
  public var emptyConversation = "There are no messages in this conversation."
  public var timeline = "Timeline"
  public var goToDate = "Go to"
  public var calendar = "Calendar"
  public var earlierMonth = "Month before"
  public var laterMonth = "Next month"
  public var textSize = "Text size"
  public var scheme = "Light or dark"
  public var schemeSystem = "Light or dark as the system"
  public var schemeLight = "Always light"
  public var schemeDark = "Always dark"
  public var copyLink = "Copy a link to this message"
  public var linkCopied = "Link copied"
  public var close = "Close"
  public var keys = "Keys"
  /// Prints a range of days.
  public var print = "Print"
  public var notPrinted = "Not all pages could be read"
  public var search = SearchLabels()
  public var statistics = StatisticsLabels()
  public var gallery = GalleryLabels()
  /// The keys of the pages' script and what they do, in the order they are listed.
  public var keyMeanings: [KeyMeaning] = [
    KeyMeaning("j", "Next message"), KeyMeaning("k", "Message before"),
    KeyMeaning("g", "First message"), KeyMeaning("G", "Last message"),
    KeyMeaning("c", "Copy a link to the message"), KeyMeaning("/", "Search"),
    KeyMeaning("+ −", "Larger or smaller text"), KeyMeaning("?", "This list"),
    KeyMeaning("Esc", "Close, or leave the message"),
  ]

  /// The English words.
  public init() {}
}

/// A key and what it does.
public struct KeyMeaning: Hashable, Sendable {
  public var key: String
  public var does: String

  public init(_ key: String, _ does: String) { (self.key, self.does) = (key, does) }
}

/// The names of ways from one message to another.
public struct JumpLabels: Hashable, Sendable {
  public var quote = "Go to the quoted message"
  public var previousBranch = "Go to the previous branch"
  public var nextBranch = "Go to the next branch"
  public var thread = "Go to the first answer"
  public var threadRoot = "Go to the message that began the thread"

  /// The English words.
  public init() {}

  /// The name of a way with this purpose.
  public func name(of purpose: MessageLink.Purpose) -> String {
    switch purpose {
    case .quote: quote
    case .previousBranch: previousBranch
    case .nextBranch: nextBranch
    case .thread: thread
    case .threadRoot: threadRoot
    }
  }
}
