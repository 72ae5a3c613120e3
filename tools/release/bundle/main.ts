/**
 * `npm run bundle -- [--out DIR] [service…]`: one program per service, as the images carry it, into `dist/`.
 */
import { cpSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildConsole } from "../console/build-console.ts";
import { bundleService, selectServices } from "./bundle-service.ts";

/** The service that serves the console, from a folder beside its program. */
const CONSOLE_SERVER = "approval-engine";

const { values, positionals } = parseArgs({
  options: { out: { type: "string", default: "dist" } },
  allowPositionals: true,
});
const outDir = resolve(values.out);
for (const service of selectServices(positionals)) {
  rmSync(resolve(outDir, service.name), { recursive: true, force: true });
  const { main } = await bundleService(service, outDir);
  if (service.name === CONSOLE_SERVER) {
    cpSync((await buildConsole()).directory, resolve(outDir, service.name, "console"), { recursive: true });
  }
  console.log(`${service.name}: ${main} (${Math.round(statSync(main).size / 1024)} KiB)`);
}
