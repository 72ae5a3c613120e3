// iOS 15 and later: uses nothing but Foundation.
import Foundation

/// What the app should do at its start.
enum Decision: Equatable {
    case proceed
    case offerUpdate(version: String, downloadURL: URL, message: String?)
    case requireUpdate(version: String, downloadURL: URL, message: String?)
    /// The app cannot be used now: show the message, and ask again after so many seconds, or when the person tries.
    case wait(seconds: Int, message: String?)
}

/// The body of `GET /api/version/check`.
struct CheckBody: Decodable {
    let status: String
    let current: String?
    let minimum: String?
    let downloadUrl: URL?
    let message: String?
    let retryAfter: Int?
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

/// Asks the gate what to do: the gate compares the versions, and knows of minimum versions, roll-outs and maintenance.
/// Whatever goes wrong the app proceeds. Ask again at the next start.
///
/// - Parameters:
///   - installed: such as `1.2.3` or `1.2.3-beta.4 (567)`
///   - device: a random id that the app made at its first start and keeps, at most 64 characters; without it, the app
///     is not among the first devices of a roll-out
func checkUpdate(
    address: URL, installed: String, device: String? = nil, timeout: TimeInterval = 3
) async -> Decision {
    var items = [URLQueryItem(name: "platform", value: "ios"), URLQueryItem(name: "version", value: installed)]
    if let device = device { items.append(URLQueryItem(name: "device", value: device)) }
    // URLSession sends the person's languages as Accept-Language.
    return await ask(
        address: address, path: "api/version/check", query: items, timeout: timeout, decideBy: decide(by:))
}

/// What the gate's decision means here; others may be added.
func decide(by body: CheckBody) -> Decision {
    switch (body.status, body.downloadUrl) {
    case ("UPDATE_AVAILABLE", let url?):
        return .offerUpdate(version: body.current ?? "", downloadURL: url, message: body.message)
    case ("UPDATE_REQUIRED", let url?):
        return .requireUpdate(version: body.current ?? body.minimum ?? "", downloadURL: url, message: body.message)
    case ("MAINTENANCE", _):
        return .wait(seconds: body.retryAfter ?? 5, message: body.message)
    default:
        return .proceed
    }
}

/// Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0.
/// Nil if one of them is not made of numbers and dots.
func compareVersions(_ left: String, _ right: String) -> ComparisonResult? {
    // Blanks, a `v` before the numbers, and a build in brackets or after `+` do not count: `v1.2 (34)` is 1.2.
    func parts(_ version: String) -> [Int]? {
        let text = version.trimmingCharacters(in: .whitespacesAndNewlines)
        let form = #"^[vV]?[0-9]+(\.[0-9]+)*\s*([+(\[][\s\S]*)?$"#
        guard text.range(of: form, options: .regularExpression) != nil else { return nil }
        let dotted = text.drop { "vV".contains($0) }.prefix { "0123456789.".contains($0) }
        let pieces = dotted.split(separator: ".")
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
        ? .requireUpdate(version: version, downloadURL: latest.downloadUrl, message: nil)
        : .offerUpdate(version: version, downloadURL: latest.downloadUrl, message: nil)
}

/// Asks the gate for the published versions, to decide here. Whatever goes wrong (no network, a time-out, 500, 503
/// twice) the app proceeds: the gate must never be the reason why nobody can work. Ask again at the next start.
func checkVersion(address: URL, installed: String, timeout: TimeInterval = 3) async -> Decision {
    return await ask(address: address, path: "api/version", timeout: timeout) { (body: VersionBody) in
        decide(installed: installed, latest: body.ios)
    }
}

private func ask<Body: Decodable>(
    address: URL,
    path: String,
    query: [URLQueryItem] = [],
    timeout: TimeInterval,
    mayRetry: Bool = true,
    decideBy: (Body) -> Decision
) async -> Decision {
    guard var components = URLComponents(url: address.appendingPathComponent(path), resolvingAgainstBaseURL: false)
    else { return .proceed }
    if !query.isEmpty { components.queryItems = query }
    guard let url = components.url else { return .proceed }
    var request = URLRequest(url: url)
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
        return await ask(
            address: address, path: path, query: query, timeout: timeout, mayRetry: false, decideBy: decideBy)
    }
    guard answer.statusCode == 200, let body = try? JSONDecoder().decode(Body.self, from: data) else {
        return .proceed
    }
    return decideBy(body)
}
