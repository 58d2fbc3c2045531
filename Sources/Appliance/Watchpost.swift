import Glibc
import SystemSupport

/// The executable.
@main
enum Watchpost {
    /// The main thread only waits for signals; everything else runs elsewhere.
    static func main() {
        // Before anything makes a thread: all of them inherit the mask.
        let signals = StopSignals()
        MemoryPressure.shareOneHeap()
        let arguments: Arguments
        do throws(Arguments.Misuse) {
            arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Console.error("watchpost: \(error)")
            exit(Arguments.Misuse.exitCode)
        }
        start(arguments, signals)
        signals.deliver()
    }

    /// Not isolated: a task begun in `main` itself would belong to the main actor, whose thread waits for signals.
    private nonisolated static func start(_ arguments: Arguments, _ signals: StopSignals) {
        Task { exit(await run(arguments, signals)) }
    }

    private nonisolated static func unsecret(_ arguments: Arguments) -> Configuration {
        SettingsFile.load(arguments.configuration, secretReader: SecretFile.unread)
    }

    private nonisolated static func ownerCall(_ arguments: Arguments) -> OwnerCall {
        let configuration = unsecret(arguments)
        return OwnerCall(configuration: configuration, folder: StateFolder(configuration))
    }

    private nonisolated static func run(_ arguments: Arguments, _ signals: StopSignals) async -> Int32 {
        switch arguments.command {
        case .help:
            Console.printOwn(Arguments.usage)
            return 0
        case .version:
            Console.print("watchpost \(Version.text)")
            return 0
        case .check:
            let configuration = SettingsFile.load(arguments.configuration)
            for warning in configuration.warnings {
                Console.error(warning.line(file: arguments.configuration ?? "settings"))
            }
            Console.print(
                "the settings are valid: \(configuration.realms.sources.count) realm lists are polled"
            )
            Console.print("paired phones may change \(PhoneSettingName.listed) of [panel]:")
            Console.print("`watchpost settings` says whether they did")
            for line in SetUpReport(configuration: configuration).lines { Console.print(line) }
            // A stuck bus answers after a second.
            let wires = await BlockingCall.run { HardwareReport(configuration: configuration).lines }
            let keys = await BlockingCall.run { PushKeyReport(configuration: configuration).lines }
            let schedule = await BlockingCall.run {
                ScheduleReport(configuration: configuration, now: SystemClock.system.now().wall)
            }
            for line in wires + keys + schedule.lines { Console.print(line) }
            for line in schedule.problems { Console.error(line) }
            return schedule.isUsable ? 0 : 1
        case .lampsTest: return await HardwareTests.lamps(unsecret(arguments), signals)
        case .displayTest: return await HardwareTests.display(unsecret(arguments), signals)
        case .panelOff:
            let wires = SettingsFile.loadWires(arguments.configuration)
            return await HardwareTests.off(wires, settings: arguments.configuration)
        case .pair: return await PairCommand(unsecret(arguments)).run()
        case .settings: return await SettingsCommand(call: ownerCall(arguments), resets: false).run()
        case .settingsReset: return await SettingsCommand(call: ownerCall(arguments), resets: true).run()
        case .devicesPrune:
            return await PruneCommand(call: ownerCall(arguments), hours: arguments.hours).run()
        case .rotations: return await RotationsCommand(arguments, unsecret(arguments)).run()
        case .game: return await GameCommand(call: ownerCall(arguments), words: arguments.words).run()
        case .invite, .resetPassword, .contact:
            return await DeveloperCommand(call: ownerCall(arguments)).run(arguments)
        case .backup, .restore:
            let configuration = unsecret(arguments)
            let features = Feature.all.configured(by: configuration)
            return await BackupCommands.run(arguments, configuration, features)
        case .newState:
            let configuration = unsecret(arguments)
            let features = Feature.all.configured(by: configuration)
            let folder = StateFolder(configuration)
            return await NewStateCommand(folder: folder, file: .state(features.tables)).run()
        case .vapid: return VAPIDCommand.run(unsecret(arguments))
        case .status: return await StatusCommand(configuration: unsecret(arguments)).run()
        case .run:
            let settings =
                arguments.demonstrates ? unsecret(arguments) : SettingsFile.load(arguments.configuration)
            return await ApplianceProcess(configuration: settings, arguments: arguments, signals: signals)
                .run()
        }
    }
}
