import ChatModel
import ImportKit

extension DiagnosticLog {
  /// Adds the notes about files of the inputs, except about deep folders with files that messages show.
  mutating func addFileNotes(of inputs: [ImportInput], _ surveys: [ConversationSurvey]) {
    for input in inputs {
      for note in input.fileNotes {
        if note.code == "deep-folder", let folder = note.origin?.file,
          InputFolder.files(inDeepFolder: folder).contains(where: { file in
            surveys.contains { $0.facts.files.names.contains(AttachmentIndex.nameHash(file)) }
          })
        {
          continue
        }
        append(note)
      }
    }
  }

  /// Lists the files of the inputs that no format read and no message shows, one row of the account for each kind of name.
  mutating func addUnusedFiles(of inputs: [ImportInput], _ surveys: [ConversationSurvey]) {
    var read = account.filesRead
    // An archive was read if a file in it was.
    for path in account.filesRead {
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        guard read.insert(String(folder)).inserted else { break }
      }
    }
    var shown: Set<UInt64> = []
    for survey in surveys {
      shown.formUnion(survey.facts.files.names)
      let pictures = survey.participants.participants.compactMap(\.avatar)
      shown.formUnion(pictures.map(AttachmentIndex.nameHash))
    }
    for input in inputs where input.bytes == nil {
      for file in input.files {
        let path = input.path(of: file)
        guard !read.contains(path), !shown.contains(AttachmentIndex.nameHash(file)) else { continue }
        account.add(
          Account.Row(path: "file \(file.namePattern)", records: 1, texts: 0, example: Origin(file: path)))
      }
    }
  }
}

extension String {
  /// The path's last part.
  fileprivate var lastName: String { split(separator: "/").last.map(String.init) ?? self }

  /// `*.jpg` for a file's name; the name itself if it has no extension.
  fileprivate var namePattern: String {
    let name = lastName
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name[dot...].utf8.count <= 9 else {
      return String(name.prefix(40))
    }
    return "*" + name[dot...].lowercased()
  }
}
