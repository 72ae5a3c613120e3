// Android: uses nothing but the platform. Call checkUpdate and checkVersion off the main thread.
package com.countersign.gate

import android.util.Log
import java.io.IOException
import java.math.BigInteger
import java.net.HttpURLConnection
import java.net.URL
import java.net.URLEncoder
import java.util.Locale
import org.json.JSONException
import org.json.JSONObject

/** What the app should do at its start. */
sealed class Decision {
    object Continue : Decision()
    data class OfferUpdate(val version: String, val downloadUrl: String, val message: String?) : Decision()
    data class RequireUpdate(val version: String, val downloadUrl: String, val message: String?) : Decision()
    /** The app cannot be used now: show the message, and ask again after so many seconds, or when the person tries. */
    data class Wait(val seconds: Int, val message: String?) : Decision()
}

/**
 * Asks the gate what to do: the gate compares the versions, and knows of minimum versions, roll-outs and maintenance.
 * Whatever goes wrong the app continues; a refused request is also a warning of the log. Ask again at the next start.
 *
 * @param installed such as `1.2.3` or `1.2.3-beta.4 (567)`; leave out what a build type adds, such as `-debug`
 * @param device a random id that the app made at its first start and keeps, at most 64 characters; without it, the app
 *   is not among the first devices of a roll-out
 */
fun checkUpdate(address: String, installed: String, device: String? = null, timeoutMs: Int = 3000): Decision {
    val query = listOfNotNull("platform" to "android", "version" to installed, device?.let { "device" to it })
        .joinToString("&") { (name, value) -> "$name=" + URLEncoder.encode(value, "UTF-8").replace("+", "%20") }
    return ask("$address/api/version/check?$query", timeoutMs, decideBy = ::decisionOf)
}

/** What the gate's decision means here; others may be added. */
fun decisionOf(body: JSONObject): Decision {
    fun text(name: String): String? = if (body.isNull(name)) null else body.getString(name)
    return when (body.getString("status")) {
        "UPDATE_AVAILABLE" ->
            Decision.OfferUpdate(text("current") ?: "", body.getString("downloadUrl"), text("message"))
        "UPDATE_REQUIRED" ->
            Decision.RequireUpdate(text("current") ?: text("minimum") ?: "", body.getString("downloadUrl"), text("message"))
        "MAINTENANCE" -> Decision.Wait(body.optInt("retryAfter", 5), text("message"))
        else -> Decision.Continue
    }
}

/** A version as stores, build tools and people write it: the gate's own expression, see `docs/version-gate.md`. */
private val VERSION = Regex(
    """(?:v(?:er(?:sion)?)?[.:]? *)?([0-9]+(?:\.[0-9]+)*|(?![0-9]{1,3}(?:,[0-9]{3})+(?![0-9,]))[0-9]+(?:,[0-9]+)+)(?:(?:[ ._-]*(alpha|beta|canary|dev|nightly|pre|preview|rc|snapshot)|([ab])(?=[0-9]))(?:[ ._-]*([0-9]+))?|[ ._-]*(?:final|ga|release|stable)|-(?!build(?![a-z]))([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?: *(?:[+(]|\[)[\s\S]*|[ ,;._-]*build(?![a-z])[\s\S]*)?"""
)

private const val VERSION_MAX_LENGTH = 100

/** @property preRelease such as `beta` and `2`; empty for a release */
private class VersionParts(val numbers: List<BigInteger>, val preRelease: List<String>)

/** A number at the end is a part of its own: rc10 is above rc2. */
private val WORD_AND_NUMBER = Regex("(.*[a-z])-?([0-9]+)")

private fun partsOf(version: String): VersionParts? {
    if (version.length > VERSION_MAX_LENGTH) return null
    val (numbers, word, letter, count, identifiers) = VERSION.matchEntire(plainText(version))?.destructured ?: return null
    val name = if (letter == "a") "alpha" else if (letter == "b") "beta" else word
    val preRelease = if (name.isEmpty()) identifiers.split(".") else listOf(name, count)
    return VersionParts(
        numbers.split(".", ",").map(::BigInteger),
        preRelease.filter { it.isNotEmpty() }
            .flatMap { WORD_AND_NUMBER.matchEntire(it)?.groupValues?.drop(1) ?: listOf(it) },
    )
}

/** In small letters, with the digits 0 to 9 for those of any script, one kind of blank, and ASCII's signs. */
private fun plainText(version: String): String {
    val text = StringBuilder()
    var index = 0
    while (index < version.length) {
        val letter = version.codePointAt(index)
        index += Character.charCount(letter)
        val plain = if (letter in 0xFF01..0xFF5E) letter - 0xFEE0 else letter
        when {
            Character.isDigit(plain) -> text.append(Character.digit(plain, 10))
            plain == 0x066B -> text.append(',')
            Character.isWhitespace(plain) || Character.isSpaceChar(plain) -> text.append(' ')
            plain in 0x41..0x5A -> text.append((plain + 0x20).toChar())
            else -> text.appendCodePoint(plain)
        }
    }
    return text.trim().toString()
}

/**
 * Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0. A
 * pre-release is below its release, and a build does not count: 1.2-rc.1 is below 1.2, which is the same as 1.2 (34).
 * Null if one of them is no version.
 */
fun compareVersions(left: String, right: String): Int? {
    val leftParts = partsOf(left) ?: return null
    val rightParts = partsOf(right) ?: return null
    for (index in 0 until maxOf(leftParts.numbers.size, rightParts.numbers.size)) {
        val leftNumber = leftParts.numbers.getOrElse(index) { BigInteger.ZERO }
        val rightNumber = rightParts.numbers.getOrElse(index) { BigInteger.ZERO }
        if (leftNumber != rightNumber) return leftNumber.compareTo(rightNumber)
    }
    return comparePreReleases(leftParts.preRelease, rightParts.preRelease)
}

private fun comparePreReleases(left: List<String>, right: List<String>): Int {
    if (left.isEmpty() || right.isEmpty()) return right.size.compareTo(left.size)
    for (index in 0 until minOf(left.size, right.size)) {
        val leftNumber = left[index].toBigIntegerOrNull()
        val rightNumber = right[index].toBigIntegerOrNull()
        val difference = when {
            leftNumber != null && rightNumber != null -> leftNumber.compareTo(rightNumber)
            // Numbers are below words.
            leftNumber != null -> -1
            rightNumber != null -> 1
            else -> left[index].compareTo(right[index])
        }
        if (difference != 0) return difference
    }
    return left.size.compareTo(right.size)
}

/** Decides for an installed version. Versions that cannot be compared never block anybody. */
fun decide(installed: String, latest: JSONObject): Decision {
    if (latest.isNull("version")) return Decision.Continue
    val version = latest.getString("version")
    if ((compareVersions(installed, version) ?: 0) >= 0) return Decision.Continue
    val downloadUrl = latest.getString("downloadUrl")
    return if (latest.getBoolean("forceUpdate")) Decision.RequireUpdate(version, downloadUrl, null)
    else Decision.OfferUpdate(version, downloadUrl, null)
}

/**
 * Asks the gate for the published versions, to decide here. Whatever goes wrong (no network, a time-out, 500, 503
 * twice) the app continues: the gate must never be the reason why nobody can work. Ask again at the next start.
 */
fun checkVersion(address: String, installed: String, timeoutMs: Int = 3000): Decision =
    ask("$address/api/version", timeoutMs) { body -> decide(installed, body.getJSONObject("android")) }

private fun ask(
    url: String,
    timeoutMs: Int,
    mayRetry: Boolean = true,
    decideBy: (JSONObject) -> Decision,
): Decision {
    val connection = URL(url).openConnection() as HttpURLConnection
    connection.connectTimeout = timeoutMs
    connection.readTimeout = timeoutMs
    // For the message's language: unlike a browser, the platform does not send it.
    connection.setRequestProperty("Accept-Language", Locale.getDefault().toLanguageTag())
    try {
        val status = connection.responseCode
        if ((status == 503 || status == 429) && mayRetry) {
            // Up to a second more than `Retry-After`, so that not everybody comes back at the same moment.
            val seconds = minOf(connection.getHeaderFieldInt("Retry-After", 1), 5)
            Thread.sleep(seconds * 1000L + (Math.random() * 1000).toLong())
            return ask(url, timeoutMs, mayRetry = false, decideBy = decideBy)
        }
        if (status == 400) {
            // The request is at fault: without mending it, the app would continue for ever, and never hear of an update.
            val refusal = connection.errorStream?.bufferedReader()?.use { it.readText() }
            Log.w("VersionGate", "The version gate refuses the request: $refusal")
        }
        if (status != 200) return Decision.Continue
        val body = connection.inputStream.bufferedReader().use { it.readText() }
        return decideBy(JSONObject(body))
    } catch (error: IOException) {
        return Decision.Continue
    } catch (error: JSONException) {
        return Decision.Continue
    } finally {
        connection.disconnect()
    }
}
