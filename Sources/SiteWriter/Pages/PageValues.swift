import Frames
import HTML
import Phrases

/// The values for templates. A test compares the names in templates with these.
extension PageModel {
  /// The values of `page.mustache`, with marks for the page's own fields.
  ///
  /// If `isLow`, a conversation of one page is followed by a measure of its height.
  func values(isLow: Bool) -> [String: Any] {
    var values: [String: Any] = [
      "title": title, "zone": zone, "hasMonths": !months.isEmpty, "hasSearch": hasSearch,
    ]
    values.merge(language.values) { $1 }
    values["number"] = PageField.number.mark
    if !dates.isEmpty { values["dates"] = PageField.dates.mark }
    if !messages.isEmpty { values["messages"] = PageField.messages.mark }
    if !months.isEmpty { values["months"] = PageField.months.mark }
    if !day.isEmpty { values["day"] = PageField.day.mark }
    if isLow, isOnly {
      values["height"] = PageField.height.mark
      values["wideHeight"] = PageField.wideHeight.mark
    }
    if number > 1 { values["previous"] = PageField.previous.mark }
    if hasNext { values["next"] = PageField.next.mark }
    return values.filter { ($0.value as? String) != "" }
  }

  /// This page with placeholders for its own fields: equal for all pages whose shells have equal values.
  var withoutFields: PageModel {
    var page = self
    page.number = min(number, 2)
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

  /// The values of `front.mustache`.
  var values: [String: Any] {
    var values: [String: Any] = [
      "title": title, "dates": dates, "isOneOfSeveral": isOneOfSeveral,
      "base": base, "root": root, "isInFolder": folder == nil, "hasSearch": hasSearch,
      "hasPages": !pages.isEmpty, "hasFewPages": pages.count <= Self.peopleShown,
      "lastPage": lastPage, "countedPages": countedPages,
      "pages": pages.map { ["number": $0.number, "dates": $0.dates] as [String: Any] },
      "hasStatistics": hasStatistics, "hasFigures": !figures.isEmpty,
      "figures": figures.map { ["value": $0.value, "label": $0.label] as [String: Any] },
      "hasPeople": !people.isEmpty, "people": people.prefix(Self.peopleShown).map { $0.values(root: root) },
      "hasMorePeople": people.count > Self.peopleShown,
      "morePeople": people.dropFirst(Self.peopleShown).map { $0.values(root: root) },
      "otherPeople": otherPeople, "hasYears": !years.isEmpty,
      "years": years.map {
        ["title": $0.title, "months": $0.months.map { $0.values(base: base) }] as [String: Any]
      },
    ]
    values.merge(language.values) { $1 }
    if let gallery { values["gallery"] = gallery }
    return values.filter { ($0.value as? String) != "" }
  }

  /// The address of the conversation's folder, and of the site's root, from the front.
  private var base: String { folder.map { PageAddress.file($0) + "/" } ?? "" }
  private var root: String { folder == nil ? "../" : "" }
}

extension PageLanguage {
  /// The values of `dialogs.mustache`.
  var dialogValues: [String: Any] {
    values.merging(["replies": replies]) { $1 }
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
  var lastValues: [String: Any] {
    language.values.merging(["title": title, "page": lastPage]) { $1 }
  }

  private var lastPage: String { "\(pages.last?.number ?? 1).html" }
}

extension IndexModel {
  /// The values of `index.mustache`.
  var values: [String: Any] {
    var values: [String: Any] = [
      "title": title, "conversations": conversations.map(\.values), "isFirst": number == 1,
      "hasSeveral": count > 1, "number": number, "count": count, "first": Self.file(1),
      "last": Self.file(count),
    ]
    if number > 1 { values["previous"] = Self.file(number - 1) }
    if number < count { values["next"] = Self.file(number + 1) }
    return values.merging(language.values) { $1 }
  }
}

extension MonthLink {
  fileprivate func values(base: String) -> [String: Any] {
    var values: [String: Any] = ["title": title, "href": base + PageAddress.message(anchor, page: page)]
    if !count.isEmpty { values["amount"] = count }
    return values
  }
}

extension FrontPerson {
  /// The values of a person; `root` is the address of the site's root from the page.
  func values(root: String = "../") -> [String: Any] {
    var values: [String: Any] = [
      "name": name, "initials": initials, "person": PersonColour.className(of: id), "messages": messages,
      "share": share.isFinite ? Int((min(max(share, 0), 1) * 100).rounded()) : 0,
    ]
    if let picture { values["picture"] = root + PageAddress.file(picture) }
    return values
  }
}

extension IndexEntry {
  fileprivate var values: [String: Any] {
    let folder = PageAddress.file(self.folder)
    var values: [String: Any] = [
      "title": title, "detail": detail, "initials": initials, "colour": Int(colour) % PersonColour.count,
      "folder": folder, "messages": messages, "count": count,
      "lastPage": pages > 0 ? "\(folder)/\(pages).html#end" : "\(folder)/index.html",
    ]
    if let picture { values["picture"] = PageAddress.file(picture) }
    if let last {
      if !last.sender.isEmpty { values["sender"] = last.sender }
      values["line"] = last.text
      if !last.date.isEmpty { values["date"] = last.date }
    }
    return values
  }
}

extension TextDirection {
  var attribute: String { self == .leftToRight ? "ltr" : "rtl" }
}
