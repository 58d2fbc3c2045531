import Glibc

@testable import Appliance
@testable import Push

/// A literal as the sockets interface has it, which the system itself parses.
struct SocketAddressSample {
    let isPublic: Bool

    struct Unreadable: Error {}

    init(_ text: String) throws {
        var v4 = sockaddr_in()
        v4.sin_family = sa_family_t(AF_INET)
        var v6 = sockaddr_in6()
        v6.sin6_family = sa_family_t(AF_INET6)
        if inet_pton(AF_INET, text, &v4.sin_addr) == 1 {
            isPublic = SocketAddressSample.judge(&v4)
        } else if inet_pton(AF_INET6, text, &v6.sin6_addr) == 1 {
            isPublic = SocketAddressSample.judge(&v6)
        } else {
            throw Unreadable()
        }
    }

    private static func judge(_ address: UnsafeRawPointer) -> Bool {
        SocketGuard.isPublic(address)
    }
}
