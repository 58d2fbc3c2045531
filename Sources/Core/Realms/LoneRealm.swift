/// Numbers of connected realms for origins that do not tell which realms share a server: each realm stands for itself.
///
/// They are below zero, so that they are never mistaken for a number of Blizzard's, the same for the same slug in every
/// run, and small enough to survive a reader that keeps numbers as doubles (53 bits).
package enum LoneRealm {
    /// The number of a realm of which nobody says with whom it is connected.
    ///
    /// FNV-1a of 64 bits, folded to 52 bits: among 400 realms two have the same number once in 10^10.
    package static func number(of slug: String) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in slug.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return -Int64((hash ^ (hash >> 52)) & 0x000F_FFFF_FFFF_FFFF) - 1
    }

    /// Whether a connected realm is a realm of which nobody says with whom it is connected.
    package static func isLone(_ connectedRealm: Int64) -> Bool { connectedRealm < 0 }
}
