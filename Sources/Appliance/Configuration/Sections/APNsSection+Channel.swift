import Core
import Push
import SystemSupport
import WatchpostModel

extension APNsSection: PushChannel {
    static let name = APNsAdapter.name
    static let faultCode = "E22"
    static let parallelism = APNsAdapter.mostInFlight
    static let demonstration = APNsSection(
        team: "",
        keyID: "",
        keyFile: "",
        topic: "org.example.demonstration"
    )

    static func advice(for reason: String) -> String? {
        switch reason {
        case "Unregistered", "ExpiredToken": "enable notifications again in the app"
        case "BadDeviceToken": "open the app, so that it registers again"
        case "DeviceTokenNotForTopic", "BadTopic", "MissingTopic", "TopicDisallowed", "Forbidden":
            "compare topic in [push.apns] with the app's bundle id and with the key's permissions"
        case "InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken", "BadCertificate",
            "BadCertificateEnvironment":
            "compare team_id, key_id and the key file in [push.apns] with the Apple developer account"
        case "BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken":
            "make a key for both of Apple's environments, production and development"
        case "ExpiredProviderToken": PushAdvice.clock
        default: nil
        }
    }

    func open(_ place: PushPlace) throws(PushKeyError) -> APNsAdapter {
        let key = try APNsKeyFile.read(keyFile)
        return APNsAdapter(
            key: APNsKey(team: team, id: keyID, key: key),
            topic: topic,
            directory: place.directory,
            reach: place.reach,
            clock: place.clock,
            outlets: place.outlets
        )
    }

    func checkKey(in directory: String) throws(PushKeyError) { _ = try APNsKeyFile.read(keyFile) }

    func address(registering json: [UInt8], atMilliseconds: Int64) throws(PushAddressRefusal) -> DeviceAddress
    {
        try APNsDevice.address(registering: json, atMilliseconds: atMilliseconds)
    }

    static func demonstrate(_ about: inout AboutBody) {
        about.apns = AboutBody.APNs(topic: demonstration.topic)
    }
}
