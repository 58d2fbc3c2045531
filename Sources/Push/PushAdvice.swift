/// What a person can do about a reason for which a notice did not arrive; docs/notifications.md says it at length.
package enum PushAdvice {
    /// The reason while a key of ours cannot be used; which one is for the owner to know.
    package static let unusableKey = "the appliance's key cannot be used"

    /// A sentence without a full stop; nil when there is nothing to do but wait.
    package static func words(for reason: String) -> String? {
        switch reason {
        case "Unregistered", "ExpiredToken", "VapidPkHashMismatch", "HTTP 404", "HTTP 410":
            "enable notifications again in the app"
        case "BadDeviceToken": "open the app, so that it registers anew"
        case "DeviceTokenNotForTopic", "BadTopic", "MissingTopic", "TopicDisallowed", "Forbidden":
            "compare topic in [push.apns] with the app's bundle id and with the key's permissions"
        case "InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken", "BadCertificate",
            "BadCertificateEnvironment":
            "compare team_id, key_id and the key file in [push.apns] with the Apple developer account"
        case "BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken":
            "make a key for both of Apple's environments, production and development"
        case "ExpiredProviderToken", "the clock is not set yet": "check the appliance's clock: timedatectl"
        case unusableKey: "look at the faults on the appliance's panel"
        case "NoContact": "set public_url in [server], or contact in [push.web]"
        case "BadJwtToken": "check contact in [push.web] and the appliance's clock"
        case "the host is inside a private network":
            "if that push service is yours, name it in hosts of [push.web]"
        default: nil
        }
    }
}
