import { documentKinds } from "@countersign/contracts";
import { connectStore, newId } from "@countersign/mongo";
import { afterwards, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, stagesOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller, Engine } from "../engine.ts";

const store = await useTestStore();
const other = await connectStore({ uri: store.uri, dbName: store.dbName, appName: "another-replica" });
afterwards(() => other.close());

let nowMs = Date.parse("2026-03-02T08:00:00.500Z");
const rulesOf = (perMinute: number, perDay: number) => ({
  kinds: documentKinds.parse("legal:Contract"),
  clock: () => new Date(nowMs),
  rules: {
    returnRequeue: true,
    hrTakeOver: "anyone" as const,
    definitionsRequirePrivileged: false,
    personRuns: { perMinute, perDay },
  },
});
const replicas = await Promise.all([store, other].map((one) => engineOn(one as typeof store, rulesOf(5, 8))));
const [engine] = replicas as [Engine, Engine];

const refused = (text: string) => ({ code: "TOO_MANY_REQUESTS", message: expect.stringContaining(text) });

function aScene() {
  const company = aCompany();
  const [person, approver] = [company.user(), company.user()];
  const start = async (on: Engine = engine, caller: Caller = person, fields: object = {}) => {
    const own = { refId: newId(), kind: "Contract", submitterId: caller.userId };
    return on.submitDocument(caller, { ...own, dynamicStages: stagesOf([approver]), ...fields });
  };
  return { company, person, approver, start };
}

describe("the runs of a person", () => {
  it("are at most so many a minute over all replicas, and no more when they start at once [MEET-13]", async () => {
    const { person, start } = aScene();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => start(replicas[at % 2], person)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const failed = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    for (const reason of failed) expect(reason).toMatchObject(refused("at most 5 approvals a minute"));
    nowMs += 59_000;
    await expect(start()).rejects.toMatchObject(refused("try again in 1 s"));
    nowMs += 1_000;
    await start();
  });

  it("are at most so many a day [MEET-13]", async () => {
    const { start } = aScene();
    for (const count of [4, 4]) {
      for (let at = 0; at < count; at += 1) await start();
      nowMs += 120_000;
    }
    await expect(start()).rejects.toMatchObject(refused("at most 8 approvals a day"));
    nowMs += 24 * 3_600_000 - 240_000;
    await start();
  });

  it("are those of their agents too, and neither a colleague's nor an owner's [MEET-13]", async () => {
    const { company, person, start } = aScene();
    const agent: Caller = { ...person, isAgent: true };
    for (const caller of [person, agent, person, agent, agent]) await start(engine, caller);
    const before = await countAll(store);
    await expect(start(engine, person)).rejects.toMatchObject(refused("a minute"));
    await expect(start(engine, agent)).rejects.toMatchObject(refused("a minute"));
    expect(await countAll(store)).toBe(before);
    await start(engine, company.user());
    for (let at = 0; at < 10; at += 1) await start(engine, { ...person, isService: true });
  });

  it("do not count where they are refused or repeated [MEET-13]", async () => {
    const { start } = aScene();
    for (let at = 0; at < 6; at += 1) {
      await expect(start(engine, undefined, { workflowId: newId() })).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    }
    const again = { refId: newId(), idempotencyKey: newId() };
    for (let at = 0; at < 7; at += 1) await start(engine, undefined, again);
    for (let at = 0; at < 4; at += 1) await start();
    await expect(start()).rejects.toMatchObject(refused("a minute"));
  });

  it("beyond the bound are answered over GraphQL with a refusal that passes [MEET-13]", async () => {
    const { as } = await useReplica(store, useBus(), rulesOf(1, 8));
    const company = aCompany();
    const [person, approver] = [company.user(), company.user()];
    const { workflowId } = await engine.publishWorkflow(person, {
      name: "One",
      stages: [{ name: "One", approverIds: [approver.userId] }],
    });
    const query = "mutation New($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }";
    const ask = async () =>
      as(person).ask(query, { input: { workflowId, refId: newId(), kind: "SalesOrder" } });
    expect(await ask()).toMatchObject({ status: 200, data: { newWorkflowTask: true } });
    const [refusal] = (await ask()).errors ?? [];
    expect(refusal).toMatchObject({
      message: expect.stringMatching(/^A person starts at most 1 approvals a minute: try again in \d+ s$/u),
      extensions: { code: "TOO_MANY_REQUESTS" },
    });
  });

  it("have no bound where it is 0 [MEET-13]", async () => {
    const { start } = aScene();
    const free = await engineOn(store, rulesOf(0, 0));
    for (let at = 0; at < 12; at += 1) await start(free);
  });
});
