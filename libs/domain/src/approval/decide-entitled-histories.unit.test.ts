import * as fc from "fast-check";
import { expect, it } from "vitest";

import { NOW_MS, context, storedStages, submission } from "../../test/approval-runs.ts";
import { NEEDS, contentOf, testConditions } from "../../test/conditional-runs.ts";
import { drawWeighted } from "../../test/weighted.ts";
import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import type { RunRoute } from "../routing/run-route.ts";
import type { Command, Decision, DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import { type GroupMadeBy, type LimitMadeBy, entryTimes, groupMadeBy, limitMadeBy } from "./made-by.ts";
import type { Person } from "./people.ts";
import { DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN, activeTask, approvalsOf, hasVerdict, isWaiting, seatsOf } from "./run.ts";
import type { Approval, Id, Run, SourcedSeats, StageInput, Task } from "./types.ts";

// Rules, limits, groups, amendments and time together: whatever happens, a stage is decided only by people who were entitled
// to it, for the document as it was then. What entitles somebody is kept here in words of its own: each entry with who made
// it last, beside the marks that the code keeps.

const KIND = "Contract";
const NAMES = ["eve", "ann", "bob", "cid", "dee", "mia", "max"] as const;
const who = fc.constantFrom<Id>(...NAMES);
/** Eve reports to Mia, and she to Max. */
const MANAGERS: Readonly<Record<Id, Id>> = { eve: "mia", mia: "max" };
const AMOUNTS = [5, 50, 500, 5_000] as const;
const amount = fc.constantFrom(...AMOUNTS);

const source = fc.constantFrom<SourcedSeats["source"]>(
  { groupId: "board" },
  { groupId: "legal" },
  { submitterManager: { untilLimit: true } },
  { submitterManager: { untilLimit: true } },
  { submitterManager: { levels: 1 } },
);
const drawnStage = fc.record({
  approveBy: fc.constantFrom("ANY" as const, "ALL" as const),
  named: fc.subarray(["eve", "ann", "bob"], { maxLength: 1 }),
  sources: fc.array(source, { maxLength: 2 }),
  when: fc.option(fc.constantFrom("above 10", "above 500"), { nil: undefined }),
  atEnd: fc.constantFrom("APPROVE" as const, "APPROVE" as const, "REJECT" as const),
  mode: fc.constantFrom("STAND_IN" as const, "REPLACE" as const),
});

const STEPS = [
  ["approve", 16],
  ["reject", 1],
  ["takeOver", 2],
  ["amend", 6],
  ["resolveAgain", 5],
  ["members", 6],
  ["limit", 5],
  ["manager", 2],
  ["fallback", 2],
  ["reassign", 3],
  ["parallel", 1],
  ["removeRow", 1],
  ["leave", 1],
  ["escalate", 3],
  ["end", 4],
] as const;
const step = fc.record({
  kind: drawWeighted(STEPS),
  who,
  whom: who,
  isAsked: fc.boolean(),
  place: fc.nat(3),
  group: fc.constantFrom("board", "legal"),
  members: fc.subarray([...NAMES]),
  policy: fc.constantFrom("ASK_AGAIN" as const, "KEEP_VERDICTS" as const, "KEEP_VERDICTS" as const),
  amount,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const history = fc.record({
  stages: fc.array(drawnStage, { minLength: 1, maxLength: 3 }),
  amount,
  onEmptyStage: fc.constantFrom("FALLBACK" as const, "UNASSIGNED" as const),
  steps: fc.array(step, { minLength: 5, maxLength: 35 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** The person who made an entry, and when. */
interface Entry {
  by: Id;
  atMs: number;
}
const FIRST: Entry = { by: "chief", atMs: NOW_MS - 1 };

/** The company: what it is, and who made each entry of it. */
class World {
  atMs = NOW_MS;
  amount: number;
  /** Whoever changed the document last. */
  editor: Id | undefined;
  readonly gone = new Set<Id>();
  readonly groups = new Map<string, { entries: Map<Id, Entry>; madeBy?: GroupMadeBy | undefined }>([
    ["board", { entries: new Map([["ann", FIRST]]) }],
    ["legal", { entries: new Map([["bob", FIRST]]) }],
  ]);
  readonly limits = new Map<Id, { upTo: number; entry: Entry; madeBy?: LimitMadeBy | undefined }>([
    ["mia", { upTo: 10, entry: FIRST }],
    ["max", { upTo: 5_000, entry: FIRST }],
    ["bob", { upTo: 100, entry: FIRST }],
  ]);
  /** Eve's manager. */
  manager = { userId: MANAGERS["eve"]!, entry: FIRST };
  readonly fallback = new Map<Id, Entry>([["dee", FIRST]]);
  readonly #history: History;
  constructor(drawn: History) {
    this.#history = drawn;
    this.amount = drawn.amount;
  }

  isOwn = (person: Id, entry: Entry | undefined): boolean =>
    entry !== undefined && entry.by === person && entry.atMs >= NOW_MS;

  /** Whether a limit covers the amount for somebody who did not give it to themselves. */
  covers(person: Id, amountOf = this.amount): boolean {
    const limit = this.limits.get(person);
    return limit !== undefined && limit.upTo >= amountOf && !this.isOwn(person, limit.entry);
  }

  regroup(group: string, members: readonly Id[], by: Id): void {
    const { entries, madeBy } = this.groups.get(group)!;
    const change = { userId: by, atMs: this.atMs };
    const before = { memberIds: [...entries.keys()], madeBy };
    const after = new Map(members.map((id) => [id, entries.get(id) ?? { by, atMs: this.atMs }]));
    this.groups.set(group, {
      entries: after,
      madeBy: groupMadeBy(before, { memberIds: [...members] }, change),
    });
  }

  giveLimit(userId: Id, upTo: number, by: Id): void {
    const before = this.limits.get(userId);
    const terms = (text: number) => ({ userId, kind: KIND, currency: "EUR", upTo: String(text) });
    const change = { userId: by, atMs: this.atMs };
    const madeBy = limitMadeBy(
      before && { ...terms(before.upTo), madeBy: before.madeBy },
      terms(upTo),
      change,
    );
    const isRaised = before === undefined || upTo > before.upTo;
    const keepsOwn = before !== undefined && before.entry.by === by;
    const isSame = before?.upTo === upTo;
    const entry = isRaised ? { by, atMs: this.atMs } : keepsOwn || isSame ? before.entry : FIRST;
    this.limits.set(userId, { upTo, entry, madeBy });
  }

  context(): DecisionContext {
    const { userId, entry } = this.manager;
    const managerChanges = [{ userId: entry.by, atMs: entry.atMs }];
    const people = NAMES.map((id): [Id, Person] => [
      id,
      defined<Person>({
        active: !this.gone.has(id),
        managerId: id === "eve" ? userId : MANAGERS[id],
        managerChanges: id === "eve" ? managerChanges : undefined,
      }),
    ]);
    const own = [...this.fallback].flatMap(([id, { by, atMs }]) => (by === id ? [{ userId: id, atMs }] : []));
    return context({
      nowMs: this.atMs,
      rules: {
        ...DEFAULT_RULES,
        onEmptyStage: this.#history.onEmptyStage,
        fallbackApproverIds: [...this.fallback.keys()],
        allowTimeApproval: [KIND],
        seatChanges: { ownFallback: entryTimes(own) },
      },
      people: new Map(people),
      organisation: {
        groups: new Map(
          [...this.groups].map(([id, { entries, madeBy = {} }]) => {
            const { ownEntries, ...marks } = madeBy;
            return [
              id,
              { name: id, memberIds: [...entries.keys()], ownEntries: entryTimes(ownEntries), ...marks },
            ];
          }),
        ),
        heads: new Map(),
        limits: [...this.limits].map(([userId, { upTo, madeBy }]) =>
          Object.assign({ userId, kind: KIND, currency: "EUR", upTo: String(upTo) }, madeBy),
        ),
      },
      content: contentOf(this.amount),
      conditions: testConditions,
    });
  }
}

function stagesOf(drawn: History["stages"]): StageInput[] {
  return drawn.map(({ approveBy, named, sources, when, atEnd, mode }, place) =>
    defined<StageInput>({
      key: `s${place}`,
      name: `S${place}`,
      order: place + 1,
      approveBy,
      approverIds: named.length + sources.length === 0 ? ["ann"] : named,
      sources: sources.length > 0 ? sources.map((one) => ({ source: one })) : undefined,
      when: place === 0 ? undefined : when,
      ladder: {
        escalate: { after: { hours: 1 }, to: { manager: true }, mode },
        atEnd,
        endAfter: { hours: 2 },
      },
    }),
  );
}

/** The command of a step; none where only the company changes. */
function commandOf(
  one: Step,
  run: Run,
  task: Task,
  world: World,
  at: { route?: RunRoute | undefined; revision: number },
) {
  const { kind, who: person, whom, isAsked, place, policy } = one;
  const taskId = task.id;
  const waiting = seatsOf(run, taskId).filter(isWaiting);
  const asked = waiting[place % Math.max(1, waiting.length)]?.approverId;
  const approverId = isAsked ? (asked ?? person) : person;
  const acting = { actorId: person, privileged: true } as const;
  switch (kind) {
    case "approve":
    case "reject":
      return { type: kind, taskId, approverId } as const;
    case "takeOver":
      return {
        type: "approve",
        taskId,
        approverId: person,
        takeOver: { policy: "anyone", privileged: false },
      } as const;
    case "amend":
      return { type: kind, policy, actorId: person, revision: at.revision + 1, route: at.route } as const;
    case "resolveAgain":
      return { type: kind, taskId, ...acting } as const;
    case "reassign":
      return {
        type: kind,
        taskId,
        fromUserId: approverId,
        toUserId: whom,
        reason: "away",
        ...acting,
      } as const;
    case "parallel":
      return { type: "addApprover", taskId, userId: whom, position: "PARALLEL", ...acting } as const;
    case "removeRow": {
      const row = approvalsOf(run, taskId).find((seat) => seat.approverId === whom);
      return row && ({ type: kind, approvalId: row.id, ...acting } as const);
    }
    case "leave":
      world.gone.add(whom);
      return { type: "release", userId: whom } as const;
    case "escalate":
    case "end": {
      const action = kind === "end" ? "END" : "ESCALATE";
      return { type: "fire", taskId, activation: task.activation ?? 1, action } as const;
    }
    case "members":
      world.regroup(one.group, one.members, person);
      return undefined;
    case "limit":
      world.giveLimit(whom, one.amount, person);
      return undefined;
    case "manager":
      world.manager = { userId: whom === "eve" ? "mia" : whom, entry: { by: person, atMs: world.atMs } };
      return undefined;
    case "fallback":
      if (!world.fallback.delete(whom)) world.fallback.set(whom, { by: person, atMs: world.atMs });
      return undefined;
    default:
      return kind satisfies never;
  }
}

const keyOf = (row: Approval, task: Task) => `${row.id} ${row.approverId} ${task.activation ?? 1}`;

/** Whether what gives a seat gives it to its holder now, and not by a change of their own. */
function isEntitled(row: Approval, world: World): boolean {
  const { approverId, reason, reasonGroupId = "", byLimit, escalated } = row;
  if (byLimit === true && !world.covers(approverId)) return false;
  switch (reason) {
    case "GROUP": {
      const entry = world.groups.get(reasonGroupId)?.entries.get(approverId);
      return entry !== undefined && !world.isOwn(approverId, entry);
    }
    case "FALLBACK": {
      const entry = world.fallback.get(approverId);
      return entry !== undefined && !world.isOwn(approverId, entry);
    }
    case "MANAGER_OF":
      return (
        escalated === true || row.reasonUserId !== "eve" || !world.isOwn(approverId, world.manager.entry)
      );
    default:
      return true;
  }
}

/** The rules that a step breaks. */
function faultsOf(command: Command, before: Run, decision: Decision, world: World): string[] {
  const { run, outcome, events } = decision;
  const faults: string[] = [];
  const now = activeTask(run);
  const was = activeTask(before);
  const { editor } = world;
  const waitedBefore = new Set(
    before.tasks.flatMap((task) =>
      seatsOf(before, task.id)
        .filter((row) => task.id === was?.id && isWaiting(row))
        .map((row) => keyOf(row, task)),
    ),
  );
  const earlier = new Map(before.approvals.map((row) => [row.id, row]));
  if (now !== undefined) {
    for (const row of seatsOf(run, now.id).filter(isWaiting)) {
      if (row.approverId === editor) faults.push(`${row.approverId} is asked and an editor`);
      // An escalation gives a seat once; it lasts until its stage is asked again.
      const isGiven = !row.escalated || !earlier.has(row.id);
      if (row.derived && isGiven && !waitedBefore.has(keyOf(row, now)) && !isEntitled(row, world)) {
        faults.push(`${row.approverId} is asked by ${row.reason} and not entitled`);
      }
    }
  }
  for (const row of run.approvals.filter((one) => !one.archived && hasVerdict(one))) {
    const isNew = !hasVerdict(earlier.get(row.id) ?? { status: "PENDING" });
    if ((row.decidedBy ?? row.approverId) === editor)
      faults.push(`${row.approverId}'s verdict is an editor's`);
    if (
      isNew &&
      row.byLimit &&
      !row.skipped &&
      row.takenFrom !== undefined &&
      !world.covers(row.approverId)
    ) {
      faults.push(`${row.approverId} took a seat over that needs a limit`);
    }
    const isKept = command.type === "amend" && row.byLimit && row.status === "APPROVED";
    if (isKept && !world.covers(row.approverId)) faults.push(`${row.approverId}'s limit does not cover it`);
  }
  if (command.type === "reassign") {
    const row = seatsOf(run, command.taskId).find(({ approverId }) => approverId === command.toUserId);
    if (row?.byLimit && !world.covers(command.toUserId))
      faults.push(`${command.toUserId} got a limit's seat`);
  }
  if (command.type === "resolveAgain" && was !== undefined) {
    const had = seatsOf(before, was.id).some(({ approverId }) => approverId === command.actorId);
    const has = seatsOf(run, was.id).some((row) => row.approverId === command.actorId && isWaiting(row));
    if (!had && has) faults.push(`${command.actorId} seated themselves`);
  }
  if (outcome === "completed" && events.some(({ event }) => event === "TIMED_OUT")) {
    const saw = run.approvals.some(
      (row) =>
        !row.archived &&
        row.status === "APPROVED" &&
        row.approverId !== "eve" &&
        row.approverId !== editor &&
        row.revision?.split(".")[0] === String(run.document?.revision),
    );
    if (!saw) faults.push("time approved what nobody saw");
  }
  const isSame = was !== undefined && now?.id === was.id;
  if (isSame && ["resolveAgain", "amend", "removeRow"].includes(command.type)) {
    const told = new Set(
      events.filter(({ event }) => event === "SEAT_LOST").flatMap(({ targetIds }) => targetIds),
    );
    const kept = new Set(
      seatsOf(run, now.id).flatMap(({ approverId, takenFrom }) => [approverId, takenFrom]),
    );
    for (const { approverId } of seatsOf(before, was.id).filter(isWaiting)) {
      if (!kept.has(approverId) && !world.gone.has(approverId) && !told.has(approverId)) {
        faults.push(`${approverId} lost a seat and was not told`);
      }
    }
  }
  return faults;
}

/** How often each kind of step took effect, over all histories: the property looks at something. */
const effects = new Map<string, number>();

function play(drawn: History): void {
  const world = new World(drawn);
  const submit = submission({
    kind: KIND,
    workflowId: "workflow",
    storedStages: storedStages(stagesOf(drawn.stages)),
    facts: [NEEDS],
    document: { revision: 1 },
  });
  const { run: first, route: firstRoute } = decide(submit, EMPTY_RUN, {
    ...world.context(),
    rules: { ...world.context().rules, onEmptyStage: "UNASSIGNED" },
  });
  let run: Run = { ...first, submittedMs: NOW_MS };
  let route = firstRoute;
  let revision = 1;
  const played: string[] = [];
  for (const one of drawn.steps) {
    const task = activeTask(run);
    if (task === undefined) return;
    world.atMs += 1;
    const command = commandOf(one, run, task, world, { route, revision });
    played.push(JSON.stringify({ ...(command ?? one), route: undefined }));
    if (command === undefined) continue;
    const { amount: amountBefore, editor: editorBefore } = world;
    if (command.type === "amend") Object.assign(world, { amount: one.amount, editor: command.actorId });
    try {
      const decision = decide(command, run, world.context());
      if (command.type === "amend") revision += 1;
      expect(faultsOf(command, run, decision, world), played.join("\n")).toEqual([]);
      for (const { event } of decision.events) effects.set(event, (effects.get(event) ?? 0) + 1);
      run = { ...decision.run, submittedMs: NOW_MS };
      route = decision.route ?? route;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      Object.assign(world, { amount: amountBefore, editor: editorBefore });
    }
  }
}

const HISTORIES = Number(process.env["HISTORIES"] ?? 500);

it("a stage is decided only by people who are entitled to it, for the document as it is [MEET-3] [MEET-5] [MEET-7]", () => {
  fc.assert(fc.property(history, play), { numRuns: HISTORIES });
  for (const event of ["SEAT_LOST", "AMENDED", "TIMED_OUT", "ESCALATED", "COMPLETED", "REASSIGNED"]) {
    expect({ event, count: effects.get(event) ?? 0 }).not.toEqual({ event, count: 0 });
  }
});
