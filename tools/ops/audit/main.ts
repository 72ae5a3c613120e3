/** `npm run audit:verify`. Exit code 1 for a trail with faults. */
import { runOnStore } from "../run-on-store.ts";
import { AUDIT_USAGE, parseAuditArguments, verifyTrails } from "./audit-command.ts";

await runOnStore({
  name: "audit",
  script: "audit:verify",
  usage: AUDIT_USAGE,
  parse: parseAuditArguments,
  run: (store, trails) => verifyTrails(store, trails, (text) => console.log(text)),
});
