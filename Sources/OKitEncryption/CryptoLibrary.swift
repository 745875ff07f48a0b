internal import CCrypto

/// OpenSSL's libcrypto, which the first use loads.
enum CryptoLibrary {
  /// The error for a function of the library that has failed.
  static var failure: Diagnostic {
    if okit_crypto_is_installed() {
      return Diagnostic("storage.library", "libcrypto has failed: there is not enough memory")
    }
    return Diagnostic(
      "storage.library", "encryption and backups need libcrypto of OpenSSL 3, which is not installed",
      hint: "on Debian, run apt-get install libssl3")
  }
}
