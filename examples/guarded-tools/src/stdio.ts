/** The tool server over standard input and output: `node src/stdio.ts <address of the engine>`. */
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createRemoteJWKSet } from "jose";
import { createGrantCheck } from "./check-grant.ts";
import { createGuardedTools } from "./tool-server.ts";

const [engineUrl = "http://localhost:3003"] = process.argv.slice(2);

const checkGrant = createGrantCheck({
  keys: createRemoteJWKSet(new URL("/.well-known/jwks.json", engineUrl)),
  issuer: process.env["GRANT_ISSUER"] ?? engineUrl,
  audience: "guarded-tools",
});
const records = new Map([
  ["customers-2019", "closed accounts"],
  ["customers-2026", "customers of today"],
]);
await createGuardedTools(records, checkGrant).connect(new StdioServerTransport());
