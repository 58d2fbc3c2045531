package import Foundation
package import WatchpostModel

/// What a phone keeps beside its credential: what it last said of itself, and its lists as it last saw them.
package struct PhoneRecord: Codable, Hashable, Sendable {
    /// What was said at the last registration, without the push address.
    package var profile: PhoneProfile?
    /// By region.
    package var watchLists: [String: WatchListBody]
    /// Map alerts and quiet hours.
    package var alerts: AlertListBody?

    package init(
        profile: PhoneProfile? = nil,
        watchLists: [String: WatchListBody] = [:],
        alerts: AlertListBody? = nil
    ) {
        self.profile = profile
        self.watchLists = watchLists
        self.alerts = alerts
    }
}

/// The phone's files, for every process of the app.
///
/// The credential has a file of its own, which is written once: nothing that happens to lists can cost it.
package struct PhoneStore: Sendable {
    private let credentialFile: SharedFile
    private let recordFile: SharedFile

    package init(folder: URL) {
        credentialFile = SharedFile(folder.appendingPathComponent("credential"))
        recordFile = SharedFile(folder.appendingPathComponent("phone.json"))
    }

    /// The credential; when there is none, one is made and kept, the same for all who ask at once.
    ///
    /// A file that cannot be read at the moment (before a phone is first unlocked) is an error and no reason to become
    /// somebody new. One that holds something else is moved aside.
    package func credential() throws(WatchpostError) -> PhoneCredential {
        if let kept = PhoneStore.credential(in: credentialFile.read()) { return kept }
        return try credential { PhoneStore.credential(in: $0) }
    }

    /// A new credential in place of one that the appliance refuses; if another process was quicker, that one's.
    package func credential(insteadOf refused: PhoneCredential) throws(WatchpostError) -> PhoneCredential {
        try credential { content in
            PhoneStore.credential(in: content).flatMap { $0 == refused ? nil : $0 }
        }
    }

    /// Everything that is stored; empty where there is nothing, and nothing that can be read.
    package func record() -> PhoneRecord {
        PhoneStore.record(in: recordFile.read())
    }

    /// Changes what is stored; no other process changes it in between.
    package func change(_ change: (inout PhoneRecord) -> Void) throws(WatchpostError) {
        try recordFile.update { content in
            let before = PhoneStore.record(in: content)
            var record = before
            change(&record)
            if record == before, case .bytes = content { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try? encoder.encode(record)
        }
    }

    /// Forgets who this phone was.
    package func forget(_ credential: PhoneCredential) throws(WatchpostError) {
        _ = try self.credential(insteadOf: credential)
        try change { $0 = PhoneRecord() }
    }

    private func credential(
        _ kept: (SharedFile.Content) -> PhoneCredential?
    ) throws(WatchpostError) -> PhoneCredential {
        var outcome: Result<PhoneCredential, WatchpostError> = .failure(.storage("no credential was kept"))
        try credentialFile.update { content in
            if case .unreadable(let reason) = content {
                outcome = .failure(.storage(reason))
                return nil
            }
            if let credential = kept(content) {
                outcome = .success(credential)
                return nil
            }
            PhoneStore.keepAside(content, of: credentialFile.url)
            let fresh = PhoneCredential()
            outcome = .success(fresh)
            return Data(fresh.text.utf8)
        }
        return try outcome.get()
    }

    /// What somebody else wrote there may be of use to a person, and is kept once.
    private static func keepAside(_ content: SharedFile.Content, of url: URL) {
        guard case .bytes(let bytes) = content, !bytes.isEmpty, credential(in: content) == nil else { return }
        try? bytes.write(to: url.appendingPathExtension("unreadable"), options: .atomic)
    }

    private static func credential(in content: SharedFile.Content) -> PhoneCredential? {
        guard case .bytes(let bytes) = content else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return PhoneCredential(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static func record(in content: SharedFile.Content) -> PhoneRecord {
        guard case .bytes(let bytes) = content else { return PhoneRecord() }
        return (try? JSONDecoder().decode(PhoneRecord.self, from: bytes)) ?? PhoneRecord()
    }
}
