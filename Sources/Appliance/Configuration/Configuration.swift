package import Arena
package import SystemSupport

/// All settings of the appliance: read once at start, checked as a whole, and then only passed on.
package struct Configuration: Sendable {
    package var server: ServerSection
    package var tunnel: TunnelSection
    package var devices: DeviceSection
    package var arena: ArenaSettings
    /// Nil: no letter is sent.
    package var mail: MailSettings?
    package var state: StateSection
    package var battleNet: BattleNetSection
    package var statusPage: StatusPageSection
    package var realms: RealmSection
    /// One for each polled region, in the order of `realms.regions`.
    package var regions: [RegionSection]
    package var network: NetworkSection
    package var rotations: RotationSection
    package var notices: NoticeSection
    package var push: PushSection
    package var panel: PanelSection
    package var gpio: GPIOSection
    /// Things that are allowed and unwise, in the order of the file.
    package var warnings: [ConfigurationProblem]
    /// Canned realms take the place of Battle.net.
    package var isDemonstration = false

    /// Reads the text of a settings file.
    ///
    /// - Parameters:
    ///   - text: The TOML text; an empty one is valid.
    ///   - file: What messages call it.
    ///   - environment: What the process and the machine say.
    ///   - secretReader: Opens the files that hold secrets.
    /// - Returns: The configuration.
    /// - Throws: All problems at once.
    package static func parse(
        text: String,
        file: String,
        environment: ConfigurationEnvironment,
        secretReader: @escaping SecretReader
    ) throws(ConfigurationError) -> Configuration {
        let (configuration, problems) = try read(text, file, environment, secretReader)
        guard problems.isEmpty else { throw .problems(file: file, problems) }
        return configuration
    }

    /// Like `parse`, for whoever needs nothing but the wires: problems of other sections do not count.
    ///
    /// Those sections have defaults where something is wrong with them, so nobody may start the appliance with it.
    package static func parseWires(
        text: String,
        file: String,
        environment: ConfigurationEnvironment
    ) throws(ConfigurationError) -> Configuration {
        let (configuration, problems) = try read(text, file, environment, SecretFile.unread)
        let ofWires = problems.filter { Configuration.isOfWires($0.key) }
        guard ofWires.isEmpty else { throw .problems(file: file, ofWires) }
        return configuration
    }

    /// Whether a wrong value there could drive a line that is somebody else's; a name or a page that is wrong could not.
    private static func isOfWires(_ key: String) -> Bool {
        let tables = ["gpio", "panel.display", "panel.backpack", "panel.parallel", "panel.button"]
        if tables.contains(where: { key == $0 || key.hasPrefix("\($0).") }) { return true }
        guard key == "panel" || key == "panel.lamp" || key.hasPrefix("panel.lamp[") else { return false }
        let last = key.split(separator: ".").last ?? ""
        return !["name", "target"].contains(last)
    }

    private static func read(
        _ text: String,
        _ file: String,
        _ environment: ConfigurationEnvironment,
        _ secretReader: @escaping SecretReader
    ) throws(ConfigurationError) -> (Configuration, [ConfigurationProblem]) {
        let document: TOMLDocument
        do throws(TOMLSyntaxError) {
            document = try TOMLDocument(parsing: text)
        } catch {
            throw .problems(file: file, [ConfigurationProblem(error)])
        }
        let problems = ProblemList()
        let reader = TableReader(document, problems: problems)
        let context = LoadContext(environment: environment, readSecret: secretReader, warnings: ProblemList())
        let configuration = Configuration(reader, context: context)
        reader.finish()
        return (configuration, problems.sorted)
    }

    private init(_ reader: TableReader, context: LoadContext) {
        server = ServerSection(reader.table("server"))
        tunnel = TunnelSection(reader.table("tunnel"))
        devices = DeviceSection(reader.table("devices"))
        arena = ArenaSettings(reader.table("arena"))
        mail = MailSettings.read(reader.table("mail"), context: context)
        state = StateSection(reader.table("state"), environment: context.environment)
        let battleNetReader = reader.table("battlenet")
        battleNet = BattleNetSection(battleNetReader, context: context)
        statusPage = StatusPageSection(reader.table("status_page"))
        let realmsReader = reader.table("realms")
        realms = RealmSection(realmsReader)
        regions = RegionList.read(reader.table("region"), battleNet, realms, context: context)
        network = NetworkSection(reader.table("network"))
        rotations = RotationSection(reader.table("rotations"), context: context)
        notices = NoticeSection(reader.table("notices"))
        push = PushSection(reader.table("push"), publicURL: server.publicURL, context: context)
        panel = PanelSection(reader.table("panel"), realms, context: context)
        gpio = GPIOSection(reader.table("gpio"))
        battleNet.checkBudget(sources: realms.sources.count, battleNetReader)
        RegionList.checkCredentials(regions, realmsReader)
        warnings = context.warnings.sorted
    }
}
