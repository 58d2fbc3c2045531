/// Bounds of the arena that come near.
extension ArenaService {
    /// Tells the owner which are, and which no longer are.
    func tell(_ rooms: [ArenaRoom]) {
        let effects = state.withLock { state in rooms.flatMap { state.alarm.handle($0) } }
        for effect in effects {
            switch effect {
            case .log(let words): log(words)
            case .fault(let part, let words): roomFault(part.rawValue, words)
            }
        }
    }
}
