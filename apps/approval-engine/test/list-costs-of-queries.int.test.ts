import { BUILT_IN_KINDS } from "@countersign/contracts";
import { connectStore } from "@countersign/mongo";
import { useStoreProxy, useTestStore } from "@countersign/testing";
import { BSON, type Document } from "mongodb";
import { afterAll, describe, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { createSchema } from "../src/graphql/schema.ts";
import { useBus, useReplica } from "./graphql-fixture.ts";
import { type Tried, callsOf, cursorsOf } from "./list-costs-calls.ts";
import { valuesOf } from "./list-costs-values.ts";
import { crowdedWorld } from "./list-costs-world.ts";
import { type Operation, storeQueriesOf } from "./operations.ts";
import { costlyAmong, isTotal, readBy, scansAmong, searchesIn, searchesOf } from "./searches.ts";

const store = await useTestStore({ monitored: true });
const bus = useBus();
const { as, engine } = await useReplica(store, bus);
const world = await crowdedWorld(store.db);
const { admin, busy, stranger, substitute } = world.callers;
const CALLERS = Object.entries({ admin, busy, stranger, substitute });
// Where only those involved read runs, more is read to find out.
await engine.updateApprovalSettings(admin, { runReaders: "INVOLVED" });

const QUERIES = storeQueriesOf(createSchema(BUILT_IN_KINDS));
const CURSORS = cursorsOf(QUERIES);

/** Where the second page of a list begins, of whoever has one. */
async function placeOf(list: string): Promise<string | undefined> {
  for (const caller of [busy, admin]) {
    const { data } = await as(caller).ask(`{ ${list} { next } }`);
    const { next = null } = (data?.[list] ?? {}) as { next?: string | null };
    if (next !== null) return next;
  }
  return undefined;
}
const PLACES = new Map<string, readonly unknown[]>();
for (const [list, path] of CURSORS) PLACES.set(path, [await placeOf(list)]);
const VALUES = { ...valuesOf(world), ...Object.fromEntries(PLACES) };

/** The store, which nobody changes while its searches are explained. */
const crowded = { db: store.db, explanations: new Map<string, Document>() };

/** The same store through a proxy, which can end searches. */
const proxy = await useStoreProxy(store.uri);
const slowed = await connectStore({ uri: proxy.uri, dbName: store.dbName, appName: "slowed" });
afterAll(() => slowed.close());
const late = await useReplica(slowed, bus);

/**
 * Arguments for which no index bounds what a query reads, by the reason: for some value of each, a search looks at more
 * than 50 records beyond those it answers. Such a search ends in time, and the answer says what narrows it (OPS-7).
 */
const BOUNDED_BY_TIME: Readonly<Record<string, readonly string[]>> = {
  "the records that are left out are read": [
    "approvalCalendarPage.input.skip",
    "approvalLimitPage.input.skip",
    "approvalPage.input.skip",
    "approvalThresholdPage.input.skip",
    "auditLogPage.input.skip",
    "failedSubmissionPage.input.skip",
    "findMySubmissions.input.skip",
    "inboxPage.input.skip",
    "substitutionPage.input.skip",
    "unassignedTaskPage.input.skip",
    "userGroupPage.input.skip",
    "workflowApproverPage.input.skip",
    "workflowPage.input.skip",
    "workflowStagePage.input.skip",
    "workflowTaskPage.input.skip",
  ],
  "a keyword may stand anywhere in a text": [
    "findMySubmissions.input.keyword",
    "userGroupPage.input.keyword",
    "workflowPage.input.keyword",
    "workflowStagePage.input.keyword",
    "workflowTaskPage.input.keyword",
  ],
  "definitions, thresholds and grants are few, and have no index for it": [
    "approvalLimitPage.input.kind",
    "approvalThresholdPage.input.enabled",
    "approvalThresholdPage.input.kind",
    "findWorkflow.input.name",
    "findWorkflow.input.ref",
    "findWorkflow.input.status",
    "findWorkflowApprover.input.approverId",
    "findWorkflowApprover.input.stageId",
    "findWorkflowStage.input.name",
    "findWorkflowStage.input.order",
    "findWorkflowStage.input.ref",
    "findWorkflowStage.input.workflowId",
    "workflowApproverPage.input.approverId",
    "workflowApproverPage.input.workflowId",
    "workflowPage.input.status",
    "workflowStagePage.input.status",
  ],
  "hundreds of substitutions that hold at once are counted one by one": ["substitutionPage.input.activeAt"],
  "the audit trail is found by record, person and action": ["auditLogPage.input.entityId"],
  "no index has the fields of single rows": [
    "findOneWorkflowApproval.input.stageId",
    "findOneWorkflowApproval.input.status",
    "findOneWorkflowApproval.input.workflowId",
    "findOneWorkflowTask.input.stageId",
    "findOneWorkflowTask.input.workflowId",
    "findWorkflowApproval.input.archived",
    "findWorkflowApproval.input.stageId",
    "findWorkflowApproval.input.status",
    "findWorkflowApproval.input.workflowId",
  ],
  "an index holds single people of a record, not two at once, nor those it is about": [
    "findOneWorkflowTask.input.archived",
    "findOneWorkflowTask.input.kind",
    "findOneWorkflowTask.input.status",
    "workflowTaskPage.input.involvedUserId",
  ],
};
const boundedOf = ({ name }: Operation) =>
  Object.values(BOUNDED_BY_TIME)
    .flat()
    .filter((path) => path.startsWith(`${name}.`));

/** Keys, or documents, that a page with a cursor may look at beyond those it shows. */
const SPARE_WITH_CURSOR = 2_000;
const hasCursor = ({ name }: Operation) => CURSORS.has(name);

/** Callers without the right get an answer without a read. */
const REFUSED = "FORBIDDEN";

/** The searches of a call that look at more than they may. */
async function costlyOf(
  caller: Caller,
  { query, variables }: Tried,
  checked: (searches: Document[]) => Promise<void> = async () => undefined,
): Promise<Document[]> {
  let codes: unknown[] = [];
  const searches = await searchesOf(store, async () => {
    const { errors = [] } = await as(caller).ask(query, variables);
    codes = errors.map(({ extensions }) => extensions["code"]);
  });
  expect(codes.filter((code) => code !== REFUSED)).toEqual([]);
  expect(await scansAmong(crowded, searches)).toEqual([]);
  const costly = await costlyAmong(crowded, searches);
  if (costly.length === 0) await checked(searches);
  return costly;
}

/** Totals are counted further (READ-1). */
async function checkCursor(searches: Document[]): Promise<void> {
  const { keys, documents, returned } = await readBy(
    crowded,
    searches.filter((search) => !isTotal(search)),
  );
  expect(keys - returned).toBeLessThanOrEqual(SPARE_WITH_CURSOR);
  expect(documents - returned).toBeLessThanOrEqual(SPARE_WITH_CURSOR);
}

const ADVICE = {
  message: expect.stringMatching(/^The search takes too long: narrow it by \w/u),
  extensions: { code: "QUERY_TOO_SLOW" },
};
const textOf = (search: Document) => BSON.EJSON.stringify(search);
const TOO_LATE = { code: 50, codeName: "MaxTimeMSExpired", errmsg: "operation exceeded time limit" };

/** The errors of a call whose searches the store ends, as a server does when their time is over. */
async function errorsWithout(searches: readonly Document[], caller: Caller, { query, variables }: Tried) {
  const ended = new Set(searches.map(textOf));
  proxy.failCommands((command) => {
    const commandName = Object.keys(command)[0] ?? "";
    // Without a limit of its own a server never ends it.
    const isLimited = Number(command["maxTimeMS"]) > 0;
    const isEnded = searchesIn({ commandName, command }).some((search) => ended.has(textOf(search)));
    return isLimited && isEnded ? TOO_LATE : undefined;
  });
  try {
    return (await late.as(caller).ask(query, variables)).errors ?? [];
  } finally {
    proxy.accept();
  }
}

describe("a query reads little more than it shows, or ends in time and says what narrows it", () => {
  describe.each(QUERIES)("$name", (operation) => {
    const costlyFor = new Set<string>();

    it.each(CALLERS)(
      "for the caller %s, with and without each argument [READ-2] [OPS-7]",
      async (_, caller) => {
        for (const tried of callsOf(operation, VALUES)) {
          const costly = await costlyOf(caller, tried, hasCursor(operation) ? checkCursor : undefined);
          if (costly.length === 0) continue;
          costlyFor.add(tried.path ?? operation.name);
          const errors = await errorsWithout(costly, caller, tried);
          expect(errors).not.toEqual([]);
          for (const error of errors) expect(error).toMatchObject(ADVICE);
        }
      },
    );

    it("for the arguments that are listed above, which some of these calls had [READ-2]", () => {
      expect([...costlyFor].toSorted()).toEqual(boundedOf(operation).toSorted());
    });
  });
});

it("asks for the second page of each list with a cursor", () => {
  expect(PLACES.size).toBeGreaterThan(3);
  expect([...PLACES.values()]).toEqual(Array.from(PLACES, () => [expect.any(String)]));
});

it("reads one task for each part of the search where the whole company reads runs, and none matches [READ-2]", async () => {
  await engine.updateApprovalSettings(admin, { runReaders: "COMPANY" });
  const finder = QUERIES.find(({ name }) => name === "findOneWorkflowTask")!;
  const byList = /\.(?:archived|kind|status)$/u;
  const calls = callsOf(finder, VALUES).filter(({ path = "" }) => byList.test(path));
  expect(calls.length).toBeGreaterThan(14);
  for (const tried of calls) {
    for (const [, caller] of CALLERS) expect(await costlyOf(caller, tried)).toEqual([]);
  }
});
