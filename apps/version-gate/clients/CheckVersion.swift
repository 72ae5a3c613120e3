// iOS 15 and later: uses nothing but Foundation.
import Foundation

/// What the app should do at its start.
public enum Decision: Equatable {
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
/// Whatever goes wrong the app proceeds; a refused request is also a line of the log. Ask again at the next start.
///
/// - Parameters:
///   - installed: such as `1.2.3` or `1.2.3-beta.4 (567)`
///   - device: a random id that the app made at its first start and keeps, at most 64 characters; without it, the app
///     is not among the first devices of a roll-out
public func checkUpdate(
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

/// A version as stores, build tools and people write it: the gate's own expression, see `docs/version-gate.md`.
private let versionForm =
    #"^(?:v(?:er(?:sion)?)?[.:]? *)?([0-9]+(?:\.[0-9]+)*|(?![0-9]{1,3}(?:,[0-9]{3})+(?![0-9,]))[0-9]+(?:,[0-9]+)+)(?:(?:[ ._-]*(alpha|beta|canary|dev|nightly|pre|preview|rc|snapshot)|([ab])(?=[0-9]))(?:[ ._-]*([0-9]+))?|[ ._-]*(?:final|ga|release|stable)|-(?!build(?![a-z]))([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?: *(?:[+(]|\[)[\s\S]*|[ ,;._-]*build(?![a-z])[\s\S]*)?$"#
private let versionMaxLength = 100

private struct VersionParts {
    let numbers: [String]
    /// Such as `beta` and `2`; empty for a release.
    let preRelease: [String]
}

private func versionParts(_ version: String) -> VersionParts? {
    let text = plainText(version)
    guard version.utf16.count <= versionMaxLength, let parts = groups(of: versionForm, in: text) else { return nil }
    let name = parts[3].isEmpty ? parts[2] : parts[3] == "a" ? "alpha" : "beta"
    let preRelease = name.isEmpty ? parts[5].components(separatedBy: ".") : [name, parts[4]]
    return VersionParts(
        numbers: parts[1].components(separatedBy: CharacterSet(charactersIn: ".,")),
        // A number at the end is a part of its own: rc10 is above rc2.
        preRelease: preRelease.filter { !$0.isEmpty }.flatMap { part -> [String] in
            guard let pair = groups(of: "^(.*[a-z])-?([0-9]+)$", in: part) else { return [part] }
            return [pair[1], pair[2]]
        })
}

/// The whole match and its groups, empty where one has no part in it; nil without a match.
private func groups(of form: String, in text: String) -> [String]? {
    guard let expression = try? NSRegularExpression(pattern: form),
          let match = expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
    else { return nil }
    return (0..<match.numberOfRanges).map { index in
        Range(match.range(at: index), in: text).map { String(text[$0]) } ?? ""
    }
}

/// In small letters, with the digits 0 to 9 for those of any script, one kind of blank, and ASCII's signs.
private func plainText(_ version: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in version.unicodeScalars {
        let isWide = (0xFF01...0xFF5E).contains(scalar.value)
        let plain = isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        let properties = plain.properties
        if properties.generalCategory == .decimalNumber, let value = properties.numericValue {
            text.append(contentsOf: String(Int(value)).unicodeScalars)
        } else if plain.value == 0x066B {
            text.append(",")
        } else if properties.isWhitespace || plain.value == 0xFEFF {
            text.append(" ")
        } else if (0x41...0x5A).contains(plain.value) {
            text.append(Unicode.Scalar(plain.value + 0x20) ?? plain)
        } else {
            text.append(plain)
        }
    }
    return String(text).trimmingCharacters(in: .whitespaces)
}

/// Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0. A
/// pre-release is below its release, and a build does not count: 1.2-rc.1 is below 1.2, which is the same as 1.2 (34).
/// Nil if one of them is no version.
public func compareVersions(_ left: String, _ right: String) -> ComparisonResult? {
    guard let leftParts = versionParts(left), let rightParts = versionParts(right) else { return nil }
    let (leftNumbers, rightNumbers) = (leftParts.numbers, rightParts.numbers)
    for index in 0..<max(leftNumbers.count, rightNumbers.count) {
        let result = compareNumbers(
            index < leftNumbers.count ? leftNumbers[index] : "0",
            index < rightNumbers.count ? rightNumbers[index] : "0")
        if result != .orderedSame { return result }
    }
    return comparePreReleases(leftParts.preRelease, rightParts.preRelease)
}

private func comparePreReleases(_ left: [String], _ right: [String]) -> ComparisonResult {
    if left.isEmpty || right.isEmpty { return order(right.count, left.count) }
    for (one, other) in zip(left, right) where one != other {
        switch (isNumber(one), isNumber(other)) {
        case (true, true):
            let result = compareNumbers(one, other)
            if result != .orderedSame { return result }
        // Numbers are below words.
        case (true, false): return .orderedAscending
        case (false, true): return .orderedDescending
        case (false, false): return order(one, other)
        }
    }
    return order(left.count, right.count)
}

private func isNumber(_ text: String) -> Bool {
    return text.allSatisfy { "0123456789".contains($0) }
}

/// Compares whole numbers of any length, which need not fit into a number of the language.
private func compareNumbers(_ left: String, _ right: String) -> ComparisonResult {
    let (one, other) = (String(left.drop { $0 == "0" }), String(right.drop { $0 == "0" }))
    return one.count == other.count ? order(one, other) : order(one.count, other.count)
}

private func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
    return left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
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
public func checkVersion(address: URL, installed: String, timeout: TimeInterval = 3) async -> Decision {
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
    if answer.statusCode == 400 {
        // The request is at fault: without mending it, the app would proceed for ever, and never hear of an update.
        NSLog("The version gate refuses the request: %@", String(decoding: data, as: UTF8.self))
    }
    guard answer.statusCode == 200, let body = try? JSONDecoder().decode(Body.self, from: data) else {
        return .proceed
    }
    return decideBy(body)
}
