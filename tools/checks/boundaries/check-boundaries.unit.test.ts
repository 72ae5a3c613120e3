import { join } from "node:path";
import { expect, it } from "vitest";
import { BOUNDARY_RULES } from "./boundary-rules.ts";
import { checkBoundaries } from "./check-boundaries.ts";

const PLANTED = [
  "apps-never-import-apps: apps/console/src/rules.tsx",
  "apps-never-import-apps: apps/gate/src/shortcut.ts",
  "apps-never-import-examples: apps/gate/src/sample.ts",
  "bus-never-imports-the-outbox: libs/bus/src/refill.ts",
  "cel-is-behind-its-port: apps/gate/src/own-conditions.ts",
  "concurrency-imports-no-library: libs/concurrency/src/pause.ts",
  "conditions-import-only-the-domain: libs/conditions/src/read-file.ts",
  "console-design-knows-no-transport: apps/console/src/design/asking.tsx",
  "console-imports-no-service: apps/console/src/rules.tsx",
  "contracts-import-only-zod: libs/contracts/src/schema.ts",
  "domain-imports-only-domain: libs/domain/src/impure.ts",
  "domain-imports-only-domain: libs/domain/src/typed.ts",
  "examples-import-only-what-owners-use: examples/owner/src/peek.ts",
  "examples-import-only-what-owners-use: examples/owner/src/rules.ts",
  "features-are-listed-once: apps/approval-engine/src/hr/parts.ts",
  "features-import-downwards: apps/approval-engine/src/runs/upwards.ts",
  "features-meet-at-their-index: apps/approval-engine/src/hr/inside.ts",
  "features-take-only-types-of-the-graphql-host: apps/approval-engine/src/hr/resolvers.ts",
  "graphql-host-knows-no-service: libs/graphql/src/rules.ts",
  "libs-below-the-bus-never-import-it: libs/mongo/src/publish.ts",
  "libs-never-import-apps: libs/mongo/src/store.ts",
  "no-cycles: libs/mongo/src/chicken.ts",
  "no-cycles: libs/mongo/src/child.ts",
  "one-graphql-host: apps/gate/src/own-host.ts",
  "outbox-never-imports-the-owner-kit: libs/outbox/src/submit.ts",
  "packages-are-listed: libs/mongo/src/unlisted.ts",
  "packages-meet-at-their-exports: apps/console/src/rules.tsx",
  "packages-meet-at-their-exports: apps/gate/src/sample.ts",
  "packages-meet-at-their-exports: apps/gate/src/shortcut.ts",
  "packages-meet-at-their-exports: examples/owner/src/peek.ts",
  "packages-meet-at-their-exports: examples/owner/src/rules.ts",
  "packages-meet-at-their-exports: libs/bus/src/refill.ts",
  "packages-meet-at-their-exports: libs/concurrency/src/pause.ts",
  "packages-meet-at-their-exports: libs/contracts/src/schema.ts",
  "packages-meet-at-their-exports: libs/domain/src/typed.ts",
  "packages-meet-at-their-exports: libs/graphql/src/rules.ts",
  "packages-meet-at-their-exports: libs/mongo/src/embedded.ts",
  "packages-meet-at-their-exports: libs/mongo/src/probe.ts",
  "packages-meet-at-their-exports: libs/mongo/src/publish.ts",
  "packages-meet-at-their-exports: libs/mongo/src/store.ts",
  "packages-meet-at-their-exports: libs/outbox/src/submit.ts",
  "packages-meet-at-their-exports: libs/testing/src/use-store.ts",
  "parents-are-for-generated-types: apps/approval-engine/src/hr/shown.ts",
  "product-never-imports-development-packages: libs/mongo/src/assert.ts",
  "product-never-imports-testing: libs/mongo/src/probe.ts",
  "services-never-import-the-embedded-store: libs/mongo/src/embedded.ts",
  "texts-are-for-browsers-too: libs/texts/src/read-file.ts",
];

it("finds exactly the planted violations", async () => {
  const report = await checkBoundaries(join(import.meta.dirname, "fixture"), []);
  expect(report.violations.map(({ rule, from }) => `${rule}: ${from}`).toSorted()).toEqual(PLANTED);
  expect(report.unseen).toEqual([]);
});

it("has a planted violation for every rule but unresolved imports, which the type-check finds too", () => {
  const planted = new Set(PLANTED.map((line) => line.split(":")[0]));
  const bare = BOUNDARY_RULES.map(({ name }) => name).filter((name) => !planted.has(name));
  expect(bare).toEqual(["imports-resolve"]);
});
