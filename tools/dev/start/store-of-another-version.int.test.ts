import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STORE_SCHEMA } from "@countersign/mongo";
import { silentLogger, testEnvironment, useTestStore } from "@countersign/testing";
import { afterAll, expect, it } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { PLATFORM_SERVICES } from "./platform-services.ts";

const store = await useTestStore();
const platform = store.db.collection<{ _id: string; schema: number }>("platform");
await platform.updateOne({ _id: "store" }, { $set: { schema: STORE_SCHEMA + 1 } });

const REFUSAL = `This store was written by another version (schema ${STORE_SCHEMA + 1}, expected ${STORE_SCHEMA})`;
const folder = mkdtempSync(join(tmpdir(), "countersign-people-"));
afterAll(() => rmSync(folder, { recursive: true }));
const PEOPLE = join(folder, "people.json");
writeFileSync(PEOPLE, "[]");
const env = testEnvironment(store);

/** Records of the database besides the one of its version. */
async function otherRecords(): Promise<number> {
  const names = await store.db
    .listCollections()
    .map(({ name }) => name)
    .toArray();
  const counts = await Promise.all(names.map((name) => store.db.collection(name).countDocuments()));
  return counts.reduce((sum, count) => sum + count, 0) - 1;
}

it.each(Object.entries(PLATFORM_SERVICES))(
  "a store of another version is refused by %s, in one line, with nothing written [ONE-1]",
  async (_name, service) => {
    const started = service.start(env, { logger: silentLogger });
    await expect(started).rejects.toMatchObject({ name: "ConfigError", message: REFUSAL });
    expect(await otherRecords()).toBe(0);
  },
);

it.each([
  ["ops/audit", []],
  ["ops/outbox", ["replay", "--since", "1h"]],
  ["ops/directory", ["import", PEOPLE]],
  ["dev/start", ["--free-ports"]],
] as const)("a store of another version is refused by %s, in one line [ONE-1]", async (command, args) => {
  const { MONGODB_URI, MONGODB_DB } = env;
  const { ended, output } = runCommand(command, args, { MONGODB_URI, MONGODB_DB });
  expect(await ended).toBe(command === "dev/start" ? 2 : 1);
  expect(output().trim().split("\n").at(-1)).toBe(REFUSAL);
  expect(output()).not.toContain("    at ");
});
