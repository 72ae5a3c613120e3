import * as fc from "fast-check";
import { expect, it } from "vitest";

import { NOW_MS, context, storedStages, submission } from "../../test/approval-runs.ts";
import { NEEDS, contentOf, testConditions } from "../../test/conditional-runs.ts";
import { assertChangesLeadThere } from "../../test/sound-runs.ts";
import { drawWeighted } from "../../test/weighted.ts";
import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import { routeOf } from "../routing/route-of.ts";
import type { RunRoute } from "../routing/run-route.ts";
import { isUnassigned } from "./asking.ts";
import type { AmendCommand, Command, Decision, DecisionContext, RejectCommand } from "./commands.ts";
import { decide } from "./decide.ts";
import { ESCALATION_MODES } from "./ladder.ts";
import type { Person } from "./people.ts";
import { tallyOf } from "./quorum.ts";
import { DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN, activeTask, approvalsOf, hasVerdict, isWaiting, seatsOf, standingRun } from "./run.ts";
import { barsIn } from "./separation-of-duties.ts";
import { sourcedSeats } from "./sources.ts";
import {
  APPROVE_BY,
  type Approval,
  type DocumentContent,
  type Id,
  type Run,
  type SourcedSeats,
  type StageInput,
  type Task,
} from "./types.ts";

const PEOPLE: Readonly<Record<Id, Person>> = {
  eve: { managerId: "mia", departmentId: "north" },
  ann: { managerId: "mia", departmentId: "north" },
  bob: { managerId: "max", departmentId: "south" },
  cid: { managerId: "ann" },
  dee: { managerId: "bob" },
  mia: { managerId: "max" },
  max: { managerId: "moe" },
  moe: { managerId: "mia" },
  hal: { managerId: "max" },
};
const NAMES = Object.keys(PEOPLE);
const who = fc.constantFrom(...NAMES);
const KIND = "Contract";
const LABELS = ["FIN", "LAW"] as const;
const labels = fc.subarray([...LABELS]);

const source = fc.constantFrom<SourcedSeats["source"]>(
  { groupId: "board" },
  { groupId: "legal" },
  { submitterManager: { levels: 1 } },
  { submitterManager: { levels: 2 } },
  { submitterManager: { untilLimit: true } },
  { departmentHead: { of: "SUBMITTER" } },
  { departmentHead: { of: "buyer" } },
  { fact: "buyer" },
  { previousApproverManager: true },
  { previousApproverManager: true },
);
const drawnStage = fc.record({
  approveBy: fc.constantFrom(...APPROVE_BY),
  rejectBy: fc.constantFrom("VETO" as const, "UNREACHABLE" as const),
  named: fc.subarray(NAMES, { maxLength: 3 }),
  groups: fc.array(labels, { minLength: NAMES.length, maxLength: NAMES.length }),
  sources: fc.array(fc.record({ source, groups: labels }), { maxLength: 2 }),
  when: fc.option(fc.constantFrom("above 10", "above 500", "says law"), { nil: undefined }),
  mode: fc.constantFrom(...ESCALATION_MODES),
  atEnd: fc.constantFrom("APPROVE" as const, "APPROVE" as const, "REJECT" as const),
});

const content = fc
  .record({
    amount: fc.option(fc.constantFrom(0, 5, 50, 5_000), { nil: undefined, freq: 6 }),
    needs: fc.option(fc.constantFrom("law", "hr"), { nil: undefined }),
    buyer: fc.option(who, { nil: undefined }),
    byOwner: fc.oneof(
      { weight: 7, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  })
  .map(({ amount, needs, buyer, byOwner }): DocumentContent => {
    const person = buyer === undefined ? [] : [{ key: "buyer", type: "PERSON" as const, value: buyer }];
    return Object.assign(contentOf(amount, needs, person), { byOwner });
  });

const STEPS = [
  ["approve", 14],
  ["reject", 3],
  ["takeOver", 1],
  ["withdraw", 2],
  ["amend", 5],
  ["resolveAgain", 2],
  ["regroup", 2],
  ["leave", 2],
  ["comeBack", 1],
  ["reassign", 2],
  ["parallel", 1],
  ["after", 2],
  ["addRow", 1],
  ["removeRow", 1],
  ["escalate", 2],
  ["end", 1],
] as const;
const step = fc.record({
  kind: drawWeighted(STEPS),
  who,
  whom: who,
  /** Whether somebody who is asked acts, instead of the person. */
  isAsked: fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  place: fc.nat(5),
  group: fc.constantFrom("board", "legal"),
  policy: fc.constantFrom("ASK_AGAIN" as const, "KEEP_VERDICTS" as const, "KEEP_VERDICTS" as const),
  content,
  editorIds: fc.option(fc.subarray(NAMES, { maxLength: 2 }), { nil: undefined }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const history = fc.record({
  stages: fc.array(drawnStage, { minLength: 2, maxLength: 4 }),
  content,
  editorIds: fc.option(fc.subarray(NAMES, { maxLength: 1 }), { nil: undefined }),
  rules: fc.record({
    onEmptyStage: fc.constantFrom("REFUSE" as const, "FALLBACK" as const, "UNASSIGNED" as const),
    fallbackApproverIds: fc.constantFrom(["hal"], ["eve", "moe", "hal"]),
    onSubmitterIsApprover: fc.constantFrom("ALLOW" as const, "EXCLUDE" as const, "MANAGER" as const),
    onRepeatedApprover: fc.constantFrom("ASK" as const, "SKIP_CONSECUTIVE" as const),
    onePersonOneStage: fc.oneof(fc.constant(false), fc.constant(false), fc.constant(true)),
    submitterNeverDecides: fc.boolean(),
    exclusiveGroups: fc.constantFrom<string[][]>([], [], [[...LABELS]]),
  }),
  standIns: fc.array(fc.tuple(who, who), { maxLength: 2 }),
  steps: fc.array(step, { minLength: 5, maxLength: 30 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** The stages of a workflow as they are drawn, those that nobody could be asked in given somebody. */
function stagesOf(drawn: History["stages"]): StageInput[] {
  return drawn.map(({ approveBy, rejectBy, named, groups, sources, when, mode, atEnd }, place) => {
    const fitting = sources.filter((one) => place > 0 || !("previousApproverManager" in one.source));
    const approverIds = named.length + fitting.length === 0 ? ["ann"] : named;
    const carried = approverIds.flatMap((id) => {
      const own = groups[NAMES.indexOf(id)] ?? [];
      return own.length > 0 ? [[id, own] as const] : [];
    });
    return defined<StageInput>({
      key: `s${place}`,
      name: `S${place}`,
      order: place + 1,
      approveBy,
      rejectBy,
      quorum: approveBy === "PERCENT" ? 60 : approveBy === "COUNT" ? 2 : undefined,
      approverIds,
      groups: carried.length > 0 ? Object.fromEntries(carried) : undefined,
      sources:
        fitting.length > 0
          ? fitting.map((one) => (one.groups.length > 0 ? one : { source: one.source }))
          : undefined,
      when,
      ladder: {
        escalate: { after: { hours: 1 }, to: { manager: true }, mode },
        atEnd,
        endAfter: { hours: 2 },
      },
    });
  });
}

/** The company as it is at a moment, and the document as it was described last. */
class World {
  readonly gone = new Set<Id>();
  /** Those who have taken seats over: they keep them with their labels. */
  readonly takers = new Set<Id>();
  readonly groups = new Map([
    ["board", new Set(["ann", "bob", "cid"])],
    ["legal", new Set(["bob", "dee"])],
  ]);
  readonly #history: History;
  content: DocumentContent;
  constructor(drawn: History) {
    this.#history = drawn;
    this.content = drawn.content;
  }
  context(changed: DocumentContent = this.content): DecisionContext {
    const people = NAMES.map((id): [Id, Person] => [id, { ...PEOPLE[id], active: !this.gone.has(id) }]);
    const groups = [...this.groups].map(
      ([id, members]) => [id, { name: id, memberIds: [...members] }] as const,
    );
    const { rules, standIns } = this.#history;
    return context({
      nowMs: NOW_MS,
      rules: { ...DEFAULT_RULES, ...rules, allowTimeApproval: [KIND] },
      people: new Map(people),
      substitutions: standIns.flatMap(([substituteId, principalId], place) =>
        substituteId === principalId
          ? []
          : [{ id: `s${place}`, principalId, substituteId, kinds: [], fromMs: 0, untilMs: NOW_MS * 2 }],
      ),
      organisation: {
        groups: new Map(groups),
        heads: new Map([
          ["north", "dee"],
          ["south", "cid"],
        ]),
        limits: [
          { userId: "mia", kind: KIND, currency: "EUR", upTo: "10" },
          { userId: "max", kind: KIND, currency: "EUR", upTo: "1000" },
        ],
      },
      content: changed,
      conditions: testConditions,
    });
  }
}

const chief = { actorId: "chief", privileged: true } as const;

/** The command of a step; none where it needs a seat that is not there, or only the company changes. */
function commandOf(one: Step, run: Run, task: Task, at: { route: RunRoute | undefined; revision: number }) {
  const { kind, who: person, whom, isAsked, place } = one;
  const taskId = task.id;
  const waiting = seatsOf(run, taskId).filter(isWaiting);
  const asked = waiting[place % Math.max(1, waiting.length)]?.approverId;
  const actor = isAsked ? (asked ?? person) : person;
  switch (kind) {
    case "approve":
      return { type: kind, taskId, approverId: actor } as const;
    case "reject": {
      const returnTo = at.route?.stages[place]?.stage;
      const named = place < 3 ? returnTo : undefined;
      return defined<RejectCommand>({
        type: kind,
        taskId,
        approverId: actor,
        returnToStageId: named?.stageId,
        returnStage: named && { ...named, stageId: named.stageId!, workflowId: "workflow" },
      });
    }
    case "takeOver":
      return {
        type: "approve",
        taskId,
        approverId: person,
        takeOver: { policy: "anyone", privileged: false },
      } as const;
    case "withdraw": {
      const given = seatsOf(run, taskId).find(hasVerdict);
      return { type: kind, taskId, actorId: given?.decidedBy ?? given?.approverId ?? person } as const;
    }
    case "amend": {
      const { policy, editorIds } = one;
      const { revision, route } = at;
      return defined<AmendCommand>({ type: kind, policy, revision, actorId: person, editorIds, route });
    }
    case "leave":
      return { type: "release", userId: actor } as const;
    case "resolveAgain":
      return { type: kind, taskId, ...chief } as const;
    case "reassign":
      return { type: kind, taskId, fromUserId: actor, toUserId: whom, reason: "away", ...chief } as const;
    case "parallel":
    case "after": {
      const position = kind === "after" ? "AFTER" : "PARALLEL";
      const acting = isAsked && asked !== undefined ? { actorId: asked, privileged: false } : chief;
      return { type: "addApprover", taskId, userId: whom, position, ...acting } as const;
    }
    case "addRow":
      return { type: kind, taskId, approverId: whom, ...chief } as const;
    case "removeRow": {
      const seat = approvalsOf(run, taskId).find(({ approverId }) => approverId === actor);
      return seat && ({ type: kind, approvalId: seat.id, ...chief } as const);
    }
    case "escalate":
    case "end":
      return {
        type: "fire",
        taskId,
        activation: task.activation ?? 1,
        action: kind === "end" ? "END" : "ESCALATE",
      } as const;
    case "regroup":
    case "comeBack":
      return undefined;
    default:
      return kind satisfies never;
  }
}

const liveTasks = ({ tasks }: Run) => tasks.filter(({ archived }) => !archived);
const decider = ({ approverId, decidedBy = approverId }: Approval) => decidedBy;

/** The rules about who decides where, of the verdicts that stand. */
function dutiesKept(run: Run, world: World): Record<string, boolean> {
  const { rules } = world.context();
  const live = liveTasks(run);
  const given = live.flatMap((task) =>
    approvalsOf(run, task.id)
      .filter((row) => hasVerdict(row))
      .flatMap((seat) =>
        [...new Set([seat.approverId, decider(seat)])].map((person) => ({
          person,
          seat,
          order: task.orderNo,
        })),
      ),
  );
  const byPerson = [...Map.groupBy(given, ({ person }) => person).values()];
  const editors = new Set(run.document?.editorIds);
  return {
    "no verdict is an editor's": !given.some(({ person }) => editors.has(person)),
    "no verdict is the submitter's":
      !rules.submitterNeverDecides || !given.some(({ person }) => person === "eve"),
    "one person decides at one stage":
      !rules.onePersonOneStage || byPerson.every((own) => new Set(own.map(({ order }) => order)).size === 1),
    "nobody decides for two groups":
      rules.exclusiveGroups.length === 0 ||
      byPerson.every((own) => new Set(own.flatMap(({ seat }) => seat.groups ?? [])).size < LABELS.length),
  };
}

/** The people who wait at the active stage, and did not before. */
function newlyWaiting(before: Run, run: Run): Id[] {
  const now = activeTask(run);
  if (now === undefined) return [];
  const was = isAnew(now, before) ? [] : seatsOf(before, now.id).filter(isWaiting);
  const waited = new Set(was.map(({ approverId }) => approverId));
  return seatsOf(run, now.id)
    .filter(isWaiting)
    .flatMap(({ approverId }) => (waited.has(approverId) ? [] : [approverId]));
}

/** The rules that a run breaks, whatever has happened. */
function faultsOf(
  run: Run,
  route: RunRoute | undefined,
  world: World,
  outcome?: Decision["outcome"],
): string[] {
  const active = activeTask(run);
  const live = liveTasks(run);
  const isStopped = active === undefined && outcome !== "completed";
  const keys = live.flatMap(({ stageKey }) => stageKey ?? []);
  const on = route?.stages.filter(({ included }) => included) ?? [];
  const isDecidedOnce = live.every((task) => {
    const given = approvalsOf(run, task.id).filter((row) => hasVerdict(row));
    return new Set(given.map(decider)).size === given.length;
  });
  const seats = active === undefined ? [] : seatsOf(run, active.id);
  const waiting = seats.filter(isWaiting);
  const bar = barsIn(standingRun(run), world.context());
  const barred = waiting.filter(
    ({ approverId, groups }) => active && bar(approverId, { task: active, groups }) !== undefined,
  );
  const isRight = {
    "a stage has one task": new Set(keys).size === keys.length,
    "a stage on the way is decided or waits": isStopped || on.every(({ stage }) => keys.includes(stage.key!)),
    "nobody decides twice at a stage": isDecidedOnce,
    "a person has one seat":
      active === undefined ||
      new Set(approvalsOf(run, active.id).map(({ approverId }) => approverId)).size ===
        approvalsOf(run, active.id).length,
    "a seat that waits is not barred": barred.length === 0,
    "nobody waits who is left out":
      active === undefined ||
      approvalsOf(run, active.id).every((row) => row.leftOut === undefined || !isWaiting(row)),
    ...dutiesKept(run, world),
    "an approved stage has its approvals": live.every(
      (task) => task.status !== "APPROVED" || task.byTime || tallyOf(task, seatsOf(run, task.id)).isReached,
    ),
  };
  return Object.entries(isRight).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

/** The rules that the seats of a stage break which was just asked. */
function faultsAsked(run: Run, task: Task, stages: readonly StageInput[], world: World): string[] {
  const stage = stages.find(({ name }) => name === task.stageName);
  if (stage === undefined) return [];
  const yielded = sourcedSeats(task, standingRun(run), world.context()).seats;
  const own = seatsOf(run, task.id).filter(
    (row) => isWaiting(row) && !row.addedByHand && row.reason !== "MANAGER_OF",
  );
  const labelsOf = (id: Id) => [
    ...(stage.groups?.[id] ?? []),
    ...yielded.filter(({ approverId }) => approverId === id).flatMap(({ groups = [] }) => groups),
  ];
  const strange = own.filter(({ approverId, groups = [] }) => {
    if (world.takers.has(approverId)) return false;
    const isManagers =
      approverId === PEOPLE["eve"]?.managerId && world.context().rules.onSubmitterIsApprover === "MANAGER";
    const carried = new Set([...labelsOf(approverId), ...(isManagers ? labelsOf("eve") : [])]);
    return groups.some((group) => !carried.has(group));
  });
  const earlier = liveTasks(run)
    .filter(({ orderNo, stageName }) => orderNo < task.orderNo && /^S\d$/u.test(stageName))
    .filter(({ status }) => status === "APPROVED")
    .toSorted((left, right) => right.orderNo - left.orderNo)[0];
  const approved =
    earlier === undefined ? [] : seatsOf(run, earlier.id).filter(({ status }) => status === "APPROVED");
  const byRule = approved.filter(({ required }) => !required);
  const before = byRule.length > 0 ? byRule : approved;
  const strangers = own.filter(
    ({ reason, reasonUserId }) =>
      reason === "PREVIOUS_APPROVER_MANAGER" && !before.some((row) => row.approverId === reasonUserId),
  );
  return [
    ...strange.map(({ approverId }) => `${approverId} carries labels that nothing gives them`),
    ...strangers.map(({ approverId }) => `${approverId} manages nobody who approved the stage before`),
  ];
}

const isAnew = (task: Task, { tasks }: Run): boolean => {
  const was = tasks.find(({ id }) => id === task.id);
  return was === undefined || was.status !== task.status || was.activation !== task.activation;
};

function assertStep(
  command: Command,
  before: Run,
  { run, events, outcome }: Decision,
  { organisation, content: described }: DecisionContext,
): void {
  const now = activeTask(run);
  const names = events.map(({ event }) => event);
  if (now !== undefined && isUnassigned(run, now)) {
    const was = before.tasks.find(({ id }) => id === now.id);
    const isNew = isAnew(now, before) || was === undefined || !isUnassigned(before, was);
    if (isNew) expect(names).toContain("UNASSIGNED");
  } else {
    expect(names).not.toContain("UNASSIGNED");
  }
  expect(outcome === undefined).toBe(now !== undefined);
  const was = new Map(before.approvals.map((row) => [row.id, row]));
  const skipped = run.approvals.filter((row) => row.skipped && !was.get(row.id)?.skipped);
  for (const { approverId, taskId } of skipped) {
    const own = standingRun(run).approvals.filter(
      (row) => row.approverId === approverId && row.taskId !== taskId,
    );
    const byThemselves = own.filter(
      ({ status, skipped: isCarried, decidedBy }) => status === "APPROVED" && !isCarried && !decidedBy,
    );
    expect(byThemselves.map(({ revision }) => revision?.split(".")[0])).toContain(
      String(run.document?.revision),
    );
  }
  if (command.type !== "addRow") {
    const isWithdrawn = command.type === "withdraw";
    const told = new Set(
      events.flatMap(({ asked = {}, targetIds }) => (isWithdrawn ? targetIds : Object.keys(asked))),
    );
    if (isWithdrawn) told.add(command.actorId);
    const silently = newlyWaiting(before, run).filter((id) => !told.has(id));
    expect(silently).toEqual([]);
  }
  if (command.type === "amend") {
    const after = new Map(run.approvals.map((row) => [row.id, row]));
    const editors = new Set([command.actorId, ...(command.editorIds ?? [])]);
    for (const row of before.approvals.filter((one) => !one.archived && hasVerdict(one))) {
      const limit = organisation!.limits.find(({ userId }) => userId === row.approverId);
      const isCovered =
        described?.amount !== undefined && Number(described.amount) <= Number(limit?.upTo ?? -1);
      const isBeyond = row.byLimit === true && row.status === "APPROVED" && !isCovered;
      const isEditors = editors.has(row.approverId) || editors.has(decider(row));
      const isCleared = command.policy === "ASK_AGAIN" || isEditors || isBeyond;
      const same = after.get(row.id)!;
      expect(hasVerdict(same)).toBe(!isCleared);
      if (!isCleared) expect(same).toMatchObject({ status: row.status, approverId: row.approverId });
    }
  }
}

function play(drawn: History): void {
  const world = new World(drawn);
  const stages = storedStages(stagesOf(drawn.stages));
  const document = defined<NonNullable<Run["document"]>>({ revision: 1, editorIds: drawn.editorIds });
  const submit = submission({
    kind: KIND,
    workflowId: "workflow",
    storedStages: stages,
    facts: [NEEDS],
    document,
  });
  let run: Run;
  let route: RunRoute | undefined;
  const played: string[] = [];
  const check = (before: Run, outcome?: Decision["outcome"]) => {
    expect(faultsOf(run, route, world, outcome), played.join("\n")).toEqual([]);
    const now = activeTask(run);
    if (now !== undefined && isAnew(now, before)) {
      expect(faultsAsked(run, now, stages, world), played.join("\n")).toEqual([]);
    }
  };
  try {
    const started = decide(submit, EMPTY_RUN, world.context());
    ({ run, route } = { route: undefined, ...started });
    const shown = routeOf(
      { stages, facts: [NEEDS] },
      { ...submit, content: world.content },
      world.context().people,
      world.context().rules,
      world.context(),
    );
    const keys = shown.stages.filter(({ included }) => included).map(({ stage }) => stage.name);
    expect(run.tasks.map(({ stageName }) => stageName)).toEqual(keys);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return;
  }
  check(EMPTY_RUN);
  let revision = 1;
  for (const one of drawn.steps) {
    const task = activeTask(run);
    if (task === undefined) return;
    if (one.kind === "regroup") {
      const members = world.groups.get(one.group)!;
      if (!members.delete(one.who)) members.add(one.who);
    }
    if (one.kind === "comeBack") world.gone.delete(one.who);
    const command = commandOf(one, run, task, { route, revision: revision + 1 });
    if (command === undefined) continue;
    if (one.kind === "takeOver") world.takers.add(one.who);
    if (command.type === "release") world.gone.add(command.userId);
    const changed = command.type === "amend" ? one.content : world.content;
    played.push(JSON.stringify({ ...command, route: undefined, on: task.stageName, gone: [...world.gone] }));
    const before = run;
    try {
      const decision = decide(command, run, world.context(changed));
      if (command.type === "amend") {
        revision += 1;
        world.content = changed;
      }
      assertChangesLeadThere(run, decision);
      ({ run } = decision);
      route = decision.route ?? route;
      assertStep(command, before, decision, world.context(changed));
      check(before, decision.outcome);
    } catch (error) {
      if (!(error instanceof DomainError)) throw new Error(played.join("\n"), { cause: error });
    }
  }
}

it("a run keeps its rules on every way, whatever happens to stages, people and groups [ROUTE-4] [SRC-1] [SAFE-16]", () => {
  fc.assert(fc.property(history, play), { numRuns: Number(process.env["HISTORIES"] ?? 700) });
});
