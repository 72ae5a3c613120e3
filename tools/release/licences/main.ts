/**
 * `npm run licences -- [service…]`: the third-party packages in the images, with their licences. Fails for a licence
 * that requires more than its notice.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleService, selectServices } from "../bundle/bundle-service.ts";
import { bundledPackages, isAccepted } from "../supply-chain/bundled-packages.ts";
import { readOptions, readOrExit } from "../../usage.ts";

const USAGE = `Lists the packages in each named service, or in all, with their licences. Fails for one that requires more than its
notice.

usage: npm run --silent licences [-- <service> …]`;

const services = await readOrExit(USAGE, (args) =>
  selectServices(readOptions({ args, allowPositionals: true }).positionals),
);
const outDir = mkdtempSync(join(tmpdir(), "countersign-licences-"));
const inputs: string[] = [];
for (const service of services) inputs.push(...(await bundleService(service, outDir)).inputs);
rmSync(outDir, { recursive: true });

for (const { name, version, licence } of bundledPackages(inputs)) {
  const isLicenceAccepted = isAccepted(licence);
  if (!isLicenceAccepted) process.exitCode = 1;
  console.log(`${name} ${version}: ${licence}${isLicenceAccepted ? "" : "  <- not accepted"}`);
}
