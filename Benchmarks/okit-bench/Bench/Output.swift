import Glibc

/// Unbuffered output, so that rows appear at once.
enum Output: Int32 {
  case standard = 1
  case error = 2

  func line(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { bytes in
      var rest = bytes[...]
      while let start = UnsafeBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let count = write(rawValue, start, rest.count)
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
      }
    }
  }
}
