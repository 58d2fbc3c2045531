import WatchpostModel

/// `watchpost devices prune`: removes registrations that nobody came back to, however many a stranger made.
struct PruneCommand {
    let call: OwnerCall
    /// Only those that are older than so many hours.
    let hours: Int

    /// More answers than the most devices that may be registered need.
    private static let mostRequests = 1_000
    /// A card may be slow at removing a thousand.
    private static let patience = Duration.seconds(30)

    /// Says how many went, how many stay, and why; 1 when no appliance answers.
    func run() async -> Int32 {
        var removed = 0
        var last: UnusedDevicesBody?
        do throws(OwnerCallError) {
            for _ in 0..<PruneCommand.mostRequests {
                let answer = try await ask()
                removed += answer.removed
                last = answer
                if answer.left <= 0 || answer.removed <= 0 { break }
            }
        } catch {
            if removed > 0 { Console.print(PruneCommand.removal(removed)) }
            Console.error(error.words)
            return 1
        }
        Console.print(PruneCommand.removal(removed))
        if let last { PruneCommand.rest(last, hours: hours).forEach { Console.print($0) } }
        return 0
    }

    private func ask() async throws(OwnerCallError) -> UnusedDevicesBody {
        try await call.ask(
            UnusedDevicesBody.self,
            .delete,
            "/v1/admin/unused-devices?hours=\(hours)",
            wanting: 200,
            wish: "does not remove unused registrations",
            within: PruneCommand.patience
        )
    }

    static func removal(_ removed: Int) -> String {
        switch removed {
        case 0: "no registration is removed"
        case 1: "1 registration that was never used is removed"
        default: "\(removed) registrations that were never used are removed"
        }
    }

    /// What is still there, a reason to a line.
    static func rest(_ answer: UnusedDevicesBody, hours: Int) -> [String] {
        let kept = answer.kept
        let groups = [
            (kept.home, "of home, which make no room for others"),
            (kept.administrators, "of administrators"),
            (kept.used, "that came back 12 hours or more after registering, or got a notice"),
            (
                kept.young,
                hours == 1 ? "registered in the last hour" : "registered in the last \(hours) hours"
            ),
            (answer.left, "never used, and not removed yet: say the same again"),
        ].filter { $0.0 > 0 }
        let total = groups.reduce(0) { $0 + $1.0 }
        guard total > 0 else { return ["no phone is registered any more"] }
        let stay = total == 1 ? "1 phone stays:" : "\(total) phones stay:"
        return [stay] + groups.map { count, reason in "  \(count) \(reason)" }
    }
}
