import SystemSupport

/// Message encryption for Web Push (RFC 8291 over the `aes128gcm` coding of RFC 8188): one record, read by one browser.
package struct WebPushEncryption {
    /// The browser's key, `p256dh`.
    package let browserKey: P256PublicKey
    /// The browser's authentication secret, `auth`: 16 bytes.
    package let secret: [UInt8]

    /// The largest content of a body of 4,096 bytes, the most that a push service must take (RFC 8030 §7.2).
    package static let maximumContent = 3_993

    /// The sizes to which contents are padded, so that the length does not tell which notice it is.
    ///
    /// The last is the most that is sent at all: Mozilla's bridge to Android takes 2,744 bytes of body.
    package static let sizes = [512, 1_280, 2_600]

    /// The body for `content`, at most 3,993 bytes; key and salt are fresh for each message.
    package func seal(_ content: [UInt8]) throws(CryptoFault) -> [UInt8] {
        let size = WebPushEncryption.sizes.first { $0 >= content.count } ?? content.count
        return try seal(
            content,
            padding: size - content.count,
            key: P256PrivateKey(),
            salt: RandomSource.bytes(16)
        )
    }

    /// The same with given key and salt, for the vector of RFC 8291.
    package func seal(
        _ content: [UInt8],
        padding: Int,
        key: P256PrivateKey,
        salt: [UInt8]
    ) throws(CryptoFault) -> [UInt8] {
        precondition(content.count + padding <= WebPushEncryption.maximumContent, "one record takes no more")
        let agreed = HKDF.derive(
            salt: secret,
            secret: try key.agree(with: browserKey),
            info: Array("WebPush: info\0".utf8) + browserKey.point + key.point,
            count: 32
        )
        let contentKey = HKDF.derive(
            salt: salt,
            secret: agreed,
            info: Array("Content-Encoding: aes128gcm\0".utf8),
            count: 16
        )
        let nonce = HKDF.derive(
            salt: salt,
            secret: agreed,
            info: Array("Content-Encoding: nonce\0".utf8),
            count: 12
        )
        // 02 ends the content of the last record; what follows is padding (RFC 8188 §2).
        let record = content + [2] + [UInt8](repeating: 0, count: padding)
        let sealed = try AES128GCM.seal(record, key: contentKey, nonce: nonce)
        return salt + [0, 0, 0x10, 0] + [UInt8(key.point.count)] + key.point + sealed
    }
}
