import SystemSupport

/// The two commands for one file, on a thread of their own: both wait for disks.
enum BackupCommands {
    static func run(
        _ arguments: Arguments,
        _ configuration: Configuration,
        _ features: [Feature]
    ) async -> Int32 {
        let folder = features.folder(at: StateFolder(configuration).path)
        let now = SystemClock.system.now().wall
        return await BlockingCall.run {
            arguments.command == .backup
                ? BackupCommand(folder: folder, file: arguments.operand, now: now).run()
                : RestoreCommand(folder: folder, file: arguments.operand, now: now).run()
        }
    }
}
