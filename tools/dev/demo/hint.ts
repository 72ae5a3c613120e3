/**
 * The usual cause of a failure of the demo, and its remedy.
 *
 * @param message of the error
 */
export function hintFor(message: string): string | undefined {
  if (/answered 401|Unauthorized|4401/u.test(message)) {
    return (
      "The services do not take this terminal's tokens: they verify with another key. Give the demo the data directory of\n" +
      "that npm start (--data <dir>), and the AUTH_SECRET, AUTH_ISSUER and AUTH_AUDIENCE that it has, or none where it has none."
    );
  }
  if (/: not within \d+ s/u.test(message)) {
    return (
      "A message has not arrived. After a restart of its broker the platform goes on by itself within a minute: try again. A\n" +
      "broker that lost its data, or was changed for another, lacks what was on its way: npm run outbox -- replay --since 1h\n" +
      "publishes it again. A message that consumers gave up is listed by npm run deadletters -- list."
    );
  }
  if (/fetch failed|ECONNREFUSED|ECONNRESET|socket/u.test(message)) {
    return "A service has stopped answering: look at the terminal of npm start.";
  }
  return undefined;
}
