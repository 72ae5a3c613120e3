import type { z } from "zod";

/** The configuration is wrong; the message has one line per fault, naming the variable and what was expected. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/** The variables of a process, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks the environment against a schema of a service. An empty variable counts as unset, as in `PORT=`.
 *
 * @throws ConfigError with every fault, not only the first; values are never quoted, they may be secrets
 */
export function loadConfig<S extends z.ZodType>(schema: S, env: Environment): z.output<S> {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parseResult = schema.safeParse(set);
  if (parseResult.success) return parseResult.data;
  throw new ConfigError(parseResult.error.issues.map((issue) => faultLine(issue, set)));
}

function faultLine(issue: z.core.$ZodIssue, set: Environment): string {
  const variable = issue.path.join(".") || "environment";
  const state = issue.code !== "custom" && set[variable] === undefined ? "is not set; " : "";
  return `${variable}: ${state}${expectation(issue)}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `expected one of ${issue.values.join(", ")}`;
  if (
    issue.code === "invalid_type" &&
    issue.expected === "number" &&
    issue.message.startsWith("Invalid input")
  )
    return "expected a number";
  if (issue.code === "too_big" && issue.origin === "string")
    return `expected at most ${issue.maximum} characters`;
  if (issue.code === "too_small" && issue.origin === "number")
    return `expected a number of at least ${issue.minimum}`;
  if (issue.code === "too_big" && issue.origin === "number")
    return `expected a number of at most ${issue.maximum}`;
  return issue.message;
}
