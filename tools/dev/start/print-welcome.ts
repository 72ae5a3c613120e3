import { relative } from "node:path";
import Table from "cli-table3";
import { DEFAULT_DATA_DIR, WORKSPACE_ROOT } from "../../workspace.ts";
import {
  DEMO_COMPANY,
  DEMO_ENTRY_LIMIT,
  DEMO_ENTRY_WORKFLOW,
  DEMO_PEOPLE,
  type DemoPerson,
} from "./demo-company.ts";
import { SERVICE_NAMES, type ServiceName } from "./platform-ports.ts";
import type { Platform } from "./start-platform.ts";

const SURFACES: Readonly<Record<ServiceName, string>> = {
  "version-gate": "/api/version",
  "mcp-journal": "/api/mcp, /api/mcp/sse",
  "approval-engine": "/graphql, /api/v1/documents, /api/mcp/approvals, /api/workflow/download, /console/",
  "hr-service": "/api/leaves",
  "inventory-service": "/api/orders, /api/invoices",
};

const NO_LINES = Object.fromEntries(
  ["top", "bottom", "left", "mid", "right"]
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((name) => [name, ""]),
);

function formatTable(head: string[], rows: readonly string[][]): string {
  const table = new Table({
    head,
    chars: { ...NO_LINES, middle: "" },
    style: { head: [], border: [], "padding-left": 2, "padding-right": 0 },
  });
  table.push(...rows);
  return table.toString();
}

/** The command that prints a person's token. */
function tokenCommand({ userId, name, privileged }: DemoPerson, dataFlag: string, ownFlags = ""): string {
  const flags = `--sub ${userId} --company ${DEMO_COMPANY.id} --name "${name}"`;
  return `$(npm run --silent token -- ${flags}${privileged ? " --privileged" : ""}${ownFlags}${dataFlag})`;
}

function dataFlagOf(dataDir: string): string {
  return dataDir === DEFAULT_DATA_DIR ? "" : ` --data ${dataDir}`;
}

function formatDemoCompany(dataDir: string): string {
  const dataFlag = dataFlagOf(dataDir);
  const people = Object.values(DEMO_PEOPLE);
  return [
    `Demo company: ${DEMO_COMPANY.name} (${DEMO_COMPANY.id})`,
    formatTable(
      ["who", "role", "user id", "employee id"],
      people.map(({ name, role, userId, employeeId }) => [name, role, userId, employeeId]),
    ),
    "",
    "Tokens, each for one hour, to copy into a shell in this folder:",
    ...people.map((person) => `  ${person.key.toUpperCase()}=${tokenCommand(person, dataFlag)}`),
    `and one for an agent: AGENT=${tokenCommand(DEMO_PEOPLE.hr, dataFlag, " --agent")}`,
  ].join("\n");
}

/** Commands to copy; they need every service. */
function formatNextSteps(urlOf: (name: ServiceName) => string, dataDir: string): string {
  const [{ approver }] = DEMO_ENTRY_WORKFLOW.stages;
  const dataFlag = dataFlagOf(dataDir);
  const graphql = (query: string): string =>
    `curl -s ${urlOf("approval-engine")}/graphql -H "authorization: Bearer $MANAGER" \\\n` +
    `    -H 'content-type: application/json' -d '{"query":"${query}"}'`;
  return [
    "What to try next, in a second terminal:",
    `  npm run demo${dataFlag && ` --${dataFlag}`}`,
    `  npm run mcp:try${dataFlag && ` --${dataFlag}`}`,
    `    # an agent's session; entries above ${DEMO_ENTRY_LIMIT} wait for ${approver.name}`,
    `  npm run ask:try${dataFlag && ` --${dataFlag}`}`,
    `    # an agent that asks a person before it may use a dangerous tool`,
    `  curl -s ${urlOf("version-gate")}/api/version`,
    `  curl -s ${urlOf("hr-service")}/api/leaves -H "authorization: Bearer $EMPLOYEE" \\`,
    `    -H 'content-type: application/json' -d '${JSON.stringify(exampleLeave())}'`,
    `  ${graphql("{ inboxPage { data { _id ref kind title } } }")}`,
    "",
    `or in a browser: ${urlOf("approval-engine")}/graphiql (with the header authorization: Bearer <token>)`,
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

/** A path below the workspace without it. */
function shownPath(path: string): string {
  const below = relative(WORKSPACE_ROOT, path);
  return below.startsWith("..") ? path : below;
}

/** Prints the addresses, the demo people, and what to try next. */
export function formatWelcome(
  platform: Platform,
  options: { dataDir: string; demoCompany: boolean },
): string {
  const { services, store, bus } = platform;
  const urlOf = (name: ServiceName): string =>
    services.find((service) => service.name === name)?.publicUrl ?? "";
  const complete = services.length === SERVICE_NAMES.length;
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
    ...(platform.consoleUrl === undefined ? [] : [`Console  ${platform.consoleUrl}`]),
    ...(platform.mails === undefined
      ? []
      : [`Mails    ${platform.mails.pageUrl}, kept in ${shownPath(platform.mails.folder)}/`]),
    ...(platform.consoleUrl === undefined && platform.mails === undefined ? [] : [""]),
    store.kind === "embedded"
      ? `Store: the embedded development store at ${store.uri}, kept in ${shownPath(options.dataDir)}/`
      : "Store: MONGODB_URI",
    bus === "nats" ? "Bus: NATS_URL" : "Bus: inside this process, refilled from the outbox at start",
    "",
    ...(options.demoCompany ? [formatDemoCompany(options.dataDir), ""] : []),
    ...(options.demoCompany && complete ? [formatNextSteps(urlOf, options.dataDir), ""] : []),
  ].join("\n");
}
