/**
 * `npm run bundle -- [--out DIR] [service…]`: one program per service, and `ops` with the operators' commands, as the
 * images carry them, into `dist/`.
 */
import { rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { bundleService, selectServices } from "./bundle-service.ts";
import { readOptions, readOrExit } from "../../usage.ts";

const USAGE = `Bundles each named service, or all, into one file.

usage: npm run bundle [-- <service> … --out <dir>]

  --out <dir>  the folder that gets a folder of each service (dist)`;

const { out, services } = await readOrExit(USAGE, (args) => {
  const { values, positionals } = readOptions({
    args,
    options: { out: { type: "string", default: "dist" } },
    allowPositionals: true,
  });
  return { out: values.out, services: selectServices(positionals) };
});
const outDir = resolve(out);
for (const service of services) {
  rmSync(resolve(outDir, service.name), { recursive: true, force: true });
  const { main } = await bundleService(service, outDir);
  console.log(`${service.name}: ${main} (${Math.round(statSync(main).size / 1024)} KiB)`);
}
