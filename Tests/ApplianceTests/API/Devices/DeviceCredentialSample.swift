import Core

@testable import Appliance
@testable import Serving
@testable import SystemSupport

/// Registrations straight into the store, for tests that need many.
enum DeviceCredentialSample {
    static func registration(_ number: Int) -> DeviceRegistration? {
        guard let credential = DeviceCredential(PersonalFixture.credential(number)) else { return nil }
        return DeviceRegistration(
            install: credential.install,
            secretHash: SecretHash.of(credential.secret),
            profile: DeviceProfile(name: nil, locale: "en-GB", zone: "UTC"),
            address: .keep,
            at: APIFixture.noon
        )
    }
}
