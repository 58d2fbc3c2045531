import CCrypt

/// Passwords as they are stored: yescrypt, in the form of crypt(5).
///
/// Each call takes about 16 MB and 20 to 100 ms, and gives the memory back; it blocks, so it belongs on a thread of its own.
package enum PasswordHash {
    /// 16 MB, of 1 to 11; each step up doubles that and the time.
    private static let cost: UInt = 5
    private static let saltBytes = 16

    /// The hash of a password with a new salt; nil when there is no memory for it.
    package static func make(_ password: String) -> String? {
        newSetting().flatMap { hash(password, $0) }
    }

    /// Whether it is the password of a hash.
    ///
    /// Nil: nobody's, with which every password is wrong, after the same time.
    package static func check(_ password: String, against known: String?) -> Bool {
        guard let setting = known ?? newSetting(), let made = hash(password, setting) else { return false }
        return SecretHash.areEqual(Array(made.utf8), Array((known ?? "").utf8))
    }

    /// How to hash, with a new salt.
    private static func newSetting() -> String? {
        let salt = RandomSource.bytes(saltBytes).map { CChar(bitPattern: $0) }
        return text { ccrypt_setting(cost, salt, Int32(saltBytes), $0) }
    }

    private static func hash(_ password: String, _ setting: String) -> String? {
        text { ccrypt_hash(password, setting, $0) }
    }

    /// What a call writes, which ends with NUL; nil when it fails.
    private static func text(_ write: (UnsafeMutablePointer<CChar>) -> Int32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(ccrypt_longest)) { place in
            guard let start = place.baseAddress, write(start) == 0 else { return nil }
            return String(cString: start)
        }
    }
}
