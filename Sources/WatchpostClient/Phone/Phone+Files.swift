import Foundation
import WatchpostModel

/// What is stored here, off Swift's own threads.
extension Installation {
    /// The credential for an appliance, made if there is none.
    func credential(at appliance: String) async throws(WatchpostError) -> PhoneCredential {
        let outcome = await files.run { [store] () -> Result<PhoneCredential, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.credential(for: appliance)) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// The credential for an appliance, if there is one.
    func knownCredential(at appliance: String) async throws(WatchpostError) -> PhoneCredential? {
        let outcome = await files.run { [store] () -> Result<PhoneCredential?, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.knownCredential(for: appliance)) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// The credential to try instead of a refused one.
    func successor(
        of refused: PhoneCredential,
        at appliance: String
    ) async throws(WatchpostError) -> PhoneCredential {
        let outcome = await files.run { [store] () -> Result<PhoneCredential, WatchpostError> in
            do throws(WatchpostError) {
                return .success(try store.successor(of: refused, at: appliance))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// The appliance has registered a credential.
    func accept(_ credential: PhoneCredential, at appliance: String) async throws(WatchpostError) {
        let outcome = await files.run { [store] () -> Result<Void, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.accept(credential, at: appliance)) } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    /// Forgets who this phone was at an appliance.
    func forget(_ credential: PhoneCredential, at appliance: String) async throws(WatchpostError) {
        let outcome = await files.run { [store] () -> Result<Void, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.forget(credential, at: appliance)) } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    /// Whether a credential is, or is to be, the one for an appliance; not after it was forgotten.
    func holds(_ credential: PhoneCredential, at appliance: String) async throws(WatchpostError) -> Bool {
        let outcome = await files.run { [store] () -> Result<Bool, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.holds(credential, at: appliance)) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Keeps a list as it was just seen, unless who asked for it was forgotten meanwhile.
    ///
    /// What cannot be kept is asked for next time.
    func keep(
        _ answer: PersonalAnswer,
        _ change: @escaping @Sendable (inout PhoneRecord) -> Void
    ) async {
        await files.run { [store] () -> Void in
            try? store.change { record in
                guard (try? store.holds(answer.credential, at: answer.appliance)) == true else { return }
                change(&record)
            }
        }
    }

    /// What is stored beside the credentials.
    func record() async -> PhoneRecord {
        await files.run { [store] in store.record() }
    }

    /// Changes what is stored beside the credentials.
    func change(_ change: @escaping @Sendable (inout PhoneRecord) -> Void) async throws(WatchpostError) {
        let outcome = await files.run { [store] () -> Result<Void, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.change(change)) } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    /// JSON of a body.
    func encode(_ body: some Encodable) throws(WatchpostError) -> Data {
        do { return try JSONEncoder().encode(body) } catch {
            throw .storage("cannot write the request: \(error)")
        }
    }
}
