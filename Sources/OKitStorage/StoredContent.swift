/// Stored bytes that may be those of a mapped file. They are valid as long as the object.
package final class StoredContent {
  package let bytes: UnsafeRawBufferPointer
  private let file: MappedFile?
  private let copy: UnsafeMutableRawBufferPointer?

  init(_ file: MappedFile) {
    (self.file, copy) = (file, nil)
    bytes = UnsafeRawBufferPointer(file.bytes)
  }

  package init(copying content: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
    copy.copyBytes(from: content)
    (file, self.copy, bytes) = (nil, copy, UnsafeRawBufferPointer(copy))
  }

  deinit { copy?.deallocate() }
}
