import OKitServer
