/** `npm run audit:verify`. Exit code 1 for a trail with faults, 2 for invalid arguments. */
import { connectStore } from "@countersign/mongo";
import { CONTRACT_PORTS } from "../../dev/start/platform-ports.ts";
import { AUDIT_USAGE, AuditUsageError, parseAuditArguments, verifyTrails } from "./audit-command.ts";

const DEFAULT_URI = `mongodb://127.0.0.1:${CONTRACT_PORTS.store}/?replicaSet=rs0`;

async function main(args: readonly string[]): Promise<boolean> {
  const trails = parseAuditArguments(args);
  await using open = new AsyncDisposableStack();
  const store = await connectStore({
    uri: process.env["MONGODB_URI"] || DEFAULT_URI,
    dbName: process.env["MONGODB_DB"] || "countersign",
    appName: "audit",
  });
  open.defer(() => store.close());
  return await verifyTrails(store, trails, (text) => console.log(text));
}

const args = process.argv.slice(2);
if (args.includes("--help")) {
  console.log(AUDIT_USAGE);
} else {
  try {
    process.exitCode = (await main(args)) ? 0 : 1;
  } catch (error) {
    const isUsage = error instanceof AuditUsageError;
    console.error(isUsage ? `${error.message}\n\n${AUDIT_USAGE}` : (error as Error).message);
    process.exitCode = isUsage ? 2 : 1;
  }
}
