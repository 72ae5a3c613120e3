/** `npm run sbom -- [--out DIR]`: a bill of materials (CycloneDX) for each image, into `dist/<service>/sbom.json`. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleService, findServices } from "../bundle/bundle-service.ts";
import { bundledPackages } from "../supply-chain/bundled-packages.ts";
import { readInstalledSbom, serviceSbom } from "../supply-chain/service-sbom.ts";

const { values } = parseArgs({ options: { out: { type: "string", default: "dist" } } });
const installed = readInstalledSbom();
for (const service of findServices()) {
  const { inputs } = await bundleService(service, resolve(values.out));
  const packages = bundledPackages(inputs);
  const path = join(values.out, service.name, "sbom.json");
  writeFileSync(path, `${JSON.stringify(serviceSbom(installed, service.name, packages), null, 2)}\n`);
  console.log(`${path}: ${packages.length} packages`);
}
