import Glibc

/// The arguments of a C `main`.
typealias CArguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

#if LIBFUZZER
  @_silgen_name("LLVMFuzzerRunDriver")
  func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<CArguments?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt
#else
  /// Tests the content of each file that the arguments name.
  func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<CArguments?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt {
    for index in 1..<max(1, Int(count.pointee)) {
      guard let path = arguments.pointee?[index] else { continue }
      guard let input = content(of: path) else {
        OKitFuzz.write("okit-fuzz: cannot read \(String(cString: path))\n")
        return 1
      }
      _ = input.withUnsafeBufferPointer { test($0.baseAddress, $0.count) }
    }
    return 0
  }

  private func content(of path: UnsafePointer<CChar>) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let read = fread(&chunk, 1, chunk.count, file), read > 0 { content += chunk[..<read] }
    return ferror(file) == 0 ? content : nil
  }
#endif
