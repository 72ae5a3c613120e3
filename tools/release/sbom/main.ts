/** `npm run sbom -- [--out DIR] [service…]`: a bill of materials (CycloneDX) for each image, into `dist/<service>/sbom.json`. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleArguments } from "../bundle/bundle-arguments.ts";
import { bundleService } from "../bundle/bundle-service.ts";
import { bundledPackages } from "../supply-chain/bundled-packages.ts";
import { readInstalledSbom, serviceSbom } from "../supply-chain/service-sbom.ts";

const USAGE = `Bundles each named service, or all, and writes the list of the packages in it.

usage: npm run sbom [-- <service> … --out <dir>]

  --out <dir>  the folder that gets a folder of each service (dist)`;

const { out, services } = await bundleArguments(USAGE);
const installedSbom = readInstalledSbom();
for (const service of services) {
  const { inputs } = await bundleService(service, resolve(out));
  const packages = bundledPackages(inputs);
  const path = join(out, service.name, "sbom.json");
  writeFileSync(path, `${JSON.stringify(serviceSbom(installedSbom, service.name, packages), null, 2)}\n`);
  console.log(`${path}: ${packages.length} packages`);
}
