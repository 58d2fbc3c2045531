import Foundation
import PackagePlugin

/// Builds files of a target into it, as constants of `EmbeddedFiles`.
///
/// SwiftPM's own way (`.embedInCode`) writes a number a byte, which costs the compiler a minute for our 800 kB, two with
/// optimisation; string literals cost it nothing. `embed.sh` writes them, and `bundle.sh` first puts together what pages load.
@main
struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Sources/\(target.name)")
        let files = try EmbedFiles.files(below: folder)
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        let scripts = ["embed.sh", "bundle.sh", "bundle.awk", "modules.js"].map {
            context.package.directoryURL.appending(path: "Plugins/EmbedFiles/\($0)")
        }
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files",
                executable: URL(filePath: "/bin/sh"),
                arguments: [scripts[0].path, output.path, folder.path] + files,
                inputFiles: scripts + files.map { folder.appending(path: $0) },
                outputFiles: [output]
            )
        ]
    }

    /// All below `Web/`, the target's parts of the API's description, the shipped schedule; in the order of their names.
    private static func files(below folder: URL) throws -> [String] {
        guard let all = FileManager.default.enumerator(atPath: folder.path) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        return all.compactMap { $0 as? String }.filter { path in
            let parts = path.split(separator: "/")
            return parts.count == 3 && parts[0] == "Web" && !parts[2].hasPrefix(".")
                || parts.dropLast().last == "OpenAPI" && path.hasSuffix(".json")
                || path == "Configuration/schedule.toml"
        }.sorted()
    }
}
