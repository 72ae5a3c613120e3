/**
 * `npm run bundle -- [--out DIR] [service…]`: one program per service, and `ops` with the operators' commands, as the
 * images carry them, into `dist/`.
 */
import { rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { bundleArguments } from "./bundle-arguments.ts";
import { bundleService } from "./bundle-service.ts";

const USAGE = `Bundles each named service, or all, into one file.

usage: npm run bundle [-- <service> … --out <dir>]

  --out <dir>  the folder that gets a folder of each service (dist)`;

const { out, services } = await bundleArguments(USAGE);
const outDir = resolve(out);
for (const service of services) {
  rmSync(resolve(outDir, service.name), { recursive: true, force: true });
  const { main } = await bundleService(service, outDir);
  console.log(`${service.name}: ${main} (${Math.round(statSync(main).size / 1024)} KiB)`);
}
