@_exported public import OKitLive
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket
