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
        let root = context.package.directoryURL
        let files = try EmbedFiles.files(below: folder) + EmbedFiles.manual(of: target, in: root)
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        let scripts = ["embed.sh", "bundle.sh", "bundle.awk", "modules.js"].map {
            context.package.directoryURL.appending(path: "Plugins/EmbedFiles/\($0)")
        }
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files",
                executable: URL(filePath: "/bin/sh"),
                arguments: [scripts[0].path, output.path, folder.path] + files,
                inputFiles: scripts + files.map { folder.appending(path: $0).standardizedFileURL },
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

    /// The manual, which the appliance serves: its pages, the settings that they show, and its drawings.
    ///
    /// Pictures of screens stay out: they are as large as all the rest.
    private static func manual(of target: Target, in root: URL) throws -> [String] {
        guard target.name == "Appliance" else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs").path)
        let drawings = try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: "docs/images").path
        )
        let pages = names.filter { $0.hasSuffix(".md") || $0 == "watchpost.toml" }
        let all = pages + drawings.filter { $0.hasSuffix(".svg") }.map { "images/\($0)" }
        return all.map { "../../docs/\($0)" }.sorted()
    }
}
