import ChatModel
import ImportKit

/// One conversation of an export: a tree of messages.
struct ChatGPTConversation {
  private let value: JSONValue
  private let assets: ChatGPTAssets
  private let origin: Origin

  init(_ value: JSONValue, _ assets: ChatGPTAssets, _ origin: Origin) {
    (self.value, self.assets, self.origin) = (value, assets, origin)
  }

  func convert(to conversion: Conversion, _ log: inout DiagnosticLog) throws(ImportError) {
    let ownTitle = value["title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    let title = ownTitle ?? "New chat"
    let id =
      (value["conversation_id"] ?? value["id"])?.identifier
      ?? "\(title) \(origin.path ?? "")\(value["create_time"]?.json ?? "")"
    guard let mapping = value["mapping"], mapping.isObject else {
      return log.append(
        Diagnostic(
          .loss, "no-messages", "the conversation '\(title)' has no `mapping`; it is left out", at: origin))
    }
    let builder = conversion.conversation(id, title: title, order: .asGiven)
    if ownTitle == nil, builder.title == title { builder.titleStandIn = .newChat }
    let conversation = AssistantConversation(builder, assistantName: "ChatGPT")
    var tree = TurnTree()
    let nodes = mapping.members
    for node in nodes { tree.add(id: node.name, parent: node.value["parent"]?.text) }
    let order = tree.order(current: value["current_node"]?.text ?? newestNode(of: nodes))
    var reader = ChatGPTMessageReader(
      conversation: conversation, assets: assets, files: conversion.extractedFiles, origin: origin,
      reports: ChatGPTReports(of: nodes, in: order.map(\.node)), drawnCalls: drawnCalls(of: nodes),
      canvasType: canvasType(of: nodes), title: title)
    var childCounts = [Int](repeating: 0, count: nodes.count)
    for (_, parent) in order { if let parent { childCounts[parent] += 1 } }
    // For each node the last shown part, on it or before it, and the time. Before anything is shown it is the common ancestor of the
    // first question and its other versions.
    var shown = [String?](repeating: nil, count: nodes.count)
    var times = [Instant?](repeating: nil, count: nodes.count)
    // For each node the parts to fold into the next message.
    var asides = [[ChatGPTMessageReader.Aside]](repeating: [], count: nodes.count)
    let start = value["create_time"]?.chatGPTTime
    let missing = tree.missingForks()
    for id in missing.sorted() { TurnTree.noteMissingFork(of: id, at: origin, &log) }
    func isCurrent(_ node: Int) -> Bool { tree.isOnCurrentBranch(node) }
    for (node, parent) in order {
      shown[node] =
        parent.flatMap { shown[$0] }
        ?? nodes[node].value["parent"]?.text.flatMap { missing.contains($0) ? $0 : nil }
      times[node] = parent.flatMap { times[$0] } ?? start
      // If there are several branches, one gets them: the current one, else the first.
      if let parent, !isCurrent(parent) || isCurrent(node) || childCounts[parent] == 1 {
        asides.swapAt(node, parent)
      }
      if let message = nodes[node].value["message"] {
        // Messages without a time get the previous message's.
        times[node] = message["create_time"]?.chatGPTTime ?? times[node]
        reader.prompt = parent.flatMap { nodes[$0].value["message"] }.flatMap(ChatGPTTools.prompt)
        reader.isOnCurrentBranch = isCurrent(node)
        shown[node] = try reader.add(
          message, node: node, id: nodes[node].name, parent: shown[node], at: times[node],
          asides: &asides[node], &log)
      }
      if childCounts[node] == 0 {
        shown[node] = try reader.finish(
          &asides[node], id: nodes[node].name, parent: shown[node], at: times[node])
      }
      if childCounts[node] > 1 { shown[node] = shown[node] ?? nodes[node].name }
    }
    // The current branch may end where others begin.
    for (node, _) in order where !asides[node].isEmpty {
      shown[node] = try reader.finish(
        &asides[node], id: nodes[node].name, parent: shown[node], at: times[node])
    }
  }

  /// Returns the node with the newest message, which ends the current branch of an export that names none.
  private func newestNode(of nodes: [JSONValue.Member]) -> String? {
    var newest: (name: String, time: Int64)?
    for node in nodes {
      guard let time = node.value["message"]?["create_time"]?.chatGPTTime?.milliseconds else { continue }
      if time >= newest?.time ?? time { newest = (node.name, time) }
    }
    return newest?.name
  }

  /// Returns the type of the documents on the canvas, such as `code/python`, or nil if there are none.
  private func canvasType(of nodes: [JSONValue.Member]) -> String? {
    for node in nodes {
      guard let message = node.value["message"], message["recipient"]?.text == "canmore.create_textdoc",
        let input = (message["content"]?["text"] ?? message["content"]?["parts"]?[0])?.text,
        let type = JSONValue(parsing: input)?["type"]?.text
      else { continue }
      return type
    }
    return nil
  }

  /// Returns the nodes that call a tool to draw pictures and are followed by pictures.
  private func drawnCalls(of nodes: [JSONValue.Member]) -> Set<String> {
    var calls: Set<String> = []
    for node in nodes {
      guard let message = node.value["message"], message["author"]?["role"]?.text == "tool",
        let parts = message["content"]?["parts"],
        parts.elements.contains(where: { $0["content_type"]?.text == "image_asset_pointer" })
      else { continue }
      if let parent = node.value["parent"]?.text { calls.insert(parent) }
    }
    return calls
  }
}

extension JSONValue {
  /// The time: seconds since 1970 with a fraction, which some tools write in quotes or as milliseconds, or ISO 8601.
  var chatGPTTime: Instant? {
    guard let seconds = number ?? text.flatMap({ Double($0) }) else {
      guard let text, case .instant(let milliseconds)? = Timestamp(text) else { return nil }
      return Instant(milliseconds: milliseconds)
    }
    guard abs(seconds) < 1e14 else { return nil }
    return Instant(milliseconds: Int64((abs(seconds) < 1e11 ? seconds * 1000 : seconds).rounded()))
  }
}
