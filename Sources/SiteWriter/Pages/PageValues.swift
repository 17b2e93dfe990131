import Frames
import HTML
import Phrases

/// The values for templates. A test compares the names in templates with these.
extension PageModel {
  /// The values of `page.mustache`, with marks for the page's own fields.
  ///
  /// If `isLow`, a conversation of one page is followed by a measure of its height.
  func values(isLow: Bool) -> TemplateValues {
    var values = language.values
    values["hasMonths"] = .flag(!months.isEmpty)
    values["hasSearch"] = .flag(hasSearch)
    func mark(_ name: String, _ field: PageField, if isPresent: Bool = true) {
      if isPresent { values[name] = .mark(field.mark) }
    }
    mark("number", .number)
    mark("title", .title, if: !title.isEmpty)
    mark("zone", .zone, if: !zone.isEmpty)
    mark("dates", .dates, if: !dates.isEmpty)
    mark("messages", .messages, if: !messages.isEmpty)
    mark("months", .months, if: !months.isEmpty)
    mark("day", .day, if: !day.isEmpty)
    mark("height", .height, if: isLow && isOnly)
    mark("wideHeight", .wideHeight, if: isLow && isOnly)
    mark("previous", .previous, if: number > 1)
    mark("next", .next, if: hasNext)
    return values
  }

  /// This page with placeholders for its own fields: equal for all pages whose shells have equal values.
  var withoutFields: PageModel {
    var page = self
    page.number = min(number, 2)
    if !title.isEmpty { page.title = "-" }
    if !zone.isEmpty { page.zone = "-" }
    if !dates.isEmpty { page.dates = "-" }
    if !messages.isEmpty { page.messages = "-" }
    if !day.isEmpty { page.day = "-" }
    if !months.isEmpty { page.months = [MonthLink(title: "-", page: 1, anchor: "")] }
    return page
  }
}

extension FrontModel {
  /// The numbers of people and of pages that are shown before the rest is folded.
  static let peopleShown = 24
  /// The number of faces under the title.
  private static let facesShown = 7

  /// The values of `front.mustache`.
  var values: TemplateValues {
    var values: TemplateValues = [
      "title": .text(title), "dates": .text(dates), "isOneOfSeveral": .flag(isOneOfSeveral),
      "base": .text(base), "root": .text(root), "isInFolder": .flag(folder == nil),
      "hasSearch": .flag(hasSearch), "hasPages": .flag(!pages.isEmpty),
      "hasFewPages": .flag(pages.count <= Self.peopleShown), "lastPage": .text(lastPage),
      "pages": .list(pages.map { ["number": .number($0.number), "dates": .text($0.dates)] }),
      "hasStatistics": .flag(hasStatistics),
      "hasPeople": .flag(!people.isEmpty), "hasFaces": .flag(people.count > 1),
      "faces": .list(people.prefix(Self.facesShown).map { $0.values(root: root) }),
      "hasAside": .flag(!people.isEmpty || !overview.quotes.isEmpty),
      "people": .list(people.prefix(Self.peopleShown).map { $0.values(root: root) }),
      "hasMorePeople": .flag(people.count > Self.peopleShown),
      "morePeople": .list(people.dropFirst(Self.peopleShown).map { $0.values(root: root) }),
      "otherPeople": .text(otherPeople), "hasYears": .flag(!years.isEmpty),
      "years": .list(
        years.map { ["title": .text($0.title), "months": .list($0.months.map { $0.values(base: base) })] }),
    ]
    values.merge(overview.values(base: base, root: root)) { $1 }
    values.merge(language.values) { $1 }
    if let gallery { values["gallery"] = .text(gallery) }
    return values
  }

  /// The address of the conversation's folder, and of the site's root, from the front.
  var base: String { folder.map { PageAddress.file($0) + "/" } ?? "" }
  private var root: String { folder == nil ? "../" : "" }
}

extension PageLanguage {
  /// The values of `dialogs.mustache`.
  var dialogValues: TemplateValues {
    values.merging(["replies": .text(replies)]) { $1 }
  }

  /// The words for a number of answers, as JSON: a text for each plural category.
  private var replies: String {
    var json = Array("{".utf8)
    ScriptString.appendList(phrases.unfilledForms(.answers), to: &json) { form, json in
      ScriptString.append(form.category, to: &json)
      json.append(UInt8(ascii: ":"))
      ScriptString.append(form.text, to: &json)
    }
    return String(decoding: json + Array("}".utf8), as: UTF8.self)
  }
}

extension FrontModel {
  /// The values of `last.mustache`.
  var lastValues: TemplateValues {
    language.values.merging(["title": .text(title), "page": .text(lastPage)]) { $1 }
  }

  private var lastPage: String { "\(pages.last?.number ?? 1).html" }
}

extension IndexModel {
  /// The values of `index.mustache`.
  var values: TemplateValues {
    var values: TemplateValues = [
      "title": .text(title), "conversations": .list(conversations.map(\.values)),
      "isFirst": .flag(number == 1),
      "hasSeveral": .flag(count > 1), "number": .number(number), "count": .number(count),
      "first": .text(Self.file(1)), "last": .text(Self.file(count)),
    ]
    if number > 1 { values["previous"] = .text(Self.file(number - 1)) }
    if number < count { values["next"] = .text(Self.file(number + 1)) }
    return values.merging(language.values) { $1 }
  }
}

extension MonthLink {
  fileprivate func values(base: String) -> TemplateValues {
    var values: TemplateValues = [
      "title": .text(title), "href": .text(base + PageAddress.message(anchor, page: page)),
    ]
    if !count.isEmpty { values["amount"] = .text(count) }
    return values
  }
}

extension FrontPerson {
  /// The values of a person; `root` is the address of the site's root from the page.
  func values(root: String = "../") -> TemplateValues {
    var values: TemplateValues = [
      "name": .text(name), "initials": .text(initials), "person": .text(PersonColour.className(of: id)),
      "messages": .text(messages), "percent": .text(percent), "span": .text(span),
      "share": .number(share.isFinite ? Int((min(max(share, 0), 1) * 100).rounded()) : 0),
    ]
    if let picture { values["picture"] = .text(root + PageAddress.file(picture)) }
    return values
  }
}

extension IndexEntry {
  fileprivate var values: TemplateValues {
    let folder = PageAddress.file(self.folder)
    var values: TemplateValues = [
      "title": .text(title), "detail": .text(detail), "initials": .text(initials),
      "colour": .number(Int(colour) % PersonColour.count), "folder": .text(folder),
      "messages": .number(messages), "count": .text(count),
      "lastPage": .text(pages > 0 ? "\(folder)/\(pages).html#end" : "\(folder)/index.html"),
    ]
    if let picture { values["picture"] = .text(PageAddress.file(picture)) }
    if let last {
      if !last.sender.isEmpty { values["sender"] = .text(last.sender) }
      values["line"] = .text(last.text)
      if !last.date.isEmpty { values["date"] = .text(last.date) }
    }
    return values
  }
}

extension TextDirection {
  var attribute: String { self == .leftToRight ? "ltr" : "rtl" }
}
