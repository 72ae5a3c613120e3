/** `npm run sbom -- [--out DIR] [service…]`: a bill of materials (CycloneDX) for each image, into `dist/<service>/sbom.json`. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleService, selectServices } from "../bundle/bundle-service.ts";
import { bundledPackages } from "../supply-chain/bundled-packages.ts";
import { readInstalledSbom, serviceSbom } from "../supply-chain/service-sbom.ts";

const { values, positionals } = parseArgs({
  options: { out: { type: "string", default: "dist" } },
  allowPositionals: true,
});
const installed = readInstalledSbom();
for (const service of selectServices(positionals)) {
  const { inputs } = await bundleService(service, resolve(values.out));
  const packages = bundledPackages(inputs);
  const path = join(values.out, service.name, "sbom.json");
  writeFileSync(path, `${JSON.stringify(serviceSbom(installed, service.name, packages), null, 2)}\n`);
  console.log(`${path}: ${packages.length} packages`);
}
