import { relative } from "node:path";
import Table from "cli-table3";
import { DEMO_COMPANY, DEMO_PEOPLE } from "./demo-company.ts";
import type { ServiceName } from "./platform-ports.ts";
import type { Platform } from "./start-platform.ts";

const SURFACES: Readonly<Record<ServiceName, string>> = {
  "version-gate": "/api/version",
  "mcp-journal": "/api/mcp, /api/mcp/sse",
  "approval-engine": "/graphql, /api/workflow/download",
  "hr-service": "/leaves",
};

const BORDERLESS = {
  chars: Object.fromEntries(
    [
      ..."top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid".split(" "),
      ..."mid mid-mid right right-mid".split(" "),
    ].map((name) => [name, ""]),
  ),
  style: { head: ["bold"], "padding-left": 1, "padding-right": 1 },
};

function formatTable(head: string[], rows: readonly string[][]): string {
  const table = new Table({ ...BORDERLESS, head, chars: { ...BORDERLESS.chars, middle: " " } });
  table.push(...rows);
  return table.toString();
}

/** The command that prints a person's token. */
function tokenCommand({ userId, name, privileged }: (typeof DEMO_PEOPLE)[keyof typeof DEMO_PEOPLE]): string {
  const flags = `--sub ${userId} --company ${DEMO_COMPANY.id} --name "${name}"`;
  return `$(npm run --silent token -- ${flags}${privileged ? " --privileged" : ""})`;
}

function formatDemoCompany(urlOf: (name: ServiceName) => string): string {
  const people = Object.values(DEMO_PEOPLE);
  const graphql = (query: string): string =>
    `curl -s ${urlOf("approval-engine")}/graphql -H "authorization: Bearer $MANAGER" \\\n` +
    `    -H 'content-type: application/json' -d '{"query":"${query}"}'`;
  return [
    `Demo company: ${DEMO_COMPANY.name} (${DEMO_COMPANY.id})`,
    formatTable(
      ["who", "role", "user id", "employee id"],
      people.map(({ name, role, userId, employeeId }) => [name, role, userId, employeeId]),
    ),
    "",
    "Tokens, each for one hour, to copy into a shell in this folder:",
    ...people.map((person) => `  ${person.key.toUpperCase()}=${tokenCommand(person)}`),
    "",
    "What to try next, in a second terminal:",
    "  npm run demo",
    `  curl -s ${urlOf("version-gate")}/api/version`,
    `  curl -s ${urlOf("hr-service")}/leaves -H "authorization: Bearer $EMPLOYEE" \\`,
    `    -H 'content-type: application/json' -d '${JSON.stringify(exampleLeave())}'`,
    `  ${graphql("{ myPendingApprovals { taskId ref kind stageName } }")}`,
  ].join("\n");
}

/** A leave request as the HR service takes it. */
function exampleLeave() {
  return {
    employeeId: DEMO_PEOPLE.employee.employeeId,
    from: "2027-03-01",
    to: "2027-03-05",
    reason: "Sailing",
  };
}

/** Says where everything is, who the demo people are, and what to try next. */
export function formatWelcome(
  platform: Platform,
  options: { dataDir: string; demoCompany: boolean },
): string {
  const { services, store, bus } = platform;
  const urlOf = (name: ServiceName): string =>
    services.find((service) => service.name === name)?.publicUrl ?? "";
  const folder = relative(process.cwd(), options.dataDir) || ".";
  return [
    "",
    "Countersign is running; Ctrl-C stops it.",
    "",
    formatTable(
      ["service", "address", "internal", "serves"],
      services.map(({ name, publicUrl, internalUrl }) => [
        name,
        publicUrl,
        internalUrl,
        SURFACES[name as ServiceName],
      ]),
    ),
    "",
    store.kind === "embedded"
      ? `Store: the embedded development store at ${store.uri}, kept in ${folder}/`
      : "Store: MONGODB_URI",
    bus === "nats" ? "Bus: NATS_URL" : "Bus: inside this process, kept in the store",
    "",
    ...(options.demoCompany ? [formatDemoCompany(urlOf), ""] : []),
  ].join("\n");
}
