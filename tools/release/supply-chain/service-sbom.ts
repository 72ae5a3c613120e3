import { spawnSync } from "node:child_process";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import type { BundledPackage } from "./bundled-packages.ts";

/** The parts of a CycloneDX document that are read here. */
export interface Sbom {
  metadata: { component: { name: string; "bom-ref": string } };
  components: { "bom-ref": string; name: string; version: string; purl: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** npm's CycloneDX document of the whole installation. @throws Error when npm fails */
export function readInstalledSbom(): Sbom {
  const { status, stdout, stderr } = spawnSync("npm", ["sbom", "--sbom-format=cyclonedx"], {
    cwd: WORKSPACE_ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom: ${stderr}`);
  return JSON.parse(stdout) as Sbom;
}

/**
 * CycloneDX of one service's image: the installed packages that its bundle contains. The same sources give the same
 * document: it has neither a serial number nor a time.
 *
 * @throws Error when npm does not know a package of the bundle
 */
export function serviceSbom(installedSbom: Sbom, name: string, packages: readonly BundledPackage[]): object {
  const wantedParts = new Set(packages.map((part) => `${part.name}@${part.version}`));
  const components = installedSbom.components.filter((part) =>
    wantedParts.delete(`${part.name}@${part.version}`),
  );
  if (wantedParts.size > 0) throw new Error(`npm does not know ${[...wantedParts].join(", ")}`);
  const refs = new Set(components.map((component) => component["bom-ref"]));
  const dependencies = installedSbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((partRef) => refs.has(partRef)) }));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", name, "bom-ref": name } },
    components,
    dependencies: [{ ref: name, dependsOn: [...refs] }, ...dependencies],
  };
}
