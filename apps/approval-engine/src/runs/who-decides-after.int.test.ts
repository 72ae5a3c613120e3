import { readFileSync, writeFileSync } from "node:fs";

import { DomainError } from "@countersign/domain/errors";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { engineOn } from "../../test/engine-fixture.ts";
import { type SeatsHouse, aSeatsHouse } from "../../test/seats-house.ts";
import type { Caller } from "../engine.ts";

// The table of MEET (contract-4): every change × what the stage is when it is made × who makes it and then
// tries to decide. A new row is one more entry of CHANGES, with what it does in words of the rules below.

const store = await useTestStore();
const engine = await engineOn(store);

/** The effect of a change, as far as the rules are concerned. */
interface Effect {
  /** Gives somebody a seat: whom its maker favours, or its maker. */
  gives?: true;
  /** Takes the seat of whoever was asked before. */
  takes?: true;
  /** Made in the service that owns the record, which refuses agents itself. */
  isElsewhere?: true;
  /** Changes the document: its maker is an editor. */
  amends?: "WITHIN_LIMIT" | "BEYOND_LIMIT";
  /** Time approves the stage at its end, unless nobody approved the document as it is and no stage comes after. */
  isApprovedByTime?: true;
}

interface Change extends Effect {
  /** The stages are those of a workflow, whose id is kept. */
  isOfWorkflow?: true;
  /** The document's kind; default `Leave`. */
  kind?: string;
  /** The people who decide the stage; default: Ann. */
  deciders?: (house: SeatsHouse) => Caller[];
  /** Submits the document, in place of stages that `prepare` answers. @param order - of the stage: 1 or 2 */
  submit?: (house: SeatsHouse, order: 1 | 2) => Promise<{ refId: string; tasks: { _id: string }[] }>;
  /** Time goes on, after the stage is asked and the change is made, in either order. */
  passTime?: "ASKED_LAST" | "CHANGED_LAST";
  /** Prepares the company; answers the approvers of the stage. */
  prepare: (house: SeatsHouse) => Promise<object>;
  /** @param friend - who gains by it */
  make: (house: SeatsHouse, maker: Caller, friend: Caller, refId: string) => Promise<unknown>;
}

const ids = (...callers: Caller[]) => callers.map(({ userId }) => userId);
const BY_LIMIT = { approvers: [{ source: { submitterManager: { untilLimit: true } } }] };
const BY_MANAGER = { approvers: [{ source: { submitterManager: { levels: 1 } } }] };
const fromGroup = (groupId: string) => ({ approvers: [{ source: { groupId } }] });
/** The last record that a row has prepared, by its company. */
const prepared = new Map<string, string>();
const keep = (house: SeatsHouse, id: string): string => {
  prepared.set(house.company.companyId, id);
  return id;
};
const kept = (house: SeatsHouse): string => prepared.get(house.company.companyId)!;

async function chainOf(house: SeatsHouse, ...people: Caller[]): Promise<void> {
  for (const [index, above] of people.entries()) {
    await house.reportsTo(people[index - 1] ?? house.sam, above);
  }
}

const amend = (amount: string): Change["make"] => {
  return (_house, maker, _friend, refId) =>
    engine.amendDocument(
      { ...maker, isService: true },
      { refId, document: { title: "Trip", amount, currency: "EUR" } },
    );
};

async function withLimits(house: SeatsHouse) {
  const { ann, pia } = house;
  await engine.updateApprovalSettings(house.rex, { onAmend: "KEEP_VERDICTS", onEmptyStage: "UNASSIGNED" });
  await chainOf(house, ann, pia);
  await house.limit(ann, "100");
  await house.limit(pia, "1000000");
  return BY_LIMIT;
}

/** Somebody's seat is taken elsewhere than in the engine, by which another decides alone, or with fewer. */
const TAKES = { gives: true, takes: true, isElsewhere: true } as const;
const besides = ({ pia, sam }: SeatsHouse) => ids(pia, sam).map((approverId) => ({ approverId }));

/** Ann leaves, who decides with Pia and Sam. */
function leaverBeside(
  rule: object,
  approvers: (house: SeatsHouse, members: Caller[]) => Promise<object> = async (_house, members) => ({
    approverIds: ids(...members),
  }),
): Change {
  return {
    ...TAKES,
    prepare: async (house) => ({ ...rule, ...(await approvers(house, [house.ann, house.pia, house.sam])) }),
    deciders: ({ ann, pia, sam }) => [ann, pia, sam],
    make: (house, maker) => house.leaves(house.ann, maker),
  };
}

const CHANGES: Record<string, Change> = {
  "amend within the limit": { amends: "WITHIN_LIMIT", prepare: withLimits, make: amend("90") },
  "amend beyond the limit": { amends: "BEYOND_LIMIT", prepare: withLimits, make: amend("900000") },
  "group: a member is added": {
    gives: true,
    prepare: async (house) => fromGroup(keep(house, (await house.group(house.ann))._id)),
    make: (house, maker, friend) =>
      engine.groups.update(maker, kept(house), { memberIds: ids(house.ann, friend) }),
  },
  "group: a member is replaced": {
    gives: true,
    takes: true,
    prepare: async (house) => fromGroup(keep(house, (await house.group(house.ann))._id)),
    make: (house, maker, friend) => engine.groups.update(maker, kept(house), { memberIds: ids(friend) }),
  },
  manager: {
    gives: true,
    takes: true,
    isElsewhere: true,
    prepare: async (house) => {
      await chainOf(house, house.ann);
      return BY_MANAGER;
    },
    make: (house, maker, friend) => house.reportsTo(house.sam, friend, maker),
  },
  head: {
    gives: true,
    takes: true,
    isElsewhere: true,
    prepare: async (house) => {
      const departmentId = keep(house, newId());
      await house.change("department", departmentId, { name: "Sales", hodId: house.ann.userId });
      await house.change("employee", house.employeeOf(house.sam), { departmentId });
      return { approvers: [{ source: { departmentHead: { of: "SUBMITTER" } } }] };
    },
    make: (house, maker, friend) => house.change("department", kept(house), { hodId: friend.userId }, maker),
  },
  "limit: raised": {
    gives: true,
    takes: true,
    prepare: async (house) => {
      await chainOf(house, house.pia, house.ann);
      keep(house, (await house.limit(house.pia, "10"))._id);
      await house.limit(house.ann, "1000");
      return BY_LIMIT;
    },
    make: (house, maker) => engine.limits.update(maker, kept(house), { upTo: "900" }),
  },
  "limit: a nearer one lowered": {
    gives: true,
    takes: true,
    prepare: async (house) => {
      await chainOf(house, house.ann, house.pia);
      keep(house, (await house.limit(house.ann, "100"))._id);
      await house.limit(house.pia, "1000");
      return BY_LIMIT;
    },
    make: (house, maker) => engine.limits.update(maker, kept(house), { upTo: "1" }),
  },
  "setting: a fallback approver": {
    gives: true,
    prepare: async (house) => {
      const { rex, ann } = house;
      await engine.updateApprovalSettings(rex, { onEmptyStage: "FALLBACK", fallbackApproverIds: ids(ann) });
      return fromGroup((await house.group())._id);
    },
    make: (house, maker, friend) =>
      engine.updateApprovalSettings(maker, { fallbackApproverIds: ids(friend, house.ann) }),
  },
  "setting: submitters may decide": {
    prepare: async (house) => {
      const { rex, ann, sam } = house;
      await engine.updateApprovalSettings(rex, { submitterNeverDecides: true });
      return { approverIds: ids(ann, sam) };
    },
    make: (_house, maker) => engine.updateApprovalSettings(maker, { submitterNeverDecides: false }),
  },
  "leaver: the only one of a group, with a fallback": {
    gives: true,
    takes: true,
    isElsewhere: true,
    prepare: async (house) => {
      const { rex, pia, ann } = house;
      await engine.updateApprovalSettings(rex, { onEmptyStage: "FALLBACK", fallbackApproverIds: ids(pia) });
      return fromGroup((await house.group(ann))._id);
    },
    make: (house, maker) => house.leaves(house.ann, maker),
  },
  "leaver: beside others, all of whom decide": leaverBeside({ approveBy: "ALL" }),
  "leaver: beside others, any of whom decides": leaverBeside({ approveBy: "ANY" }),
  "leaver: beside others, two of whom decide": leaverBeside({ approveBy: "COUNT", quorum: 2 }),
  "leaver: beside others, a share of whom decide": leaverBeside({ approveBy: "PERCENT", quorum: 100 }),
  "leaver: beside others of a group": leaverBeside({ approveBy: "ALL" }, async (house, members) =>
    fromGroup((await house.group(...members))._id),
  ),
  "leaver: whom another then takes from the group": {
    ...leaverBeside({ approveBy: "ALL" }, async (house, members) =>
      fromGroup(keep(house, (await house.group(...members))._id)),
    ),
    make: async (house, maker) => {
      await house.leaves(house.ann, maker);
      await engine.groups.update(house.rex, kept(house), { memberIds: ids(house.pia, house.sam) });
    },
  },
  "leaver: whose group another then deletes": {
    ...leaverBeside({ approveBy: "ALL" }, async (house, members) => ({
      approvers: [
        ...fromGroup(keep(house, (await house.group(members[0]!))._id)).approvers,
        ...besides(house),
      ],
    })),
    make: async (house, maker) => {
      await house.leaves(house.ann, maker);
      await engine.groups.remove(house.rex, kept(house));
    },
  },
  "group: emptied, which another then deletes": {
    gives: true,
    takes: true,
    prepare: async (house) => {
      const { rex, pia, ann } = house;
      await engine.updateApprovalSettings(rex, { onEmptyStage: "FALLBACK", fallbackApproverIds: ids(pia) });
      return fromGroup(keep(house, (await house.group(ann))._id));
    },
    make: async (house, maker) => {
      await engine.groups.update(maker, kept(house), { memberIds: [] });
      await engine.groups.remove(house.rex, kept(house));
    },
  },
  "leaver: whose seat another then removes, where it waits": {
    ...leaverBeside({ approveBy: "ALL" }),
    make: async (house, maker) => {
      await house.leaves(house.ann, maker);
      const { companyId, userId } = house.ann;
      const ofAnn = { companyId: toObjectId(companyId), approverId: toObjectId(userId), status: "PENDING" };
      const rows = await store.db.collection("workflow_approvals").find(ofAnn).toArray();
      for (const { _id } of rows) await engine.approvals.remove(house.rex, _id.toHexString());
    },
  },
  "leaver: beside others of whom one is a fallback": {
    ...TAKES,
    prepare: async (house) => {
      const { rex, pia, sam, ann } = house;
      const fallbackApproverIds = ids(ann, pia, sam);
      await engine.updateApprovalSettings(rex, { onEmptyStage: "FALLBACK", fallbackApproverIds });
      return { ...fromGroup((await house.group())._id), approveBy: "ALL" };
    },
    deciders: ({ ann, pia }) => [ann, pia],
    make: (house, maker) => house.leaves(house.ann, maker),
  },
  "leaver: beside somebody whom others stand in for": {
    ...TAKES,
    prepare: async (house) => {
      const { ann, bob, pia, sam } = house;
      for (const { userId: substituteId } of [pia, sam]) await house.standsIn(bob, substituteId);
      return { approverIds: ids(ann, bob), approveBy: "ALL" };
    },
    deciders: ({ ann, bob }) => [ann, bob],
    make: (house, maker) => house.leaves(house.ann, maker),
  },
  "leaver: beside others of an HR policy's level": {
    ...TAKES,
    prepare: async () => ({}),
    submit: async (house, order) => house.submitLeave(order, [house.ann, house.pia]),
    deciders: ({ ann, pia }) => [ann, pia],
    make: (house, maker) => house.leaves(house.ann, maker),
  },
  "leaver: beside somebody who is late, whom another one replaces": {
    ...TAKES,
    passTime: "ASKED_LAST",
    prepare: async ({ ann, bob, pia, sam }) => ({
      approverIds: ids(bob),
      escalate: { after: { hours: 1 }, to: { userIds: ids(ann, pia, sam) }, mode: "REPLACE" },
    }),
    deciders: ({ bob }) => [bob],
    make: (house, maker) => house.leaves(house.ann, maker),
  },
  "employment: the submitter's ends, who has another one": {
    ...TAKES,
    prepare: async (house) => {
      await chainOf(house, house.ann);
      await house.isAlsoEmployed(house.sam, house.pia);
      return BY_MANAGER;
    },
    make: (house, maker) => house.change("employee", house.employeeOf(house.sam), { active: false }, maker),
  },
  "employment: the submitter's is another's, who has another one": {
    ...TAKES,
    prepare: async (house) => {
      await chainOf(house, house.ann);
      await house.isAlsoEmployed(house.sam, house.pia);
      return BY_MANAGER;
    },
    make: (house, maker) =>
      house.change("employee", house.employeeOf(house.sam), { userId: house.rex.userId }, maker),
  },
  "employment: an earlier one of the submitter goes on": {
    ...TAKES,
    prepare: async (house) => {
      await chainOf(house, house.pia);
      await house.change("employee", house.employeeOf(house.sam), { active: false });
      await house.isAlsoEmployed(house.sam, house.ann);
      return BY_MANAGER;
    },
    make: (house, maker) => house.change("employee", house.employeeOf(house.sam), { active: true }, maker),
  },
  "department: the submitter moves to another": {
    ...TAKES,
    prepare: async (house) => {
      const [departmentId, otherId] = [newId(), keep(house, newId())];
      await house.change("department", departmentId, { name: "Sales", hodId: house.ann.userId });
      await house.change("department", otherId, { name: "Other", hodId: house.pia.userId });
      await house.change("employee", house.employeeOf(house.sam), { departmentId });
      return { approvers: [{ source: { departmentHead: { of: "SUBMITTER" } } }] };
    },
    make: (house, maker) =>
      house.change("employee", house.employeeOf(house.sam), { departmentId: kept(house) }, maker),
  },
  "group: is deleted, beside others": {
    gives: true,
    takes: true,
    prepare: async (house) => ({
      approvers: [...fromGroup(keep(house, (await house.group(house.ann))._id)).approvers, ...besides(house)],
      approveBy: "ALL",
    }),
    deciders: ({ ann, pia, sam }) => [ann, pia, sam],
    make: (house, maker) => engine.groups.remove(maker, kept(house)),
  },
  "group: loses its members, beside others": {
    gives: true,
    takes: true,
    prepare: async (house) => ({
      approvers: [...fromGroup(keep(house, (await house.group(house.ann))._id)).approvers, ...besides(house)],
      approveBy: "ALL",
    }),
    deciders: ({ ann, pia, sam }) => [ann, pia, sam],
    make: (house, maker) => engine.groups.update(maker, kept(house), { memberIds: [] }),
  },
  "manager: the submitter has none, with a fallback": {
    ...TAKES,
    prepare: async (house) => {
      const { rex, pia } = house;
      await engine.updateApprovalSettings(rex, { onEmptyStage: "FALLBACK", fallbackApproverIds: ids(pia) });
      await chainOf(house, house.ann);
      return BY_MANAGER;
    },
    make: (house, maker) =>
      house.change("employee", house.employeeOf(house.sam), { reportingTo: null }, maker),
  },
  "department: is closed, with a fallback": {
    ...TAKES,
    prepare: async (house) => {
      const { rex, pia } = house;
      await engine.updateApprovalSettings(rex, { onEmptyStage: "FALLBACK", fallbackApproverIds: ids(pia) });
      const departmentId = keep(house, newId());
      await house.change("department", departmentId, { name: "Sales", hodId: house.ann.userId });
      await house.change("employee", house.employeeOf(house.sam), { departmentId });
      return { approvers: [{ source: { departmentHead: { of: "SUBMITTER" } } }] };
    },
    make: (house, maker) => house.change("department", kept(house), { active: false }, maker),
  },
  "rule: a version names somebody": {
    isOfWorkflow: true,
    prepare: async ({ ann }) => ({ approverIds: ids(ann) }),
    make: (house, maker, friend) =>
      engine.publishWorkflow(maker, {
        workflowId: kept(house),
        name: `W ${kept(house)}`,
        stages: ["Judged", "Other"].map((name) => ({ name, approverIds: ids(friend) })),
      }),
  },
  "threshold: another one comes first": {
    isOfWorkflow: true,
    kind: "SalesOrder",
    prepare: async (house) => {
      await engine.updateApprovalSettings(house.rex, { thresholdsEnabled: true });
      return { approverIds: ids(house.ann) };
    },
    make: async (house, maker, friend) => {
      const workflowId = await workflowOf(house.rex, [{ name: "Judged", approverIds: ids(friend) }]);
      await engine.thresholds.create(maker, { kind: "SalesOrder", workflowId, amountThreshold: 1, order: 1 });
    },
  },
  "default: another workflow": {
    isOfWorkflow: true,
    isElsewhere: true,
    prepare: async ({ ann }) => ({ approverIds: ids(ann) }),
    make: async (house, _maker, friend) => {
      const workflowId = await workflowOf(house.rex, [{ name: "Judged", approverIds: ids(friend) }]);
      const defaultWorkflows = [{ transactionType: "Leave", workflowId: toObjectId(workflowId) }];
      const companyId = toObjectId(house.company.companyId);
      await store.db
        .collection("configs")
        .updateOne({ companyId }, { $set: { defaultWorkflows, updatedAt: new Date() } }, { upsert: true });
    },
  },
  "HR policy: a level names somebody": {
    prepare: async () => ({}),
    submit: async (house, order) => {
      const { policyId, ...submitted } = await house.submitLeave(order);
      keep(house, policyId);
      return submitted;
    },
    make: (house, maker, friend) => {
      const approvers = [{ approverId: friend.userId }];
      const levels = [{ role: "MANAGER" as const, order: 1, approveBy: "ANY" as const, approvers }];
      return engine.policies.update(maker, kept(house), { levels });
    },
  },
  "time: the late one's manager is asked instead": {
    gives: true,
    takes: true,
    isElsewhere: true,
    passTime: "ASKED_LAST",
    prepare: async ({ ann }) => ({
      approverIds: ids(ann),
      escalate: { after: { hours: 1 }, to: { manager: true }, mode: "REPLACE" },
    }),
    make: (house, maker, friend) => house.reportsTo(house.ann, friend, maker),
  },
  "time: approves at the end, once it was amended": {
    isApprovedByTime: true,
    isElsewhere: true,
    passTime: "CHANGED_LAST",
    prepare: async ({ rex, ann }) => {
      const settings = { onAmend: "KEEP_VERDICTS" as const, allowTimeApproval: ["Leave"] };
      await engine.updateApprovalSettings(rex, settings);
      return { approverIds: ids(ann), dueIn: { hours: 1 }, atEnd: "APPROVE" };
    },
    make: amend("90"),
  },
  calendar: {
    prepare: async ({ ann }) => ({ approvers: [{ approverId: ann.userId }] }),
    make: (_house, maker) =>
      engine.calendars.create(maker, {
        name: `C ${newId()}`,
        timeZone: "Europe/Oslo",
        week: [{ day: "MONDAY", from: "09:00", to: "17:00" }],
      }),
  },
};

/** The stages when the change is made. */
const STATES = ["waits", "is still to come", "is decided"] as const;
type State = (typeof STATES)[number];

/** The people who make the change, and try to decide then. */
const ACTORS = {
  "makes it for themselves": ({ pia }: SeatsHouse) => ({ maker: pia, friend: pia, trier: pia }),
  "is put there by another": ({ pia, quin }: SeatsHouse) => ({ maker: quin, friend: pia, trier: pia }),
  "approved before": ({ pia, quin, ann }: SeatsHouse) => ({ maker: quin, friend: pia, trier: ann }),
  "submitter, for themselves": ({ sam }: SeatsHouse) => ({ maker: sam, friend: sam, trier: sam }),
  "their agent": ({ pia }: SeatsHouse) => ({
    maker: { ...pia, isAgent: true as const },
    friend: pia,
    trier: pia,
  }),
} as const;
type Actor = keyof typeof ACTORS;

const OUTCOMES = {
  DECIDES: "decides",
  NOT: "–",
  STANDS: "stands",
  AGAIN: "asked again, decides",
  AGAIN_NOT: "asked again, –",
  REFUSED: "refused",
} as const;
type Outcome = keyof typeof OUTCOMES;

/** The outcome that the rules want; the first that says something wins. */
function wantedOf(change: Effect, state: State, actor: Actor): Outcome {
  const { gives, takes, amends, isElsewhere, isApprovedByTime } = change;
  const wasApprover = actor === "approved before";
  // An agent changes nothing that decides who decides (SAFE-15); a document it may change, in its person's name.
  if (actor === "their agent" && amends === undefined && isElsewhere === undefined) return "REFUSED";
  // A verdict stands, whatever happens to who is asked, as long as it saw the document (MEET-5).
  if (state === "is decided" && amends !== "BEYOND_LIMIT") return "STANDS";
  // Time approves a stage only where a person approved the present revision (MEET-5): the verdict stands.
  if (isApprovedByTime && state === "waits") return "STANDS";
  if (amends === "BEYOND_LIMIT") {
    // The one whom a limit covers is asked instead, unless they changed the document (MEET-5).
    const mayDecide = actor === "is put there by another";
    if (state === "is decided") return mayDecide ? "AGAIN" : "AGAIN_NOT";
    return mayDecide ? "DECIDES" : "NOT";
  }
  if (wasApprover) return takes ? "NOT" : "DECIDES";
  // Nobody seats themselves, nor does their agent or the submitter (MEET-3).
  return gives && actor === "is put there by another" ? "DECIDES" : "NOT";
}

const workflowOf = async (maker: Caller, stages: object[]): Promise<string> =>
  (await engine.publishWorkflow(maker, { name: `W ${newId()}`, stages: stages as never })).workflowId;

const approve = (caller: Caller, taskId: string) =>
  engine.decideApproval(caller, { taskId, status: "APPROVED" });

/** Submits a document with the stage that is judged, at its place, and one of Bob's. */
async function submit(house: SeatsHouse, change: Change, judged: object, place: 0 | 1) {
  const { sam, bob, rex } = house;
  const other = { name: "Other", approveBy: "ANY" as const, approvers: [{ approverId: bob.userId }] };
  const order = place === 0 ? [judged, other] : [other, judged];
  const stages = order.map((one, index) => Object.assign({ order: index + 1 }, one));
  const way = change.isOfWorkflow
    ? { workflowId: keep(house, await workflowOf(rex, stages)) }
    : { dynamicStages: stages as never };
  return engine.submitDocument(
    { ...sam, isService: true },
    {
      refId: newId(),
      kind: change.kind ?? "Leave",
      ref: "LV-1",
      submitterId: sam.userId,
      ...way,
      document: { title: "Trip", amount: "50", currency: "EUR" },
    },
  );
}

/** The outcome as it happens: the change is made while the stage is in the state, the stage is asked as it is then, and the trier tries. */
async function playedOf(change: Change, state: State, actor: Actor): Promise<Outcome> {
  const house = await aSeatsHouse({ engine, store });
  const { ann, bob, rex } = house;
  const stage = await change.prepare(house);
  const judged = { name: "Judged", approveBy: "ANY" as const, ...stage };
  const place = state === "is still to come" ? 1 : 0;
  const { refId, tasks } = await (change.submit?.(house, place === 0 ? 1 : 2) ??
    submit(house, change, judged, place));
  const taskId = tasks[place]!._id;
  if (state === "is decided") {
    for (const decider of change.deciders?.(house) ?? [ann]) {
      if ((await house.status(taskId)) !== "APPROVED") await approve(decider, taskId);
    }
  }
  const { maker, friend, trier } = ACTORS[actor](house);
  const decideBefore = async () => state === "is still to come" && approve(bob, tasks[0]!._id);
  if (change.passTime === "CHANGED_LAST") await decideBefore();
  try {
    await change.make(house, maker, friend, refId);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return "REFUSED";
  }
  if (change.passTime !== "CHANGED_LAST") await decideBefore();
  if (state === "waits") await engine.seats.resolveAgain(rex, { taskId });
  if (change.passTime) await house.passTime(taskId);
  if ((await house.status(taskId)) === "APPROVED") return "STANDS";
  const decides = await approve(trier, taskId).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return false;
    },
  );
  if (state === "is decided") return decides ? "AGAIN" : "AGAIN_NOT";
  return decides ? "DECIDES" : "NOT";
}

const actors = Object.keys(ACTORS) as Actor[];

/** The table as docs/security.md has it. */
function printed(): string {
  const rows = Object.entries(CHANGES).flatMap(([name, change]) =>
    STATES.map((state) => [name, state, ...actors.map((actor) => OUTCOMES[wantedOf(change, state, actor)])]),
  );
  const table = [["change", "the stage", ...actors], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const [head, ...body] = table;
  return [line(head!), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

describe("who decides after a change [MEET-3] [MEET-5] [MEET-7]", () => {
  const cells = Object.keys(CHANGES).flatMap((name) => STATES.map((state) => [name, state] as const));

  it.each(cells)("%s, while the stage %s", async (name, state) => {
    const change = CHANGES[name]!;
    const wanted: Record<string, Outcome> = {};
    const played: Record<string, Outcome> = {};
    for (const actor of actors) {
      wanted[actor] = wantedOf(change, state, actor);
      played[actor] = await playedOf(change, state, actor);
    }
    expect(played).toEqual(wanted);
  });

  it("is the same in the documentation", () => {
    const page = new URL("../../../../docs/security.md", import.meta.url);
    const text = readFileSync(page, "utf8");
    const [begin, end] = ["<!-- who decides after a change -->\n\n", "\n\n<!-- end -->"];
    const [from, until] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
    if (process.env["WRITE_TABLE"]) writeFileSync(page, text.slice(0, from) + printed() + text.slice(until));
    else expect(text.slice(from, until)).toBe(printed());
  });
});
