/// A number that changes whenever elements that a host has read ahead may no longer be used: a collection has changed,
/// an entity is gone, or reads have to be recorded from now on.
///
/// The host compares the number at its address. It keeps the object alive for as long as it has the address.
@usableFromInline
package final class PrefetchEpoch {
  package let place = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

  /// Random, so that epochs of two stores have no number in common.
  init() { place.initialize(to: .random(in: 1 ... .max)) }

  deinit { place.deallocate() }

  @inline(__always)
  @usableFromInline
  func advance() { place.pointee &+= 1 }
}
