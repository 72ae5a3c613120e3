import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore, waitFor } from "@countersign/testing";
import { beforeEach, describe, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { daysFrom } from "./days-from.ts";
import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "./engine-fixture.ts";
import { useBus, useReplica } from "./graphql-fixture.ts";

const store = await useTestStore();
/** The time of the replica, which tests may move. */
let nowMs = Date.now();
const { as, engine, feed, runFeed } = await useReplica(store, useBus(), { clock: () => new Date(nowMs) });
beforeEach(() => void (nowMs = Date.now()));
const records = recordsOf(store);
const ROUNDS = 20;

const DECIDE = `mutation Decide($input: UpdateWorkflowApprovalStatusInput!) {
  updateWorkflowApprovalStatus(input: $input) }`;
const decide = (caller: Caller, taskId: string) =>
  as(caller).ask(DECIDE, { input: { taskId, status: "APPROVED" } });
const canDecide = async (caller: Caller) => {
  const query = "{ workflowTaskPage { data { _id canUpdateStatus } } }";
  const { workflowTaskPage } = await as(caller).get<{
    workflowTaskPage: { data: { _id: string; canUpdateStatus: boolean }[] };
  }>(query);
  return workflowTaskPage.data.flatMap(({ _id, canUpdateStatus }) => (canUpdateStatus ? [_id] : []));
};

/** Milan is away and Helen stands in for him; a leave waits for him in both of its stages. */
async function milanIsAway() {
  const company = aCompany();
  const named = (name: string) => ({ ...company.user(), name });
  const [milan, helen, clerk] = [named("Milan"), named("Helen"), company.user()];
  await store.db.collection("users").insertMany(
    [milan, helen].map(({ userId, companyId, name }) => ({
      _id: toObjectId(userId),
      companyId: toObjectId(companyId),
      name,
    })),
  );
  const input = { substituteId: helen.userId, ...daysFrom(0, 3) };
  const substitution = await engine.createSubstitution(milan, input);
  const run = await submitNew(engine, clerk, stagesOf([milan], [milan]), { ref: "LV-1" });
  const [first = "", second = ""] = run.tasks.map(({ _id }) => _id);
  return { milan, helen, clerk, substitution, run, first, second };
}

const NOT_ACTIONABLE = [{ message: "Approval not found or cannot be updated" }];

describe("a substitute", () => {
  it("whose window ends between opening the page and deciding is refused, and nothing is written [PPL-1]", async () => {
    const { helen, substitution, first } = await milanIsAway();
    expect(await canDecide(helen)).toEqual([first]);
    nowMs = substitution.until.getTime();
    const before = await countAll(store);
    expect((await decide(helen, first)).errors).toMatchObject(NOT_ACTIONABLE);
    expect(await countAll(store)).toBe(before);
    expect(await canDecide(helen)).toEqual([]);
    nowMs -= 1;
    expect((await decide(helen, first)).errors).toBeUndefined();
  });

  it("of whom a privileged user made one decides on no document of that user's [SAFE-12]", async () => {
    const { milan, helen, clerk, first } = await milanIsAway();
    const admin: Caller = { ...clerk, userId: newId(), name: "Ada", privileged: true };
    const cid: Caller = { ...milan, userId: newId(), name: "Cid" };
    const given = { principalId: cid.userId, substituteId: helen.userId, reason: "Ill", ...daysFrom(0) };
    await engine.createSubstitution(admin, given);
    const taskOf = async (submitter: Caller) =>
      (await submitNew(engine, submitter, stagesOf([cid]))).tasks[0]?._id ?? "";
    const [own, others] = [await taskOf(admin), await taskOf(clerk)];
    expect(new Set(await canDecide(helen))).toEqual(new Set([first, others]));
    expect((await decide(helen, own)).errors).toMatchObject(NOT_ACTIONABLE);
    expect((await decide(helen, others)).errors).toBeUndefined();
  });

  it("who is revoked while the page is open is refused, and the page is empty [PPL-1]", async () => {
    const { milan, helen, substitution, first } = await milanIsAway();
    expect(await canDecide(helen)).toEqual([first]);
    await engine.revokeSubstitution(milan, substitution._id);
    expect((await decide(helen, first)).errors).toMatchObject(NOT_ACTIONABLE);
    expect(await canDecide(helen)).toEqual([]);
    expect(await canDecide(milan)).toEqual([first]);
  });

  it("is notified when the principal is asked, stored, sent and live; not before or after the window [PPL-3]", async () => {
    const { milan, helen, clerk, substitution, run, first } = await milanIsAway();
    const live: string[] = [];
    const stop = feed.subscribe(helen, ({ message }) => live.push(message));
    expect((await decide(milan, first)).errors).toBeUndefined();
    stop();
    const notifications = (await records.notifications(run.refId)).filter(
      ({ userId }) => userId === helen.userId,
    );
    const asked = notifications
      .map(({ message }) => message)
      .filter((message) => /submitted for|awaiting/u.test(message));
    expect(asked).toHaveLength(2);
    expect(asked.at(-1)).toContain("LV-1 reached Stage 2 — awaiting your approval");
    expect(live).toContain(asked.at(-1));
    const sent = (await records.outbox(run.refId)).map(({ data }) => data["data"]);
    expect(sent.filter(({ userId }) => userId === helen.userId)).toHaveLength(notifications.length);

    nowMs = substitution.until.getTime();
    const later = await submitNew(engine, clerk, stagesOf([milan]));
    const recipients = (await records.notifications(later.refId)).map(({ userId }) => userId);
    expect(recipients).toContain(milan.userId);
    expect(recipients).not.toContain(helen.userId);
  });

  it("whose inbox changes hears of it live: made, decided by the principal, revoked [PPL-3]", async () => {
    const { milan, helen, substitution, run, first } = await milanIsAway();
    const heard: string[] = [];
    const stop = runFeed.subscribeInbox(helen, ({ refId }) => void heard.push(refId));
    const cid = { ...milan, userId: newId() };
    const other = await engine.createSubstitution(cid, { substituteId: helen.userId, ...daysFrom(0) });
    await engine.decideApproval(milan, { taskId: first, status: "REJECTED" });
    await engine.revokeSubstitution(milan, substitution._id);
    await waitFor(() => heard.length >= 3);
    stop();
    expect(heard).toEqual([other._id, run.refId, substitution._id]);
  });

  it(`and the principal who decide at once have one vote, and the other learns whose, ${ROUNDS} times [PPL-3]`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { milan, helen, first, second } = await milanIsAway();
      const answers = await Promise.all([decide(milan, first), decide(helen, first)]);
      const refused = answers.flatMap(({ errors = [] }) => errors);
      expect(refused).toMatchObject(
        [{ message: /^Already decided by (?:Milan|Helen)$/u }].map((e) => ({
          message: expect.stringMatching(e.message) as string,
          extensions: { code: "CONFLICT" },
        })),
      );
      const [row] = await records.approvals(first);
      expect(row).toMatchObject({ approverId: milan.userId, status: "APPROVED" });
      const winner = answers[0]?.errors === undefined ? milan : helen;
      expect(row?.decidedBy).toBe(winner === helen ? helen.userId : undefined);
      expect(refused[0]?.message).toBe(`Already decided by ${winner.name}`);
      expect(await canDecide(helen)).toEqual([second]);
    }
  });
});
