// swift-tools-version:5.5
import PackageDescription

let package = Package(
    name: "CountersignGate",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "CountersignGate", targets: ["CountersignGate"])],
    targets: [
        .target(
            name: "CountersignGate",
            path: ".",
            exclude: ["CheckVersion.kt", "build.gradle.kts", "check-version.int.test.ts", "check-version.ts"],
            sources: ["CheckVersion.swift"]
        )
    ]
)
