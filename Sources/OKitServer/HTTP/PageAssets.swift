internal import NIOHTTP1

/// The files of the page, each compressed once, when a client first asks for that.
final class PageAssets {
  private let assets: [String: PageAsset]
  /// The compressed files by their paths; nil for one that would not become smaller.
  private var compressed: [String: [UInt8]?] = [:]

  /// - Parameter assets: The files by their paths.
  init(_ assets: [String: PageAsset]) { self.assets = assets }

  func contains(_ path: String) -> Bool { assets[path] != nil }

  /// Returns a file as the client of a request accepts it; nil if there is none.
  func response(_ path: String, to headers: HTTPHeaders) -> ServerResponse? {
    guard let asset = assets[path] else { return nil }
    var response = ServerResponse(type: asset.type, asset.bytes)
    response.headers.append(("Vary", "Accept-Encoding"))
    if Gzip.isAccepted(by: headers), let bytes = compressedBytes(of: asset, path) {
      response.body = bytes
      response.headers.append(("Content-Encoding", "gzip"))
    }
    return response
  }

  private func compressedBytes(of asset: PageAsset, _ path: String) -> [UInt8]? {
    if let known = compressed[path] { return known }
    let bytes = Gzip.compress(asset.bytes).flatMap { $0.count < asset.bytes.count ? $0 : nil }
    compressed[path] = .some(bytes)
    return bytes
  }
}
