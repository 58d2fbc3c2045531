package import Foundation

/// A record in a file that several processes share, which is never lost by somebody who cannot read it.
///
/// Each record is a JSON object whose member `version` is the number of its form. One of a newer release stays as it
/// is. One that is damaged is set aside under another name, once, with an error that says so; the change after that
/// begins with nothing. One that cannot be read at the moment (before a phone is first unlocked) is an error.
package struct RecordFile: Sendable {
    /// What becomes of the record.
    package enum Change {
        case keep
        case write(Data)
        /// The bytes are no record of the form that they say they have.
        case damaged
    }

    private struct Form: Decodable {
        var version: Int
    }

    /// So many damaged ones are kept: more are a fault that somebody has to look at.
    package static let mostSetAside = 9

    private let file: SharedFile
    /// The form that this release writes.
    private let version: Int

    package init(_ url: URL, version: Int) {
        file = SharedFile(url)
        self.version = version
    }

    /// The bytes of the record; nil: there is none.
    ///
    /// Throws `storage` where they cannot be read, or are a newer form's.
    package func read() throws(WatchpostError) -> Data? {
        switch judged(file.read()) {
        case .success(let bytes): return bytes
        case .failure(let reason): throw reason
        }
    }

    /// Changes the record, `nil` where there is none; no other process changes it in between.
    ///
    /// Throws `storage` where it cannot be read or written, was written by a newer release, and where it was damaged
    /// and has been set aside.
    package func update(_ change: (Data?) -> Change) throws(WatchpostError) {
        var failure: WatchpostError?
        try file.update { content in
            switch judged(content) {
            case .failure(let reason): failure = reason
            case .success(let bytes):
                switch change(bytes) {
                case .keep: break
                case .write(let fresh): return fresh
                case .damaged: failure = setAside()
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    private func judged(_ content: SharedFile.Content) -> Result<Data?, WatchpostError> {
        switch content {
        case .missing: return .success(nil)
        case .unreadable(let reason): return .failure(.storage(reason))
        // What a pulled plug may leave, with nothing to lose in it.
        case .bytes(let bytes) where bytes.isEmpty: return .success(nil)
        case .bytes(let bytes):
            guard let form = try? JSONDecoder().decode(Form.self, from: bytes), form.version > version else {
                return .success(bytes)
            }
            let words =
                "\(file.url.path) was written by a newer release of this library (form \(form.version))"
            return .failure(.storage(words + "; use that release, or give another folder"))
        }
    }

    /// Only while the lock is held: two processes that find the same damage move it once.
    private func setAside() -> WatchpostError {
        let path = file.url.path
        let names = (1...RecordFile.mostSetAside).map { "\(path).unreadable-\($0)" }
        guard let name = names.first(where: { !FileManager.default.fileExists(atPath: $0) }) else {
            return .storage("\(path) cannot be read, and neither can \(names.count) older ones: remove them")
        }
        guard rename(path, name) == 0 else {
            return .storage("cannot move \(path), which cannot be read: \(String(cString: strerror(errno)))")
        }
        return .storage("\(path) could not be read and was kept as \(name); try again to begin without it")
    }
}
