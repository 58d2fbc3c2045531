// swift-tools-version: 6.0
import PackageDescription

// What an app's package looks like: it depends on the library alone. The examples of the documentation are compiled
// here, and the driver is what the tests of the library against a real appliance run.
let package = Package(
    name: "client-package",
    platforms: [.iOS(.v15), .macOS(.v12), .watchOS(.v8)],
    dependencies: [.package(name: "watchpost", path: "../..")],
    targets: [
        .executableTarget(
            name: "Example",
            dependencies: [.product(name: "WatchpostClient", package: "watchpost")]
        ),
        .executableTarget(
            name: "FirstScore",
            dependencies: [.product(name: "WatchpostClient", package: "watchpost")]
        ),
        .executableTarget(
            name: "Driver",
            dependencies: [
                .product(name: "WatchpostClient", package: "watchpost"),
                .product(name: "WatchpostModel", package: "watchpost"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
