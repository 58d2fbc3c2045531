import Foundation
import Testing
import WatchpostClient

@Suite("Signatures of games")
struct GameKeyTests {
    /// Of FIPS 180-2, and one of many blocks.
    static let digests: [(message: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        ),
    ]

    @Test("digests are those of the standard", arguments: 0..<4)
    func digest(row: Int) {
        let (message, digest) = Self.digests[row]
        #expect(SHA256Digest.hexadecimal(SHA256Digest.of(Data(message.utf8))) == digest)
    }

    @Test("codes are those of RFC 4231, also with a key that is longer than a block")
    func code() {
        let short = SHA256Digest.code(of: Data("what do ya want for nothing?".utf8), key: Data("Jefe".utf8))
        #expect(
            SHA256Digest.hexadecimal(short)
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        let message = Data("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        let long = SHA256Digest.code(of: message, key: Data(repeating: 0xaa, count: 131))
        #expect(
            SHA256Digest.hexadecimal(long)
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        )
    }

    @Test("a signature is that of the manual")
    func manual() {
        let key = GameKey(String(repeating: "2", count: 64), version: 2)
        let signature = key.signature(
            method: "POST",
            path: "/v1/games/snake/boards/level-1/results",
            install: "AAAAAAAAAAAAAAAAAAAAA1",
            seconds: 1_764_504_000,
            idempotencyKey: "01935f3c-7a00-7000-8000-000000000001",
            body: Data("{\"score\":120}".utf8)
        )
        #expect(
            signature == "v=2,t=1764504000,s=bd499765d516616056a867b8c4ca2356e9c8f27db714369de3f1f43709276efd"
        )
        #expect(!"\(key)".contains("22") && !String(reflecting: key).contains("22"))
    }
}
