import { BUILT_IN_KINDS } from "@countersign/contracts";
import { readFreshFrom } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { CommandStartedEvent } from "mongodb";
import { expect, it, onTestFinished } from "vitest";

import { createSchema } from "../src/graphql/schema.ts";
import { useBus, useReplica } from "./graphql-fixture.ts";
import { callsOf, cursorsOf } from "./list-costs-calls.ts";
import { valuesOf } from "./list-costs-values.ts";
import { crowdedWorld } from "./list-costs-world.ts";
import { storeQueriesOf } from "./operations.ts";

const store = await useTestStore({ monitored: true });
/** How often a read has asked whether the primary has caught up, less the reads that were sent. */
let ahead = 0;
let sent = 0;
const watch = {
  term: 1,
  caughtUp: async () => {
    ahead += 1;
  },
};
const watched = store.client.db(store.dbName);
const db = readFreshFrom(watched, watch, { readTimeoutMs: 15_000 });
const READS = new Set(["find", "aggregate", "count", "distinct"]);

const { as } = await useReplica({ ...store, db }, useBus());
const world = await crowdedWorld(store.db);
const VALUES = valuesOf(world);
const QUERIES = storeQueriesOf(createSchema(BUILT_IN_KINDS));
const NO_PLACES = Object.fromEntries([...cursorsOf(QUERIES).values()].map((path) => [path, []]));

it.each(QUERIES)(
  "every read of $name first has a new primary confirmed, whatever it asks for",
  async (operation) => {
    const note = ({ commandName, command, databaseName }: CommandStartedEvent) => {
      const isTransactional = command["autocommit"] === false;
      if (databaseName !== store.dbName || !READS.has(commandName) || isTransactional) return;
      sent += 1;
      ahead -= 1;
    };
    [ahead, sent] = [0, 0];
    store.client.on("commandStarted", note);
    onTestFinished(() => void store.client.off("commandStarted", note));
    for (const { query, variables } of callsOf(operation, { ...VALUES, ...NO_PLACES })) {
      for (const caller of [world.callers.admin, world.callers.substitute]) {
        await as(caller).ask(query, variables);
      }
    }
    expect(sent).toBeGreaterThan(0);
    expect(ahead).toBeGreaterThanOrEqual(0);
  },
);
