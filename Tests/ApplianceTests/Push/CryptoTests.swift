import Testing
import TestSupport

@testable import Appliance
@testable import Push
@testable import SystemSupport

@Suite("Keys, signatures and encryption for pushes")
struct CryptoTests {
    @Test(
        "base64url has one spelling for each value (RFC 4648)",
        arguments: [
            ([], ""), ([0x66], "Zg"), ([0x66, 0x6F], "Zm8"), ([0x66, 0x6F, 0x6F], "Zm9v"),
            ([0xFB, 0xFF, 0xFE], "-__-"), ([0, 0, 0, 0], "AAAAAA"),
        ] as [([UInt8], String)]
    )
    func base64(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test(
        "base64url refuses every other spelling",
        arguments: ["Z", "Zg==", "Zh", "Zm9", "+/8", "Zm 9v", "Zm9v\n", "ä"]
    )
    func badBase64(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("AES-128-GCM gives the bytes of McGrew and Viega's test cases 1 and 2")
    func gcm() throws {
        let zeros = [UInt8](repeating: 0, count: 16)
        let nonce = [UInt8](repeating: 0, count: 12)
        let empty = try AES128GCM.seal([], key: zeros, nonce: nonce)
        #expect(Hexadecimal.encode(empty) == "58e2fccefa7e3061367f1d57a4e7455a")
        let block = try AES128GCM.seal(zeros, key: zeros, nonce: nonce)
        #expect(
            Hexadecimal.encode(block) == "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"
        )
    }

    @Test("what a key signs, its public half accepts, and nothing else")
    func signatures() throws {
        let key = try P256PrivateKey()
        let other = try P256PublicKey(point: P256PrivateKey().point)
        let own = try P256PublicKey(point: key.point)
        let message = Array("message".utf8)
        // Random numbers with leading zeros are 1 in 128: a high effort meets some.
        for _ in 0..<TestEffort.rounds(30) {
            let signature = try key.sign(message)
            #expect(signature.count == 64)
            #expect(own.accepts(signature, of: message))
        }
        var forged = try key.sign(message)
        #expect(!own.accepts(forged, of: Array("massage".utf8)))
        #expect(!other.accepts(forged, of: message))
        forged[40] ^= 1
        #expect(!own.accepts(forged, of: message))
        #expect(!own.accepts(Array(forged.dropLast()), of: message))
    }

    @Test("a key read from its own PEM text is the same key")
    func pem() throws {
        let key = try P256PrivateKey()
        let text = try key.pem()
        #expect(text.exposed.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        let again = try P256PrivateKey(pem: text.exposed)
        #expect(again.point == key.point)
        let own = try P256PublicKey(point: key.point)
        #expect(own.accepts(try again.sign([1, 2, 3]), of: [1, 2, 3]))
    }

    /// An RSA key, a key on P-384, one with a password, half a key, none.
    private static let badKeys: [(String, CryptoFault)] = [
        ("", .notAPrivateKey), ("-----BEGIN PRIVATE KEY-----\n", .notAPrivateKey),
        (KeySamples.encrypted, .notAPrivateKey), (KeySamples.p384, .notP256), (KeySamples.ed25519, .notP256),
    ]

    @Test("other keys are refused with their reason", arguments: badKeys)
    func badKey(text: String, fault: CryptoFault) {
        do throws(CryptoFault) {
            _ = try P256PrivateKey(pem: text)
            Issue.record("was read")
        } catch {
            #expect(error == fault)
        }
    }

    @Test("both sides of ECDH get the same secret, and points off the curve are refused")
    func agreement() throws {
        let (left, right) = (try P256PrivateKey(), try P256PrivateKey())
        let one = try left.agree(with: P256PublicKey(point: right.point))
        let other = try right.agree(with: P256PublicKey(point: left.point))
        #expect(one == other)
        #expect(one.count == 32)
        var off = left.point
        off[64] ^= 1
        let infinity: [UInt8] = [0]
        let compressed = [2 + (left.point[64] & 1)] + left.point[1...32]
        let zero = [4] + [UInt8](repeating: 0, count: 64)
        for point in [off, infinity, compressed, zero, [], left.point + [0]] {
            #expect(throws: CryptoFault.notOnCurve) { try P256PublicKey(point: point) }
        }
    }

    @Test("random bytes are others each time")
    func random() {
        #expect(RandomSource.bytes(16) != RandomSource.bytes(16))
    }
}
