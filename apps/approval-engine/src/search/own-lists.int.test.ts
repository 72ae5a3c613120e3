import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, countAll, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const bus = useBus();
const { as, engine } = await useReplica(store, bus);
const DAY_MS = 86_400_000;
/** The same platform, 31 days later. */
const later = await useReplica(store, bus, { clock: () => new Date(Date.now() + 31 * DAY_MS) });

const MINE = `query Mine($input: MySubmissionsInput) { mySubmissions(input: $input) { next needsYou inProgress done
  data { document { refId runId state title } stages { name status } since usuallyHours canRecall canClose } } }`;

interface Mine {
  data: {
    document: { refId: string; runId: string; state: string };
    stages: { name: string; status: string }[];
    since: string;
    usuallyHours: number | null;
    canRecall: boolean;
    canClose: boolean;
  }[];
  next: string | null;
  needsYou: number;
  inProgress: number;
  done: number;
}
type Client = Pick<ReturnType<typeof as>, "get">;

const mine = async (client: Client, input: object = {}) =>
  (await client.get<{ mySubmissions: Mine }>(MINE, { input })).mySubmissions;
const refIdsOf = ({ data }: Mine) => data.map(({ document }) => document.refId);
const countsOf = ({ needsYou, inProgress, done }: Mine) => [needsYou, inProgress, done];

const decide = (
  caller: Caller,
  taskId: string | undefined,
  status: "APPROVED" | "REJECTED",
  remark?: string,
) => engine.decideApproval(caller, { taskId: taskId ?? "", status, ...(remark !== undefined && { remark }) });

/** A submitter and an approver, with one document in each state. */
async function inEveryState() {
  const company = aCompany();
  const [nora, milan] = [company.user(), company.user()];
  const submit = () => submitNew(engine, nora, stagesOf([milan]));
  const [waiting, approved, rejected, cancelled] = [
    await submit(),
    await submit(),
    await submit(),
    await submit(),
  ];
  await decide(milan, approved.tasks[0]?._id, "APPROVED");
  await decide(milan, rejected.tasks[0]?._id, "REJECTED");
  await engine.cancelDocument(nora, { refId: cancelled.refId });
  return { company, nora, milan, waiting, approved, rejected, cancelled };
}

describe("a user's own documents", () => {
  it("are in three lists, each once, with their counts [CON-16]", async () => {
    const { nora, milan, waiting, approved, rejected, cancelled } = await inEveryState();
    const client = as(nora);
    expect(refIdsOf(await mine(client))).toEqual([waiting.refId]);
    expect(refIdsOf(await mine(client, { tab: "NEEDS_YOU" }))).toEqual([rejected.refId]);
    expect(refIdsOf(await mine(client, { tab: "DONE" }))).toEqual([cancelled.refId, approved.refId]);
    expect(countsOf(await mine(client))).toEqual([1, 1, 2]);
    expect(countsOf(await mine(as(milan)))).toEqual([0, 0, 0]);
    expect(countsOf(await mine(as({ ...nora, companyId: aCompany().companyId })))).toEqual([0, 0, 0]);
  });

  it("need their submitter after a rejection until they are submitted again, or 30 days are over [CON-16]", async () => {
    const { nora, milan, approved, rejected, cancelled } = await inEveryState();
    expect(refIdsOf(await mine(later.as(nora), { tab: "NEEDS_YOU" }))).toEqual([]);
    expect(refIdsOf(await mine(later.as(nora), { tab: "DONE" }))).toEqual([
      cancelled.refId,
      rejected.refId,
      approved.refId,
    ]);
    const again = await submitNew(engine, nora, stagesOf([milan]), { refId: rejected.refId });
    expect(refIdsOf(await mine(as(nora), { tab: "NEEDS_YOU" }))).toEqual([]);
    const [newest] = (await mine(as(nora))).data;
    expect(newest?.document).toMatchObject({
      refId: rejected.refId,
      runId: again.runId,
      state: "IN_PROGRESS",
    });
    expect(countsOf(await mine(as(nora)))).toEqual([0, 2, 2]);
  });

  it("need their submitter no more once these close them, until they are submitted again [TALK-3]", async () => {
    const { company, nora, milan, waiting, approved, rejected } = await inEveryState();
    const close = ({ refId }: { refId: string }, who = nora, idempotencyKey?: string) =>
      engine.closeRejected(who, { refId, idempotencyKey });
    const needed = await mine(as(nora), { tab: "NEEDS_YOU" });
    expect(needed.data.map(({ canClose }) => canClose)).toEqual([true]);
    const before = await countAll(store);
    for (const who of [milan, company.user({ privileged: true }), aCompany().user()]) {
      await expect(close(rejected, who)).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: "Document not found",
      });
    }
    for (const document of [waiting, approved]) {
      await expect(close(document)).rejects.toMatchObject({
        code: "CONFLICT",
        message: "Document was not rejected",
      });
    }
    await expect(close(rejected, { ...nora, isAgent: true })).rejects.toThrow("Separation of duties: agent");
    await expect(engine.closeRejected(nora, { refId: "x" })).rejects.toThrow("refId: must be 24 hexadecimal");
    expect(await countAll(store)).toBe(before);
    await Promise.all([close(rejected, nora, "one"), close(rejected, nora, "one")]);
    await close(rejected);
    expect(await countAll(store)).toBe(before + 1);
    expect(countsOf(await mine(as(nora)))).toEqual([0, 1, 3]);
    const done = await mine(as(nora), { tab: "DONE" });
    expect(done.data.find(({ document }) => document.refId === rejected.refId)).toMatchObject({
      document: { state: "REJECTED" },
      canClose: false,
    });
    const again = await submitNew(engine, nora, stagesOf([milan]), { refId: rejected.refId });
    await decide(milan, again.tasks[0]?._id, "REJECTED");
    expect(refIdsOf(await mine(as(nora), { tab: "NEEDS_YOU" }))).toEqual([rejected.refId]);
  });

  it("say where they are, since when, and what was asked before [CON-16]", async () => {
    const company = aCompany();
    const [nora, milan, helen] = [company.user(), company.user(), company.user()];
    const named = [
      { approvers: [milan], name: "Lead" },
      { approvers: [helen], name: "Board" },
    ];
    const { tasks } = await submitNew(engine, nora, stagesOf(...named));
    await decide(milan, tasks[0]?._id, "APPROVED");
    const [entry] = (await mine(as(nora))).data;
    expect(entry?.stages).toEqual([
      { name: "Lead", status: "APPROVED" },
      { name: "Board", status: "AWAITING_APPROVAL" },
    ]);
    const asked = await store.db
      .collection("workflow_tasks")
      .findOne({ _id: toObjectId(tasks[1]?._id ?? "") });
    expect(new Date(entry?.since ?? "")).toEqual(asked?.["askedAt"]);
    await decide(helen, tasks[1]?._id, "REJECTED");
    const [returned] = (await mine(as(nora))).data;
    expect(returned?.stages).toEqual([
      { name: "Lead", status: "AWAITING_APPROVAL" },
      { name: "Board", status: "PENDING" },
    ]);
  });

  it("may be recalled as the company's setting says [CON-16]", async () => {
    const company = aCompany();
    const [nora, milan, helen] = [company.user(), company.user(), company.user()];
    const admin = company.user({ privileged: true });
    const { tasks } = await submitNew(engine, nora, stagesOf([milan], [helen]));
    const mayRecall = async () => {
      const answers = [];
      for (const recall of ["NEVER", "UNTIL_FIRST_VERDICT", "ALWAYS"] as const) {
        await engine.updateApprovalSettings(admin, { recall });
        answers.push((await mine(as(nora))).data[0]?.canRecall);
      }
      return answers;
    };
    expect(await mayRecall()).toEqual([false, true, true]);
    await decide(milan, tasks[0]?._id, "APPROVED");
    expect(await mayRecall()).toEqual([false, false, true]);
    await decide(helen, tasks[1]?._id, "APPROVED");
    expect((await mine(as(nora), { tab: "DONE" })).data.map(({ canRecall }) => canRecall)).toEqual([false]);
  });

  it("usually take as long as the median of their kind, from twenty approvals on [CON-16]", async () => {
    const company = aCompany();
    const [nora, milan] = [company.user(), company.user()];
    await submitNew(engine, nora, stagesOf([milan]));
    const hours = async () => (await mine(as(nora))).data[0]?.usuallyHours;
    const runs = store.db.collection("workflow_runs");
    /** Approved runs of a kind that took so many hours each, the first ones longest ago. */
    const took = async (kind: string, durations: readonly number[]) => {
      const companyId = toObjectId(company.companyId);
      const ended = durations.map((hour, n) => {
        const endedAt = new Date(1_700_000_000_000 + n);
        const submittedAt = new Date(endedAt.getTime() - hour * 3_600_000);
        return {
          companyId,
          refId: toObjectId(newId()),
          number: 1,
          kind,
          state: "APPROVED",
          submittedAt,
          endedAt,
        };
      });
      await runs.insertMany(ended);
    };
    await took(
      "Claim",
      Array.from({ length: 30 }, () => 7),
    );
    await took(
      "Leave",
      Array.from({ length: 19 }, (_, n) => n + 1),
    );
    expect(await hours()).toBeNull();
    await took("Leave", [20]);
    expect(await hours()).toBe(10.5);
    await runs.deleteMany({ kind: "Leave", state: "APPROVED" });
    await took("Leave", [
      ...Array.from({ length: 60 }, () => 1_000),
      ...Array.from({ length: 50 }, () => 2.25),
    ]);
    expect(await hours()).toBe(2.3);
  });

  it("are found by their words, and their pages follow each other over the parts of a list [CON-16]", async () => {
    const company = aCompany();
    const [nora, milan] = [company.user(), company.user()];
    const ended: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      const document = { title: n % 2 === 0 ? "Desks" : "Chairs" };
      const { refId, tasks } = await submitNew(engine, nora, stagesOf([milan]), { document });
      await decide(milan, tasks[0]?._id, n % 3 === 0 ? "REJECTED" : "APPROVED");
      ended.push(refId);
    }
    const client = later.as(nora);
    for (const [text, expected] of [
      [undefined, ended],
      ["chair", ended.filter((_, n) => n % 2 === 1)],
      ["stool", []],
    ] as const) {
      const found: string[] = [];
      for (let after: string | null = null, page = 0; page === 0 || after !== null; page += 1) {
        const shown: Mine = await mine(client, { tab: "DONE", take: 2, text, after });
        found.push(...refIdsOf(shown));
        after = shown.next;
      }
      expect(found).toEqual(expected.toReversed());
    }
    expect(countsOf(await mine(client))).toEqual([0, 0, 9]);
  });
});

const DECIDED = `query Decided($input: DecidedPageInput) { decidedPage(input: $input) { next data {
  document { refId title state } stageName status at remark forUser { _id } } } }`;

interface Decided {
  data: {
    document: { refId: string; state: string };
    stageName: string;
    status: string;
    at: string;
    remark: string | null;
    forUser: { _id: string } | null;
  }[];
  next: string | null;
}
const decidedBy = async (caller: Caller, input: object = {}) =>
  (await as(caller).get<{ decidedPage: Decided }>(DECIDED, { input })).decidedPage;

describe("what somebody decided", () => {
  it("is listed with stage, verdict and remark, newest first, for nobody else [CON-14]", async () => {
    const company = aCompany();
    const [nora, milan, helen] = [company.user(), company.user(), company.user()];
    const first = await submitNew(engine, nora, stagesOf([milan], [helen]), { document: { title: "Desks" } });
    await decide(milan, first.tasks[0]?._id, "APPROVED", "Fine");
    const second = await submitNew(engine, nora, stagesOf([milan]), { kind: "Claim" });
    await decide(milan, second.tasks[0]?._id, "REJECTED", "No receipt");
    const { data, next } = await decidedBy(milan);
    expect(next).toBeNull();
    expect(data).toMatchObject([
      {
        document: { refId: second.refId, state: "REJECTED" },
        stageName: "Stage 1",
        status: "REJECTED",
        remark: "No receipt",
        forUser: null,
      },
      { document: { refId: first.refId, state: "IN_PROGRESS" }, status: "APPROVED", remark: "Fine" },
    ]);
    const strangers = [nora, helen, company.user({ privileged: true })];
    for (const caller of [...strangers, { ...milan, companyId: aCompany().companyId }]) {
      expect((await decidedBy(caller)).data).toEqual([]);
    }
    const { at = "" } = data[0] ?? {};
    for (const [input, found] of [
      [{ kinds: ["Claim"] }, [second.refId]],
      [{ status: "APPROVED" }, [first.refId]],
      [{ text: "desk" }, [first.refId]],
      [{ until: "2026-01-01T00:00:00Z" }, []],
      [{ from: at, kinds: ["Claim"] }, [second.refId]],
    ] as const) {
      expect((await decidedBy(milan, input)).data.map(({ document }) => document.refId)).toEqual(found);
    }
    const { errors } = await as(milan).ask(DECIDED, { input: { status: "PENDING" } });
    expect(errors).toMatchObject([{ extensions: { field: "status" } }]);
  });

  it("includes what they decided for somebody else, and not what was withdrawn [CON-14]", async () => {
    const company = aCompany();
    const [nora, milan, helen] = [company.user(), company.user(), company.user()];
    const all = [{ approvers: [milan, company.user()], approveBy: "ALL" as const }];
    const { tasks, refId } = await submitNew(engine, nora, stagesOf(...all));
    const taskId = tasks[0]?._id ?? "";
    await engine.createSubstitution(milan, { substituteId: helen.userId, ...daysFrom(0) });
    await decide(helen, taskId, "APPROVED");
    const [entry] = (await decidedBy(helen)).data;
    expect(entry).toMatchObject({ document: { refId }, forUser: { _id: milan.userId } });
    expect((await decidedBy(milan)).data).toEqual([]);
    await engine.seats.withdraw(helen, { taskId });
    expect((await decidedBy(helen)).data).toEqual([]);
  });

  it("has pages that follow each other, also where many were decided in the same second [CON-14]", async () => {
    const company = aCompany();
    const [nora, milan] = [company.user(), company.user()];
    const refIds: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const kind = n % 2 === 0 ? "Leave" : "Claim";
      const { refId, tasks } = await submitNew(engine, nora, stagesOf([milan]), { kind });
      await decide(milan, tasks[0]?._id, "APPROVED");
      refIds.push(refId);
    }
    await store.db
      .collection("workflow_approvals")
      .updateMany(
        { companyId: toObjectId(company.companyId) },
        { $set: { statusUpdateDate: 1_800_000_000 } },
      );
    for (const kinds of [undefined, ["Claim"]]) {
      const found: string[] = [];
      for (let after: string | null = null, page = 0; page === 0 || after !== null; page += 1) {
        const shown: Decided = await decidedBy(milan, { take: 3, kinds, after });
        found.push(...shown.data.map(({ document }) => document.refId));
        after = shown.next;
      }
      expect(found).toEqual(refIds.filter((_, n) => kinds === undefined || n % 2 === 1).toReversed());
    }
  });
});
