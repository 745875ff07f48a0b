internal import OKitEncryption

extension ApplicationPart {
  /// Backups: scripts create and restore them by `okit.Backup`, and controllers of backups show them.
  public static let backups = ApplicationPart { parts in
    parts.backups = { runtime, encryption, memory in
      // Without the part for encryption, the keys of encrypted models are files like others.
      let keys = encryption as? SecureStore ?? SecureStore(documents: nil)
      keys.derivationLimit = DerivationLimit(memory: memory.limit, hint: memory.hint)
      return BackupService(runtime, keys)
    }
  }
}
