import Foundation
import WatchpostModel

extension Phone {
    /// The credential, made if there is none.
    func credential(
        insteadOf refused: PhoneCredential? = nil
    ) async throws(WatchpostError) -> PhoneCredential {
        let outcome = await files.run { [store] () -> Result<PhoneCredential, WatchpostError> in
            do throws(WatchpostError) {
                guard let refused else { return .success(try store.credential()) }
                return .success(try store.credential(insteadOf: refused))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Changes what is stored here.
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
