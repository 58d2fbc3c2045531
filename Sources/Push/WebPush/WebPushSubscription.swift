package import Core
import JSONReading
import SystemSupport

/// A browser's subscription: where to push, and the keys that only this browser can read with.
package struct WebPushSubscription: Sendable {
    package let endpoint: WebPushEndpoint
    package let encryption: WebPushEncryption

    /// Takes the parts as a browser's `PushSubscription.toJSON()` has them.
    ///
    /// Throws words for the app's author.
    package init(endpoint: String, p256dh: String, auth: String, trusted: [String]) throws(PushAddressRefusal)
    {
        do throws(WebPushEndpoint.Refusal) {
            self.endpoint = try WebPushEndpoint(parsing: endpoint, trusted: trusted)
        } catch {
            throw PushAddressRefusal(words: error.words, kind: error.kind, service: error.service)
        }
        guard let secret = Base64URL.decode(auth), secret.count == 16 else {
            throw PushAddressRefusal(words: "keys.auth is not 16 bytes in base64url")
        }
        guard let point = Base64URL.decode(p256dh), point.count == 65 else {
            throw PushAddressRefusal(words: "keys.p256dh is not 65 bytes in base64url")
        }
        do throws(CryptoFault) {
            encryption = WebPushEncryption(browserKey: try P256PublicKey(point: point), secret: secret)
        } catch {
            throw PushAddressRefusal(words: "keys.p256dh: \(error)")
        }
    }

    /// The subscription in a stored address; nil when it is not one, or no longer allowed.
    package init?(_ address: DeviceAddress, trusted: [String]) {
        guard let members = FlatJSON.decode(address.text), let endpoint = members["endpoint"],
            let p256dh = members["p256dh"], let auth = members["auth"],
            let known = try? WebPushSubscription(
                endpoint: endpoint,
                p256dh: p256dh,
                auth: auth,
                trusted: trusted
            )
        else { return nil }
        self = known
    }
}

extension WebPushSubscription {
    /// The most that a registration's `push` object may have, in bytes.
    package static let maximumRegistration = 8_192

    /// The `push` object of a registration.
    private struct Registration: Decodable {
        struct Keys: Decodable {
            var p256dh: String
            var auth: String
        }
        var endpoint: String
        var keys: Keys
    }

    /// Reads and checks a registration, and makes the address that is stored.
    package static func address(
        registering json: [UInt8],
        atMilliseconds: Int64,
        trusted: [String]
    ) throws(PushAddressRefusal) -> DeviceAddress {
        guard json.count <= maximumRegistration,
            let body = try? JSONElement(parsing: json, limits: .request).decode(Registration.self)
        else {
            throw PushAddressRefusal(
                words: "push needs endpoint, keys.p256dh and keys.auth, all of them text"
            )
        }
        let (p256dh, auth) = (unpadded(body.keys.p256dh), unpadded(body.keys.auth))
        let subscription = try WebPushSubscription(
            endpoint: body.endpoint,
            p256dh: p256dh,
            auth: auth,
            trusted: trusted
        )
        let endpoint = subscription.endpoint.text
        let members = ["kind": "webpush", "endpoint": endpoint, "p256dh": p256dh, "auth": auth]
        guard let text = FlatJSON.encode(members) else {
            throw PushAddressRefusal(words: "the endpoint has characters that no address has")
        }
        return DeviceAddress(
            channel: "webpush",
            service: String(subscription.endpoint.origin.dropFirst("https://".count)),
            text: text,
            key: SHA256Digest.bytes(of: Array(endpoint.utf8)),
            registeredAtMilliseconds: atMilliseconds
        )
    }

    /// Some authors pad the keys.
    private static func unpadded(_ text: String) -> String {
        String(text.hasSuffix("==") ? text.dropLast(2) : text.hasSuffix("=") ? text.dropLast() : text[...])
    }
}
