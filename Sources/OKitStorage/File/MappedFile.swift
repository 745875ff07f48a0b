internal import Glibc

/// A file mapped into memory, so that reading a large one takes no memory of the process.
///
/// Another process must not shorten the file meanwhile. Storing a document replaces its file and leaves the mapped one
/// as it is.
package final class MappedFile {
  package let bytes: UnsafeBufferPointer<UInt8>

  package init(_ file: borrowing FileDescriptor) throws(FileError) {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .last() }
    let count = Int(status.st_size)
    // The system maps no empty file.
    guard count > 0 else {
      bytes = UnsafeBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.number, 0), start != MAP_FAILED else {
      throw .last()
    }
    bytes = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }
}
