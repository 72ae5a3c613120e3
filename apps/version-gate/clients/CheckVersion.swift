// iOS 15 and later: uses nothing but Foundation.
import Foundation

/// What the app should do at its start.
enum Decision: Equatable {
    case proceed
    case offerUpdate(version: String, downloadURL: URL)
    case requireUpdate(version: String, downloadURL: URL)
}

/// The platform's part of the body of `GET /api/version`.
struct Latest: Decodable {
    let version: String?
    let forceUpdate: Bool
    let downloadUrl: URL
}

struct VersionBody: Decodable {
    let ios: Latest
}

/// Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0.
/// Nil if one of them is not made of numbers and dots.
func compareVersions(_ left: String, _ right: String) -> ComparisonResult? {
    func parts(_ version: String) -> [Int]? {
        let pieces = version.split(separator: ".", omittingEmptySubsequences: false)
        let isDotted = pieces.allSatisfy { piece in
            !piece.isEmpty && piece.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard isDotted else { return nil }
        let numbers = pieces.compactMap { Int($0) }
        return numbers.count == pieces.count ? numbers : nil
    }
    guard let leftParts = parts(left), let rightParts = parts(right) else { return nil }
    for index in 0..<max(leftParts.count, rightParts.count) {
        let leftPart = index < leftParts.count ? leftParts[index] : 0
        let rightPart = index < rightParts.count ? rightParts[index] : 0
        if leftPart != rightPart { return leftPart < rightPart ? .orderedAscending : .orderedDescending }
    }
    return .orderedSame
}

/// Decides for an installed version. Versions that cannot be compared never block anybody.
func decide(installed: String, latest: Latest) -> Decision {
    guard let version = latest.version, compareVersions(installed, version) == .orderedAscending else {
        return .proceed
    }
    return latest.forceUpdate
        ? .requireUpdate(version: version, downloadURL: latest.downloadUrl)
        : .offerUpdate(version: version, downloadURL: latest.downloadUrl)
}

/// Asks the gate. Whatever goes wrong (no network, a time-out, 500, 503 twice) the app proceeds: the gate must never be
/// the reason why nobody can work. Ask again at the next start.
func checkVersion(address: URL, installed: String, timeout: TimeInterval = 3, mayRetry: Bool = true) async -> Decision {
    var request = URLRequest(url: address.appendingPathComponent("api/version"))
    request.timeoutInterval = timeout
    // The gate's answers are never to be used without asking it.
    request.cachePolicy = .reloadIgnoringLocalCacheData
    guard let (data, response) = try? await URLSession.shared.data(for: request),
          let answer = response as? HTTPURLResponse
    else { return .proceed }

    if (answer.statusCode == 503 || answer.statusCode == 429) && mayRetry {
        // Up to a second more than `Retry-After`, so that not everybody comes back at the same moment.
        let seconds = answer.value(forHTTPHeaderField: "Retry-After").flatMap { Double($0) } ?? 1
        try? await Task.sleep(nanoseconds: UInt64((min(seconds, 5) + Double.random(in: 0..<1)) * 1_000_000_000))
        return await checkVersion(address: address, installed: installed, timeout: timeout, mayRetry: false)
    }
    guard answer.statusCode == 200, let body = try? JSONDecoder().decode(VersionBody.self, from: data) else {
        return .proceed
    }
    return decide(installed: installed, latest: body.ios)
}
