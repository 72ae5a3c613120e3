/**
 * `npm run bundle -- [--out DIR] [service…]`: one program per service, as the images carry it, into `dist/`.
 */
import { rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleService, findServices } from "./bundle-service.ts";

const { values, positionals } = parseArgs({
  options: { out: { type: "string", default: "dist" } },
  allowPositionals: true,
});
const services = findServices();
const unknown = positionals.filter((name) => !services.some((service) => service.name === name));
if (unknown.length > 0) {
  console.error(
    `no such service: ${unknown.join(", ")}; there are ${services.map((s) => s.name).join(", ")}`,
  );
  process.exit(2);
}

const outDir = resolve(values.out);
for (const service of services) {
  if (positionals.length > 0 && !positionals.includes(service.name)) continue;
  rmSync(resolve(outDir, service.name), { recursive: true, force: true });
  const { main } = await bundleService(service, outDir);
  console.log(`${service.name}: ${main} (${Math.round(statSync(main).size / 1024)} KiB)`);
}
