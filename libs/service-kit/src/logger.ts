import { traceFields } from "@countersign/tracing";
import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

const CENSOR = "[redacted]";

/** Header and property names whose values are credentials, anywhere in a log line. */
const SECRET_PATHS = [
  "authorization",
  "cookie",
  "set-cookie",
  "token",
  "accessToken",
  "access_token",
  "password",
  "secret",
]
  .map((name) => (name.includes("-") ? `["${name}"]` : name))
  .flatMap((name) => {
    const below = name.startsWith("[") ? name : `.${name}`;
    return [name, `*${below}`, `*.headers${below}`, `headers${below}`];
  });

/** Credentials inside text, such as a message or a URL: JWTs, bearer values, query parameters, URI passwords. */
const SECRET_TEXT: readonly [RegExp, string][] = [
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, CENSOR],
  [/\b(bearer\s+)[\w~+/.-]{8,}=*/gi, `$1${CENSOR}`],
  [/([?&](?:access_token|id_token|token|authorization|api_key|secret)=)[^&\s"\\]+/gi, `$1${CENSOR}`],
  [/(:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+@/g, `$1${CENSOR}@`],
];

/** Removes credentials from a piece of text. */
export function redact(text: string): string {
  return SECRET_TEXT.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/**
 * Creates the log of a service: JSON lines on standard output, without credentials whatever is logged, and with
 * `traceId` and `spanId` of the request or message in progress.
 *
 * @param options.destination another destination of the lines, for tests
 */
export function createLogger(options: {
  name: string;
  level: string;
  destination?: DestinationStream;
}): Logger {
  const { name, level, destination } = options;
  const settings = {
    name,
    level,
    redact: { paths: SECRET_PATHS, censor: CENSOR },
    hooks: { streamWrite: redact },
    mixin: traceFields,
  };
  return destination ? pino(settings, destination) : pino(settings);
}
