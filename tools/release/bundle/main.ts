/**
 * `npm run bundle -- [--out DIR] [service…]`: one program per service, and `ops` with the operators' commands, as the
 * images carry them, into `dist/`.
 */
import { rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleService, selectServices } from "./bundle-service.ts";

const { values, positionals } = parseArgs({
  options: { out: { type: "string", default: "dist" } },
  allowPositionals: true,
});
const outDir = resolve(values.out);
for (const service of selectServices(positionals)) {
  rmSync(resolve(outDir, service.name), { recursive: true, force: true });
  const { main } = await bundleService(service, outDir);
  console.log(`${service.name}: ${main} (${Math.round(statSync(main).size / 1024)} KiB)`);
}
