extension Diagnostic {
  /// A step on the way to a problem: a function that was running, or the reason why it ran.
  package enum Note: Sendable, Hashable {
    /// A function of a script.
    case frame(Frame)
    /// Frames of a deep stack, which are not listed.
    case omittedFrames
    /// The frames before this note ran in a coroutine; those after it resumed the coroutine.
    case coroutine
    /// A to-be-closed variable that failed as well, when the error ended its scope; with the message of that failure.
    case failedClose(String)
    /// A function that a binding called.
    case function(name: String, isExtension: Bool, call: Call)
    /// A binding that called a function.
    case binding(Call)
    case property(Origin)
    /// Such as `Book.title`.
    case computedProperty(String)
    /// A hook or an observer in a class, such as `Book:managed` or `didSet of Book.title`.
    case hook(String)
    /// A button of an alert or a sheet, such as `buttons[1]`.
    case dialogButton(String)
    case timer(startedAt: Place?)
    case observer(path: String, registeredAt: Place?)
    case patchObserver
    /// The document that was being read.
    case document(String)
    /// A command of a session.
    case command(Place)
    /// The screen as it was, as text.
    case screen(String)
    /// The state of the stored files, and how to recover.
    case storedState(String)
    /// A note of a diagnostic that was read from JSON.
    case other(String)
  }

  /// The call of a function by a binding.
  package struct Call: Sendable, Hashable {
    /// The binding's text.
    package var binding: String
    /// The property that has the binding, where there is one.
    package var property: Origin?

    package init(binding: String, property: Origin? = nil) {
      self.binding = binding
      self.property = property
    }
  }

  /// Returns the same diagnostic with one more note, for the caller of the last one.
  package func appending(_ note: Note) -> Diagnostic {
    var copy = self
    copy.notes.append(note)
    return copy
  }

  /// Returns the same diagnostic with the property in whose binding it arose: in the last note, where that is a call by
  /// the binding, otherwise as a note of its own.
  package func appending(property: Origin) -> Diagnostic {
    var copy = self
    switch copy.notes.popLast() {
    case .function(let name, let isExtension, var call):
      call.property = property
      copy.notes.append(.function(name: name, isExtension: isExtension, call: call))
    case .binding(var call):
      call.property = property
      copy.notes.append(.binding(call))
    case let last:
      if let last { copy.notes.append(last) }
      copy.notes.append(.property(property))
    }
    return copy
  }
}

extension [Diagnostic.Note] {
  /// Appends notes. Equal frames in a row become one with a count.
  package mutating func append(folding notes: some Sequence<Diagnostic.Note>) {
    for note in notes {
      if case .frame(var last)? = self.last, case .frame(var frame) = note {
        let count = frame.count
        frame.count = last.count
        if frame == last {
          last.count += count
          self[self.count - 1] = .frame(last)
          continue
        }
      }
      append(note)
    }
  }
}

extension Diagnostic.Note: CustomStringConvertible {
  /// Whether the description is a text of several lines.
  var hasLines: Bool {
    switch self {
    case .screen, .storedState, .failedClose, .other: true
    default: false
    }
  }

  /// The note as one line of a message; only a screen has several.
  package var description: String {
    switch self {
    case .frame(let frame): frame.description
    case .omittedFrames: "..."
    case .coroutine: "in a coroutine"
    case .failedClose(let message): "closing a variable then failed too: \(message)"
    case .function(let name, let isExtension, let call):
      "in \(isExtension ? "extension function" : "function") '\(name)', \(call)"
    case .binding(let call): call.description
    case .property(let origin): origin.description
    case .computedProperty(let name): "in computed property \(name)"
    case .hook(let name): "in \(name)"
    case .dialogButton(let name): "in \(name).tap"
    case .timer(let place): "in a timer" + (place.map { " that was started at \($0)" } ?? "")
    case .observer(let path, let place):
      "in an observer of \"\(path)\"" + (place.map { " that was registered at \($0)" } ?? "")
    case .patchObserver: "in an observer of patches"
    case .document(let file): "while reading \(file)"
    case .command(let place): "in the command at \(place)"
    case .screen(let text), .storedState(let text), .other(let text): text
    }
  }
}

extension Diagnostic.Call: CustomStringConvertible {
  package var description: String { "called from '\(binding)'" + (property.map { " \($0.description)" } ?? "") }
}
