package import Foundation

/// The phone's files, for every process of the app.
///
/// The credentials have a file of their own: nothing that happens to lists can cost them.
package struct PhoneStore: Sendable {
    private let credentialFile: RecordFile
    private let recordFile: RecordFile

    /// `record`: the name of the file beside the credentials.
    package init(folder: URL, record: String = "phone.json") {
        credentialFile = RecordFile(
            folder.appendingPathComponent("credentials.json"),
            version: PhoneCredentials.currentVersion
        )
        recordFile = RecordFile(
            folder.appendingPathComponent(record),
            version: PhoneRecord.currentVersion
        )
    }

    /// The credential for an appliance; when there is none, one is made and kept, the same for all who ask at once.
    ///
    /// A file that cannot be read is an error and no reason to become somebody new.
    package func credential(for appliance: String) throws(WatchpostError) -> PhoneCredential {
        let known = try knownCredential(for: appliance)
        if let known { return known }
        var made: PhoneCredential?
        try changeCredentials { made = $0.credential(for: appliance) }
        guard let made else {
            throw .storage(
                "\(PhoneCredentials.mostAppliances) boxes know this phone; forget one of them first"
            )
        }
        return made
    }

    /// The credential for an appliance, if there is one.
    package func knownCredential(for appliance: String) throws(WatchpostError) -> PhoneCredential? {
        try entry(of: appliance)?.current
    }

    /// Whether a credential is, or is to be, the one for an appliance.
    package func holds(_ credential: PhoneCredential, at appliance: String) throws(WatchpostError) -> Bool {
        let entry = try entry(of: appliance)
        return entry?.current == credential || entry?.next == credential
    }

    private func entry(of appliance: String) throws(WatchpostError) -> PhoneCredentials.Entry? {
        guard let bytes = try credentialFile.read() else { return nil }
        return (try? JSONDecoder().decode(PhoneCredentials.self, from: bytes))?.appliances[appliance]
    }

    /// The one to try instead of one that its appliance refuses; if another process was quicker, that one's.
    ///
    /// Who was forgotten meanwhile has none.
    package func successor(
        of refused: PhoneCredential,
        at appliance: String
    ) throws(WatchpostError) -> PhoneCredential {
        var successor: PhoneCredential?
        try changeCredentials { successor = $0.successor(of: refused, at: appliance) }
        guard let successor else { throw .forgotten }
        return successor
    }

    /// The appliance has registered this credential.
    package func accept(_ credential: PhoneCredential, at appliance: String) throws(WatchpostError) {
        try changeCredentials { $0.accept(credential, at: appliance) }
    }

    /// Everything that is stored; empty where there is nothing, and nothing that can be read.
    package func record() -> PhoneRecord {
        guard let bytes = try? recordFile.read() else { return PhoneRecord() }
        return (try? JSONDecoder().decode(PhoneRecord.self, from: bytes)) ?? PhoneRecord()
    }

    /// Changes what is stored; no other process changes it in between.
    ///
    /// It throws what `RecordFile.update` throws.
    package func change(_ change: (inout PhoneRecord) -> Void) throws(WatchpostError) {
        try recordFile.update { bytes in
            var record = PhoneRecord()
            if let bytes {
                guard let kept = try? JSONDecoder().decode(PhoneRecord.self, from: bytes) else {
                    return .damaged
                }
                record = kept
            }
            let before = record
            change(&record)
            return PhoneStore.written(record, isNew: bytes == nil || record != before)
        }
    }

    /// Forgets who this phone was at an appliance.
    ///
    /// The lists first: a phone that is stopped in between still knows whose they were, and can say so again. And once
    /// more, for what an answer that was under way has left in between.
    package func forget(_ credential: PhoneCredential, at appliance: String) throws(WatchpostError) {
        try change { $0.forget(appliance) }
        try changeCredentials { $0.forget(credential, at: appliance) }
        try change { $0.forget(appliance) }
    }

    private func changeCredentials(_ change: (inout PhoneCredentials) -> Void) throws(WatchpostError) {
        try credentialFile.update { bytes in
            var credentials = PhoneCredentials()
            if let bytes {
                guard let kept = try? JSONDecoder().decode(PhoneCredentials.self, from: bytes) else {
                    return .damaged
                }
                credentials = kept
            }
            let before = credentials
            change(&credentials)
            return PhoneStore.written(credentials, isNew: credentials != before)
        }
    }

    private static func written(_ record: some Encodable, isNew: Bool) -> RecordFile.Change {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard isNew, let bytes = try? encoder.encode(record) else { return .keep }
        return .write(bytes)
    }
}
