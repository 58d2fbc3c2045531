import CCrypto
package import Core

/// A credential as it was sent, of one of the forms that name somebody; the secret is in it and never leaves the request.
package struct Credential: Sendable {
    /// Who made it.
    package enum Form: Hashable, Sendable {
        /// `ID.SECRET`, made by a phone or a game.
        case client
        /// `session.ID.SECRET`, given to a developer who signed in.
        case session
        /// `server.ID.SECRET`, given to a developer for the server of a game.
        case server

        /// What stands before ID.
        package var prefix: String {
            switch self {
            case .client: ""
            case .session: "session."
            case .server: "server."
            }
        }
    }

    package let form: Form
    /// ID and SECRET.
    package let parts: DeviceCredential

    /// nil when `text` has another form.
    package init?(_ text: some StringProtocol) {
        let named: [Form] = [.session, .server]
        form = named.first { text.hasPrefix($0.prefix) } ?? .client
        guard let parts = DeviceCredential(text.dropFirst(form.prefix.utf8.count)) else { return nil }
        self.parts = parts
    }

    /// What the cache knows it by.
    package var hash: CredentialHash {
        CredentialHash(Array((form.prefix + parts.install + ".").utf8) + parts.secret)
    }
}

/// SHA-256 of a whole credential: it is looked up by this, so that what is kept betrays no secret.
package struct CredentialHash: Hashable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package init(_ credential: [UInt8]) {
        var length: UInt32 = 0
        let done = withUnsafeMutableBytes(of: &words) { digest in
            EVP_Digest(
                credential,
                credential.count,
                digest.baseAddress?.assumingMemoryBound(to: UInt8.self),
                &length,
                EVP_sha256(),
                nil
            )
        }
        precondition(done == 1 && length == 32, "libcrypto cannot compute SHA-256")
    }

    /// Takes the same time wherever they differ.
    package static func == (one: CredentialHash, other: CredentialHash) -> Bool {
        let first = (one.words.0 ^ other.words.0) | (one.words.1 ^ other.words.1)
        let second = (one.words.2 ^ other.words.2) | (one.words.3 ^ other.words.3)
        return first | second == 0
    }

    /// Any part of a digest is as good as the whole.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
    }
}

/// What the Authorization field of a request came to, before anything is asked of the disk.
package struct Bearer: Sendable {
    /// nil: none was sent, or of no form that names somebody.
    package var credential: Credential?
    /// nil without a credential.
    package var hash: CredentialHash?
    /// Somebody sent a bearer, of whatever form.
    package var isThere = false
    /// It is the owner's key, from a program of this machine.
    package var isOwner = false
    /// Whom the cache knew by it when the head was read, for the pool.
    package var known = IdentityCache.Finding.unknown

    /// The text behind `Bearer`; nil: the field is absent or of another scheme.
    package static func text(_ authorization: String?) -> Substring? {
        guard let parts = authorization?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return parts[1].drop { $0 == " " }
    }
}

extension Problem {
    /// 401 for a request without a credential of a form by which its route knows people.
    package static func missingCredential(_ bearer: Bearer, of forms: Set<Credential.Form>) -> Problem {
        guard bearer.isThere else {
            let form: Credential.Form = forms.contains(.client) ? .client : forms.first ?? .client
            return Problem(.unauthorized, "send Authorization: Bearer \(form.prefix)ID.SECRET")
        }
        guard !forms.contains(.server) else {
            return Problem(
                .unauthorized,
                "the credential is not the key of a game's server; make one with the game's keys"
            )
        }
        return forms.contains(.client)
            ? Problem(
                .unauthorized,
                "the credential is not ID.SECRET, 22 and 43 characters of base64url made by the device"
            ) : Problem(.unauthorized, "the credential is not that of a session; sign in")
    }
}
