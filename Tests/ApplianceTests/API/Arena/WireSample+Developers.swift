import WatchpostModel

@testable import Appliance

extension WireSample {
    static var developers: [WireSample] {
        let change = DeveloperChangeBody(version: 1)
        var whole = change
        (whole.firstName, whole.lastName, whole.company) = ("", "", "")
        (whole.email, whole.password) = ("", "")
        return [
            WireSample(developer(""), sparse: developer(nil)),
            WireSample(registration(""), sparse: registration(nil)),
            WireSample(
                DeveloperSignInBody(email: "", password: "", name: ""),
                sparse: DeveloperSignInBody(email: "", password: "")
            ),
            WireSample(signedIn([""]), sparse: signedIn(nil)), WireSample(whole, sparse: change),
            WireSample(PasswordChangeBody(password: "", newPassword: "")),
            WireSample(PasswordBody(password: "")),
            WireSample(DeveloperFarewellBody(password: "", games: .close)),
            WireSample(session(""), sparse: session(nil), name: "DeveloperSessionListSession"),
            WireSample(DeveloperSessionListBody(sessions: [session("")])),
        ] + ways
    }

    private static var ways: [WireSample] {
        [
            WireSample(
                RecoveryWishBody(email: "", by: .mail, language: ""),
                sparse: RecoveryWishBody(email: "", by: .display)
            ),
            WireSample(way(""), sparse: RecoveryWayBody(by: .mail, expiresAt: noon)),
            WireSample(ConfirmationWishBody(language: ""), sparse: ConfirmationWishBody()),
            WireSample(ConfirmationWayBody(expiresAt: noon)), WireSample(ConfirmationBody(code: "")),
            WireSample(
                RecoveryBody(email: "", code: "", newPassword: "", name: ""),
                sparse: RecoveryBody(email: "", code: "", newPassword: "")
            ),
            WireSample(DeveloperInvitationWishBody(note: ""), sparse: DeveloperInvitationWishBody()),
            WireSample(
                DeveloperInvitationBody(invitation: "", note: "", since: noon, expiresAt: noon, usedAt: noon),
                sparse: invitation
            ),
            WireSample(NewDeveloperInvitationBody(invitation: invitation, code: "")),
            WireSample(DeveloperInvitationListBody(invitations: [invitation])),
        ] + contact
    }

    private static var contact: [WireSample] {
        let message = ContactMessageBody(message: 1, name: "", address: "", text: "", at: noon, isRead: true)
        return [
            WireSample(
                ContactWishBody(name: "", address: "", text: "", website: ""),
                sparse: ContactWishBody(name: "", address: "", text: "")
            ),
            WireSample(ContactAnswerBody(received: true)), WireSample(message),
            WireSample(ContactListBody(messages: [message], unread: 1, hasMore: true)),
            WireSample(ContactMarkBody(isRead: true)),
        ]
    }

    private static func developer(_ company: String?) -> DeveloperBody {
        DeveloperBody(
            email: "",
            firstName: "",
            lastName: "",
            company: company,
            version: 1,
            since: noon,
            recoveryCodes: 8,
            games: 1,
            emailConfirmed: true
        )
    }

    private static func registration(_ text: String?) -> DeveloperRegistrationBody {
        DeveloperRegistrationBody(
            email: "",
            password: "",
            firstName: "",
            lastName: "",
            company: text,
            invitation: text
        )
    }

    private static func signedIn(_ codes: [String]?) -> DeveloperSignedInBody {
        DeveloperSignedInBody(credential: "", expiresAt: noon, developer: developer(nil), codes: codes)
    }

    private static func session(_ name: String?) -> DeveloperSessionListBody.Session {
        DeveloperSessionListBody.Session(
            session: "",
            name: name,
            since: noon,
            seenAt: noon,
            expiresAt: noon,
            isCaller: true
        )
    }

    private static func way(_ code: String?) -> RecoveryWayBody {
        RecoveryWayBody(by: .display, expiresAt: noon, shownOn: .display, code: code)
    }

    private static let invitation = DeveloperInvitationBody(invitation: "", since: noon, expiresAt: noon)
    private static let noon = UnixTime(seconds: 1_764_504_000)
}
