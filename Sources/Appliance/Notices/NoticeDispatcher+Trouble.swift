import Core

extension NoticeDispatcher {
    /// Tells log and panel of a disk that refuses, and of its end.
    nonisolated func tell(_ effects: [DiskTrouble.Effect]) {
        for effect in effects {
            switch effect {
            case .began(let error): log.error("notices wait, because the disk refuses: \(error)")
            case .show(let words): fault(words)
            case .hide: fault(nil)
            case .over: log.notice("notices are stored again")
            }
        }
    }
}
