import Core

/// Keeps the marks of `state.db` that say whose player has something without phones.
///
/// A mark is set before `arena.db` has such a thing. What lacks one all the same, or has one for nothing, is found at the
/// next look, after something changed and when the file is opened.
final class PersonHolds: Sendable {
    private struct State {
        /// Persons for whom something is being stored, and how often.
        var busy: [Int64: Int] = [:]
        /// Changes so far, and how many of them the last look has seen.
        var changes = 1
        var seen = 0
    }

    private let marks: PersonMarks
    private let persons: PersonStore
    private let state = Locked(State())

    init(_ marks: PersonMarks, _ persons: PersonStore) {
        (self.marks, self.persons) = (marks, persons)
    }

    /// Something may have begun or ceased to hang on somebody: the next `keep` looks.
    func change() { state.withLock { $0.changes += 1 } }

    /// Before something is stored that hangs on a person; `end` has to follow, whatever came of it.
    func begin(_ person: Int64) async throws(SQLiteError) {
        state.withLock { $0.busy[person, default: 0] += 1 }
        do throws(SQLiteError) {
            try await marks.set(person)
        } catch {
            end(person)
            throw error
        }
    }

    func end(_ person: Int64) {
        state.withLock { state in
            let left = state.busy[person, default: 1] - 1
            state.busy[person] = left > 0 ? left : nil
            state.changes += 1
        }
    }

    /// Sets what is missing and removes what is over, if anything can be.
    ///
    /// What goes wrong in `state.db` is no fault of the arena's, and tried again at the next look.
    func keep(_ players: PlayerStore) async throws(SQLiteError) {
        let (changes, seen) = state.withLock { ($0.changes, $0.seen) }
        guard changes != seen, let marked = await listed() else { return }
        // In this order: what is stored for one of these is seen, or is still busy.
        let busy = state.withLock { Set($0.busy.keys) }
        let held = try await players.heldPersons()
        guard await settle(held.subtracting(marked), marked.subtracting(held).subtracting(busy)) else {
            return
        }
        state.withLock { $0.seen = changes }
    }

    /// Nil: it cannot be read now.
    private func listed() async -> Set<Int64>? {
        do throws(SQLiteError) {
            return try await marks.all()
        } catch {
            return nil
        }
    }

    private func settle(_ missing: Set<Int64>, _ over: Set<Int64>) async -> Bool {
        do throws(SQLiteError) {
            for person in missing {
                guard !Task.isCancelled else { return false }
                try await marks.set(person)
            }
            for person in over {
                guard !Task.isCancelled else { return false }
                try await marks.remove(person)
                _ = try await persons.release(person)
            }
            return true
        } catch {
            return false
        }
    }
}
