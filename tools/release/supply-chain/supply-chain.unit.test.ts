import { describe, expect, it } from "vitest";
import { bundledPackages, formatNotices, isAccepted } from "./bundled-packages.ts";
import { type Sbom, serviceSbom } from "./service-sbom.ts";

const INPUTS = [
  "apps/version-gate/src/main.ts",
  "node_modules/fastify/lib/route.js",
  "node_modules/fastify/fastify.js",
  "node_modules/@fastify/error/index.js",
];

describe("the packages of a bundle", () => {
  const packages = bundledPackages(INPUTS);

  it("are listed once each, with their licences", () => {
    expect(packages.map(({ name, licence }) => [name, licence])).toEqual([
      ["@fastify/error", "MIT"],
      ["fastify", "MIT"],
    ]);
  });

  it("keep their notices", () => {
    expect(formatNotices(packages)).toMatch(
      /^@fastify\/error [\d.]+ \(MIT\)\n\n[^]*Copyright[^]*\nfastify 5/,
    );
  });

  it("are the only entries of the bill of materials", () => {
    const [error, fastify] = packages.map(({ name, version }) => ({
      "bom-ref": `${name}@${version}`,
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
    }));
    const other = { "bom-ref": "vitest@1", name: "vitest", version: "1", purl: "pkg:npm/vitest@1" };
    const installed: Sbom = {
      metadata: { component: { name: "workspace", "bom-ref": "workspace" } },
      components: [error!, fastify!, other],
      dependencies: [
        { ref: fastify!["bom-ref"], dependsOn: [error!["bom-ref"], "vitest@1"] },
        { ref: "vitest@1", dependsOn: [] },
      ],
    };
    expect(serviceSbom(installed, "gate", packages)).toMatchObject({
      metadata: { component: { name: "gate" } },
      components: [error, fastify],
      dependencies: [
        { ref: "gate", dependsOn: [error!["bom-ref"], fastify!["bom-ref"]] },
        { ref: fastify!["bom-ref"], dependsOn: [error!["bom-ref"]] },
      ],
    });
    const incomplete = { ...installed, components: [error!] };
    expect(() => serviceSbom(incomplete, "gate", packages)).toThrow("npm does not know fastify@5");
  });
});

describe("a licence", () => {
  it.each(["MIT", "(MIT OR GPL-3.0-or-later)", "(MIT AND Zlib)", "BSD-2-Clause"])(
    "%s is accepted",
    (licence) => {
      expect(isAccepted(licence)).toBe(true);
    },
  );

  it.each(["GPL-3.0-only", "(MIT AND GPL-3.0-only)", "not stated", "SEE LICENSE IN eula.txt"])(
    "%s is not",
    (licence) => {
      expect(isAccepted(licence)).toBe(false);
    },
  );
});
