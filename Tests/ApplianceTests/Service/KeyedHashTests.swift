import SystemSupport
import Testing

@Suite("Keyed hashes")
struct KeyedHashTests {
    private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] {
        [UInt8](repeating: byte, count: count)
    }

    @Test(
        "HMAC-SHA-256 gives the bytes of RFC 4231",
        arguments: [
            (
                bytes(0x0B, 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                bytes(0xAA, 20), bytes(0xDD, 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                Array(1...25), bytes(0xCD, 50),
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
            ),
            (
                bytes(0xAA, 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], [UInt8], String)]
    )
    func code(key: [UInt8], bytes: [UInt8], code: String) {
        #expect(Hexadecimal.encode(HMACSHA256.code(of: bytes, key: key)) == code)
    }

    @Test("an empty key and an empty message have a code, too")
    func empty() {
        #expect(
            Hexadecimal.encode(HMACSHA256.code(of: [], key: []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        )
    }

    @Test(
        "HKDF gives the bytes of RFC 5869",
        arguments: [
            (
                Array(0...0x0C), bytes(0x0B, 22), Array(0xF0...0xF9),
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
            ),
            (
                Array(0x60...0xAF), Array(0...0x4F), Array(0xB0...0xFF),
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                    + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
            ),
            (
                [], bytes(0x0B, 22), [],
                "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
            ),
        ] as [([UInt8], [UInt8], [UInt8], String)]
    )
    func derived(salt: [UInt8], secret: [UInt8], info: [UInt8], output: String) {
        let derived = HKDF.derive(salt: salt, secret: secret, info: info, count: output.utf8.count / 2)
        #expect(Hexadecimal.encode(derived) == output)
    }
}
