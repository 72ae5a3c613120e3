// Android: uses nothing but the platform. Call checkUpdate and checkVersion off the main thread.
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
 * Whatever goes wrong the app continues. Ask again at the next start.
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

/** Blanks, a `v` before the numbers, and a build in brackets or after `+` do not count: `v1.2 (34)` is 1.2. */
private val VERSION = Regex("[vV]?([0-9]+(?:\\.[0-9]+)*)\\s*(?:[+(\\[][\\s\\S]*)?")

private fun partsOf(version: String): List<BigInteger>? =
    VERSION.matchEntire(version.trim())?.groupValues?.get(1)?.split(".")?.map(::BigInteger)

/**
 * Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0.
 * Null if one of them is not made of numbers and dots.
 */
fun compareVersions(left: String, right: String): Int? {
    val leftParts = partsOf(left) ?: return null
    val rightParts = partsOf(right) ?: return null
    for (index in 0 until maxOf(leftParts.size, rightParts.size)) {
        val leftPart = leftParts.getOrElse(index) { BigInteger.ZERO }
        val rightPart = rightParts.getOrElse(index) { BigInteger.ZERO }
        if (leftPart != rightPart) return leftPart.compareTo(rightPart)
    }
    return 0
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
