// Android: uses nothing but the platform. Call checkVersion off the main thread.
import java.io.IOException
import java.math.BigInteger
import java.net.HttpURLConnection
import java.net.URL
import org.json.JSONException
import org.json.JSONObject

/** What the app should do at its start. */
sealed class Decision {
    object Continue : Decision()
    data class OfferUpdate(val version: String, val downloadUrl: String) : Decision()
    data class RequireUpdate(val version: String, val downloadUrl: String) : Decision()
}

/**
 * Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0.
 * Null if one of them is not made of numbers and dots.
 */
fun compareVersions(left: String, right: String): Int? {
    val dotted = Regex("[0-9]+(\\.[0-9]+)*")
    if (!dotted.matches(left) || !dotted.matches(right)) return null
    val leftParts = left.split(".").map(::BigInteger)
    val rightParts = right.split(".").map(::BigInteger)
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
    return if (latest.getBoolean("forceUpdate")) Decision.RequireUpdate(version, downloadUrl)
    else Decision.OfferUpdate(version, downloadUrl)
}

/**
 * Asks the gate. Whatever goes wrong (no network, a time-out, 500, 503 twice) the app continues: the gate must never
 * be the reason why nobody can work. Ask again at the next start.
 */
fun checkVersion(address: String, installed: String, timeoutMs: Int = 3000, mayRetry: Boolean = true): Decision {
    val connection = URL("$address/api/version").openConnection() as HttpURLConnection
    connection.connectTimeout = timeoutMs
    connection.readTimeout = timeoutMs
    try {
        val status = connection.responseCode
        if ((status == 503 || status == 429) && mayRetry) {
            // Up to a second more than `Retry-After`, so that not everybody comes back at the same moment.
            val seconds = minOf(connection.getHeaderFieldInt("Retry-After", 1), 5)
            Thread.sleep(seconds * 1000L + (Math.random() * 1000).toLong())
            return checkVersion(address, installed, timeoutMs, mayRetry = false)
        }
        if (status != 200) return Decision.Continue
        val body = connection.inputStream.bufferedReader().use { it.readText() }
        return decide(installed, JSONObject(body).getJSONObject("android"))
    } catch (error: IOException) {
        return Decision.Continue
    } catch (error: JSONException) {
        return Decision.Continue
    } finally {
        connection.disconnect()
    }
}
