package import Core
import JSONReading
import SystemSupport

/// A phone's device token, as an app gets it from iOS and registers it.
package struct APNsDevice: Sendable, Hashable {
    /// Apple has two services, and a token belongs to one of them.
    package enum Environment: String, Sendable, CaseIterable {
        case production, development

        /// `https://` and the host of the service.
        package var origin: String {
            switch self {
            case .production: "https://api.push.apple.com"
            case .development: "https://api.sandbox.push.apple.com"
            }
        }

        package var other: Environment { self == .production ? .development : .production }
    }

    /// Lower-case hexadecimal; Apple promises no length.
    package let token: String
    package let environment: Environment

    /// The device in a stored address; nil when it is not one.
    package init?(_ address: DeviceAddress) {
        guard let members = FlatJSON.decode(address.text), let token = members["token"],
            let environment = members["environment"].flatMap({ Environment(rawValue: $0) })
        else { return nil }
        self.token = token
        self.environment = environment
    }
}

extension APNsDevice {
    /// The `push` object of a registration.
    private struct Registration: Decodable {
        var token: String
        var environment: String
        var use: String?
    }

    /// Of a token, in hexadecimal digits.
    private static let longestToken = 1_024

    /// Reads and checks a registration, and makes the address that is stored.
    package static func address(
        registering json: [UInt8],
        atMilliseconds: Int64
    ) throws(PushAddressRefusal) -> DeviceAddress {
        guard json.count <= 8_192,
            let body = try? JSONElement(parsing: json, limits: .request).decode(Registration.self)
        else {
            throw PushAddressRefusal(words: "push needs token and environment, both of them text")
        }
        let token = body.token.lowercased()
        guard !token.isEmpty, token.utf8.count <= longestToken, token.utf8.count.isMultiple(of: 2),
            token.isMade(of: .hexadecimal)
        else {
            throw PushAddressRefusal(
                words:
                    "push.token is not the device token as an even number of hexadecimal digits, at most 1024"
            )
        }
        guard Environment(rawValue: body.environment) != nil else {
            throw PushAddressRefusal(words: "push.environment is neither production nor development")
        }
        guard body.use ?? "alert" == "alert" else {
            throw PushAddressRefusal(words: "push.use is not alert, which is the only use there is")
        }
        let members = ["kind": "apns", "token": token, "environment": body.environment, "use": "alert"]
        return DeviceAddress(
            channel: "apns",
            service: body.environment,
            text: FlatJSON.encode(members) ?? "",
            key: SHA256Digest.bytes(of: Array("apns \(token)".utf8)),
            registeredAtMilliseconds: atMilliseconds
        )
    }
}
