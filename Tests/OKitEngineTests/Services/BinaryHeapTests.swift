import Testing

@testable import OKitEngine

@Suite struct BinaryHeapTests {
  @Test func `elements come in their order`() {
    var heap = BinaryHeap<Int>()
    for number in [5, 3, 8, 3, 1, 9, 2] { heap.insert(number) }
    #expect(heap.count == 7)
    #expect(removed(from: &heap) == [1, 2, 3, 3, 5, 8, 9])
    #expect(heap.min == nil)
    heap.removeMin()
    #expect(heap.count == 0)
  }

  @Test func `what is kept stays in order`() {
    var heap = BinaryHeap<Int>()
    for number in 0..<200 { heap.insert(number * 77 % 200) }
    heap.keep { $0 % 3 == 0 }
    heap.insert(4)
    #expect(removed(from: &heap) == (0..<200).filter { $0 % 3 == 0 || $0 == 4 })
  }

  private func removed(from heap: inout BinaryHeap<Int>) -> [Int] {
    var all: [Int] = []
    while let least = heap.min {
      all.append(least)
      heap.removeMin()
    }
    return all
  }
}
