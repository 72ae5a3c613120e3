/**
 * Asks every service without pause, as clients that retry once: `node tools/dev/keep-asking/main.ts --for <seconds>`.
 * Prints how many requests were answered at the first and at the second try, and fails when one was not answered.
 */
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readAuthVariables } from "../identity/development-identity.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "../start/demo-company.ts";
import { signToken } from "../token/token-command.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";
import { optionsOrExit, readOrExit } from "../../usage.ts";

const RETRY_AFTER_MS = 1_000;
const ATTEMPT_TIMEOUT_MS = 5_000;

const USAGE = `Asks every service without pause, as clients that retry once; fails when a request was not answered.

usage: node tools/dev/keep-asking/main.ts [options]

  --for <seconds>  how long (10)
  --host <name>    where the services are (127.0.0.1)
  --data <dir>     data directory of that "npm start", if it was given one`;

const { values } = await optionsOrExit(USAGE, {
  options: {
    data: { type: "string", default: DEFAULT_DATA_DIR },
    host: { type: "string", default: "127.0.0.1" },
    for: { type: "string", default: "10" },
  },
});
const { userId: sub, name, privileged } = DEMO_PEOPLE.employee;
const about = { sub, companyId: DEMO_COMPANY.id, name, privileged, expires: "1h" };
const token = await readOrExit(USAGE, () =>
  signToken(about, readAuthVariables(process.env, resolve(values.data))),
);

/** Read-only requests, so that all of them may be repeated. */
const QUESTIONS: readonly { service: string; path: string; body?: object }[] = [
  { service: "version-gate", path: ":8080/api/version" },
  { service: "mcp-journal", path: ":3002/.well-known/oauth-protected-resource" },
  {
    service: "approval-engine",
    path: ":3003/graphql",
    body: { query: "{ workflowTaskPage(input: { take: 1 }) { total } }" },
  },
  { service: "console", path: ":3003/console/" },
  { service: "hr-service", path: ":3004/api/openapi.json" },
  { service: "inventory-service", path: ":3005/api/openapi.json" },
];

/** The reason for a missing answer; `undefined` when there was one. */
async function ask({ path, body }: (typeof QUESTIONS)[number]): Promise<string | undefined> {
  try {
    const response = await fetch(`http://${values.host}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    const text = await response.text();
    return response.ok && !text.includes('"errors"') ? undefined : `${response.status} ${text.slice(0, 200)}`;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

const until = performance.now() + Number(values.for) * 1_000;
const outcomes = QUESTIONS.map(async (question) => {
  let [answeredCount, retriedCount] = [0, 0];
  const failures: string[] = [];
  while (performance.now() < until) {
    if ((await ask(question)) === undefined) {
      answeredCount += 1;
      continue;
    }
    await delay(RETRY_AFTER_MS);
    const fault = await ask(question);
    if (fault === undefined) retriedCount += 1;
    else failures.push(fault);
  }
  console.log(
    `${question.service}: ${answeredCount} at once, ${retriedCount} at the second try, ${failures.length} failed`,
  );
  for (const failure of failures) console.error(`  ${failure}`);
  return failures.length === 0 && answeredCount > 0;
});
process.exitCode = (await Promise.all(outcomes)).every(Boolean) ? 0 : 1;
