public import Foundation
import WatchpostModel

/// What a phone says about itself when it registers.
public struct PhoneProfile: Codable, Hashable, Sendable {
    /// What its owner calls it, cut after 64 characters; nil: what the appliance has stays.
    public var name: String?
    /// BCP 47, for example `en-GB`: the language of its notices.
    public var locale: String
    /// IANA, for example `Europe/Warsaw`: quiet hours and map alerts go by it.
    public var timeZone: String

    /// Makes a profile; language and zone are those of this device unless others are given.
    public init(
        name: String? = nil,
        locale: String = Locale.preferredLanguages.first ?? "en",
        timeZone: String = TimeZone.current.identifier
    ) {
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
    }

    func registration(_ push: PushChangeBody?) -> DeviceRegistrationBody {
        DeviceRegistrationBody(name: name, locale: locale, timeZone: timeZone, push: push)
    }
}
