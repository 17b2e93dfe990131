/// The program's own phrases, by name: the words of each language are in `Public/phrases/<language>.json`.
///
/// A new phrase is a case here and a line in `en.json`; languages without a line of their own use English.
public enum Phrase: String, CaseIterable, Sendable {
  // A message's time: how far the message got, and when it was to disappear.
  case edited, pinned, notSent, sending, sent, delivered, read
  case disappears, disappearsAfterWeeks, disappearsAfterDays, disappearsAfterHours, disappearsAfterMinutes,
    disappearsAfterSeconds
  // The lines above and under a message.
  case forwarded, forwardedFrom, inThread, inTopic, viewOnce, unreadMessages, answers, branch, otherBranch
  // Attachments.
  case photo, video, audio, voiceMessage, file, sticker, gif, notIncluded, tooLarge, unavailable
  // Polls.
  case poll, finalResults, votes, voters, you, quotedPoll
  // Calls.
  case call, videoCall, otherCall, missedCall, missedVideoCall, declinedCall, declinedVideoCall, outgoing,
    incoming
  // Other kinds of messages.
  case location, contact, quotedContact, notSupported, deleted, deletedBy, wasDeleted, disappeared, viewed,
    missingQuote
  case thinking, toolCall, toolResult, failed, named
  // Actions of the steps of an agent's turn, and their results.
  case readFile, readFiles, lookedFor, searchedTimes, ranCommand, ranCommands, ranTests, testsFailed,
    testsPassed
  case editedFile, editedFiles, wroteFile, wroteFiles, plannedTasks, searchedWeb, openedPage, askedAgent,
    usedTool,
    usedTools
  case succeeded
  // Folded content.
  case lines, moreLines, readMore, readLess, copyCode, earlierVersions, versionUntil, version, noText
  // People.
  case andOthers, someone
  // Events of a conversation.
  case withText, withTime, joined, left, quit, renamed, removed, added, modeSet, topicChanged, titleChanged,
    photoChanged
  case created, pinnedMessage
  // Runs of notices.
  case peopleJoined, peopleLeft, peopleCameAndWent, countedEvents, showNotices
  // Origins of messages, events of Telegram and others, and spans of time alone.
  case savedFrom, signedBy, via, busyCall, joinedBy, photoRemoved, becameSupergroup, cameFromGroup
  case historyCleared, scored, paid, paidBy, refunded, recurring, screenshot, botAddedToMenu, botAllowed
  case passportSent, joinedTelegram, cameNear, phoneAsked, videoChat, videoChatStarted, videoChatInvited
  case videoChatScheduled, timerSet, timerOff, themeChanged, themeReset, dataSent, premiumGiven
  case topicCreated, topicRenamed, topicIconChanged, photoSuggested, sharedWithBot, giftCode
  case giveawayStarted, giveawayEnded, unclaimed, isUnclaimed, stars, wallpaperChanged, boosted, gave
  case giftSent, anonymous, limited, starsWon, messagesRefunded, messagePriceSet, messagesFree
  case tasksDone, tasksReopened, tasksAdded, postApproved, postRejected, postPaid, postRefunded
  case birthdaySuggested, spanSeconds, spanMinutes, spanHours, spanDays, spanMonths, spanYears
  case locationShared, locationStopped, voiceMessageKept, messagePartUnsent
  // Events of Signal, iMessage, Discord and of sessions with agents.
  case numberChanged, safetyNumberChanged, safetyNumberVerified, safetyNumberUnverified, spamReported
  case requestAccepted, joinedSignal, groupUpdated, undecryptable, donationAsked, chatsMerged, smsExported
  case numberBelongs, sessionReset, sessionRefreshed, paymentsActivated, paymentsAsked, newerVersionNeeded
  case blocked, unblocked, descriptionChanged, adminAdded, adminRemoved, invited, invitationAccepted
  case invitationDeclined, invitationRevoked, joinAsked, joinApproved, joinRefused, joinWithdrawn, linkOn
  case linkOff, linkReset, permissionsChanged, groupUpgraded, pollEnded, pollChoiceAdded, titleRemoved
  case titleEdited, wallpaperRemoved, sharePlayStarted, unknownEvent, threadStarted, boostedToLevel
  case channelFollowed, discoveryOff, discoveryOn, discoveryWarning, inviteReminder, bought, premiumOffered
  case stageStarted, stageEnded, becameSpeaker, stageTopicChanged, appSubscribed, securityOn, securityOff
  case raidReported, falseAlarm, contextCompacted, turnEnded, wentBack, sessionContinued, promptQueued
  case voiceStarted, voiceEnded, reviewStarted, reviewEnded, waited, pullRequest, wentIdle, modelChanged
  case canceled
  // Events of WhatsApp's databases, Matrix, IRC networks, Snapchat and of sessions with agents.
  case turnInterrupted, rewound, banned, unbanned, encryptionOn, roomReplaced, profileChanged, netsplit
  case netsplitEnded, endToEndEncrypted, businessAccount, deviceAdded, privacyNote, timerChanged, messageKept
  case isContact, channelChanged, beganFromAdvertisement, communityChanged, savedToCameraRoll
  // Kinds of cards, and names of people whom a source does not name. `owner` is `me` as the subject of a sentence in the third person.
  case canceledCall, unreadableMessage, emptyMessage, forwardedMessages, redPacket, moneyTransfer
  case sharedContent, game, invoice, handwritten
  case me, owner, user, assistant, agent, system, tool, developer, deletedAccount
  // A message that is yet to be sent, quotes and cards of messages that an export lacks, and our own titles.
  case scheduled, queued, draft, messageElsewhere, pendingMessage, damaged, unfiled, savedMessages
  case newChat, untitled, memory
  // Redacted texts, and people with invented names.
  case redacted, numberedPerson
  // Around the messages of a page, and on the fronts.
  case skipToMessages, pages, turn, firstPage, previousPage, nextPage, lastPage, page, messages, months,
    allMonths
  case overview, people, everybody, otherPeople, numbers, conversations, allConversations, openLatest,
    openFirst
  case quotedMessage, previousBranch, nextBranch, firstAnswer, threadRoot, thread
  case openFile, picture, emptyConversation, messageRange, countedMessages
  // The window's interface, and its keys.
  case calendar, earlierMonth, laterMonth, textSize
  case timeline, goToDate, scheme, schemeSystem, schemeLight, schemeDark, copyLink, linkCopied, close, keys
  case play, pause, playPosition, playSpeed, enlarge, nowPlaying
  case search, searchWords, anybody, anyKind, withLink, withAttachment, kind, sender, firstDay, lastDay, hits,
    nothingFound
  case unreadPages
  case keyNext, keyPrevious, keyFirst, keyLast, keyCopy, keySize, keyList, keyClose
  // Statistics and the gallery.
  case statistics, overTime, throughTheWeek, asTable, averagePerDay, busiestDay, longestStreak,
    longestSilence,
    countedDays
  // The overview of a conversation.
  case overviewSentence, yearsAndMonths, countedPeople, countedPhotos, countedVideos, countedVoiceMessages
  case dayByDay, daysWithMore, noMessages, whoWroteWhen, perMonth, perQuarter
  case firstAndLast, firstMessage, lastMessage, fromFirstToLast, fromDate, untilDate
  case worthKnowing, speaksFirst, silencesBroken, answerTime, underMinute, answersSooner, mostPhotos
  case gallery, photos, videos, inOtherYears, toMessage
  case shared, files, recordings
  // A picture as large as the window; a person.
  case save, earlierPicture, laterPicture, numberOfTotal
  // The cover of a PDF.
  case timeZone, period, sourceFiles, madeWith
  case throughTheDay, busiestHour, theirMessages
  // Prints a range of days.
  case print, notPrinted
  // The list of conversations, and links through a conversation.
  case back, chooseChat, filterChats, searchAll, moreInChat, newMessages, toLatest, jumpBack, notHere,
    pinnedMessages
  // The page that asks for the password of a locked site.
  case lockedSite, password, unlock, unlocking, wrongPassword, damagedSite, insecureAddress, needsScripts
}

extension Phrase {
  /// The words of the page that asks for a password, which has the system's fonts.
  public static let ofLocks: Set<Phrase> = [
    .lockedSite, .password, .unlock, .unlocking, .wrongPassword, .damagedSite, .insecureAddress,
    .needsScripts,
  ]

  /// The words for the steps of an agent's turn, which other conversations have not.
  public static let ofSteps: Set<Phrase> = [
    .readFile, .readFiles, .lookedFor, .searchedTimes, .ranCommand, .ranCommands, .ranTests, .testsFailed,
    .testsPassed, .editedFile, .editedFiles, .wroteFile, .wroteFiles, .plannedTasks, .searchedWeb,
    .openedPage,
    .askedAgent, .usedTool, .usedTools, .succeeded,
  ]

  /// Creates the phrase with a name; nil if there is none.
  ///
  /// Uses a table, because `init(rawValue:)` compares the name with one after the other, which took 2 % of the instructions of an
  /// export's start.
  public init?(named name: String) {
    guard let phrase = Self.byName[name] else { return nil }
    self = phrase
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
