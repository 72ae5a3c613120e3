import type { Random } from "../random.ts";
import type { Company } from "./company.ts";
import { mutation, orderCreated, type Person, query, type Step } from "./steps.ts";
import type { Scene } from "./topic.ts";

/** An added kind, and kinds of orders and of invoices. */
const KINDS = ["Contract", "SalesOrder", "PurchaseInvoice"] as const;

const LIMITS = [
  { amountAbove: "100" },
  { amountAbove: "400", currency: "EUR" },
  { amountAbove: "1000", discountAbove: 10 },
];
const CONDITIONS = ["document.amount > 100.0", 'document.facts.risk == "high"'] as const;
const LADDERS = [
  { dueIn: { hours: 4 }, remind: [{ hours: 1 }, { hours: 2 }] },
  { escalate: { after: { hours: 3 }, to: { manager: true }, mode: "STAND_IN" } },
  { dueIn: { hours: 9 }, atEnd: "REJECT" },
] as const;
/** Fields that are refused always, or by some settings. */
const FAULTS = [
  { when: "document.amount >" },
  { remind: [{ hours: 2 }, { hours: 1 }] },
  { dueIn: { businessDays: 1 }, atEnd: "APPROVE" },
] as const;

interface Row {
  _id: string;
  deletedAt: string | null;
}
interface StageRow extends Row {
  workflowId: string;
}
interface RuleRow extends Row {
  kind: string;
}
interface VersionRow {
  workflowId: string;
  version: number;
  stages: readonly { key: string }[];
}
interface TaskRow extends Row {
  status: string;
}
interface SeatRow extends Row {
  taskId: string;
  approverId: string;
  status: string;
}

/** The first steps of every history of rules: the company, its settings, a group, a workflow and a threshold. */
export function firstRuleSteps(company: Company, random: Random): Step[] {
  const { companyId, people, admin } = company;
  const scene = { company, random, rows: {}, steps: [], now: new Date(0) };
  const ids = people.map(({ userId }) => userId);
  return [
    { publish: "companyCreated", id: `created-${companyId}`, data: { companyId } },
    mutation(admin, "updateApprovalSettings", { input: { thresholdsEnabled: true, recall: "ALWAYS" } }),
    mutation(admin, "createUserGroup", { input: { name: "Directors", memberIds: ids.slice(3) } }),
    mutation(admin, "publishWorkflow", { input: workflowOf(scene, { name: "Orders" }) }),
    mutation(admin, "createApprovalThreshold", {
      input: { kind: "SalesOrder", workflowId: "workflows#1", amountThreshold: 100 },
    }),
  ];
}

/** A step that changes who is asked, or that asks. Commands about rows of which there are none are left out. */
export function nextRuleStep(scene: Scene): Step {
  for (;;) {
    const step = scene.random.pick(COMMANDS)(scene);
    if (step !== undefined && !("args" in step && isWithoutId(step.args))) return step;
  }
}

function isWithoutId(args: Readonly<Record<string, unknown>>): boolean {
  const { input = {} } = args;
  return [args, input as object].some((fields) =>
    Object.entries(fields).some(([name, value]) => /id$/iu.test(name) && value === undefined),
  );
}

/** The rows of collections, as far as steps are chosen by them. */
interface RowsOf {
  workflows: Row;
  workflow_stages: StageRow;
  workflow_approvers: Row;
  approval_thresholds: RuleRow;
  approval_rules: RuleRow;
  hr_approval_policies: Row;
  user_groups: Row;
  workflow_versions: VersionRow;
  workflow_tasks: TaskRow;
  workflow_approvals: SeatRow;
}

const rowsIn = <Name extends keyof RowsOf>({ rows }: Scene, collection: Name) =>
  (rows[collection] ?? []) as RowsOf[Name][];

type Deletable = Exclude<keyof RowsOf, "workflow_versions">;

/** A row of a collection, now and then one that was deleted. */
function someRow<Name extends Deletable>(scene: Scene, collection: Name): RowsOf[Name] | undefined {
  const { random } = scene;
  const rows = rowsIn(scene, collection);
  const liveRows = rows.filter(({ deletedAt }) => deletedAt === null);
  const among = liveRows.length > 0 && random.chance(0.95) ? liveRows : rows;
  return among[random.below(among.length)];
}
const someId = (scene: Scene, collection: Deletable) => someRow(scene, collection)?._id;

const somebody = ({ company, random }: Scene): string => random.pick(company.people as [Person]).userId;

/** Mostly the administrator. */
const editor = (scene: Scene): Person =>
  scene.random.chance(0.97) ? scene.company.admin : { userId: somebody(scene) };

function approversFor(scene: Scene): object {
  const { random } = scene;
  const userIds = scene.company.people.map(({ userId }) => userId).filter(() => random.chance(0.35));
  if (random.chance(0.5)) return { approverIds: userIds };
  const sources = [
    { groupId: someId(scene, "user_groups") ?? "user_groups#1" },
    { submitterManager: { levels: 1 } },
    { fact: "owner" },
    ...(random.chance(0.2) ? [{ previousApproverManager: true }] : []),
  ];
  return {
    approvers: [
      ...userIds.map((approverId) =>
        random.chance(0.4) ? { approverId, groups: [random.pick(["a", "b"])] } : { approverId },
      ),
      ...(random.chance(0.5) ? [{ source: sources[random.below(sources.length)] }] : []),
    ],
  };
}

function stageFields(scene: Scene): object {
  const { random } = scene;
  return {
    ...(random.chance(0.5) && { approveBy: random.pick(["ANY", "ALL"]) }),
    ...(random.chance(0.15) && { approveBy: "COUNT", quorum: 1 + random.below(2) }),
    ...(random.chance(0.15) && { rejectBy: random.pick(["VETO", "UNREACHABLE"]) }),
    ...(random.chance(0.15) && { bulk: random.chance(0.5) }),
    ...(random.chance(0.2) && { status: random.pick(["DRAFT", "IN_PROGRESS"]) }),
    ...(random.chance(0.2) && { when: random.pick(CONDITIONS) }),
    ...(random.chance(0.25) && random.pick<object>(LADDERS)),
    ...(random.chance(0.03) && random.pick<object>(FAULTS)),
  };
}

const FACTS = [
  { key: "risk", type: "TEXT" },
  { key: "owner", type: "PERSON" },
];

/** Stages with facts, as a whole. @param keys - of present stages, of which some are kept */
function contentFor(scene: Scene, keys: readonly string[] = []): object {
  const { random } = scene;
  const keptKeys = keys.filter(() => random.chance(0.7));
  const stages = Array.from({ length: 1 + random.below(3) }, (_, place) => ({
    ...(keptKeys[place] !== undefined && { key: keptKeys[place] }),
    name: `Step ${random.below(20)}`,
    ...(random.chance(0.2) && { order: 1 + random.below(4) }),
    ...stageFields(scene),
    ...approversFor(scene),
  }));
  return { ...(random.chance(0.85) && { facts: FACTS }), stages };
}

const workflowOf = (scene: Scene, fields: object, keys?: readonly string[]) => ({
  name: `Workflow ${scene.random.below(20)}`,
  ...(scene.random.chance(0.3) && { status: "IN_PROGRESS", description: "on paper" }),
  ...(scene.random.chance(0.3) && { note: `change ${scene.random.below(9)}` }),
  ...contentFor(scene, keys),
  ...fields,
});

function newestVersion(scene: Scene, workflowId: string): VersionRow | undefined {
  return rowsIn(scene, "workflow_versions").findLast((row) => row.workflowId === workflowId);
}

function thresholdFields(scene: Scene): object {
  const { random } = scene;
  return {
    ...(random.chance(0.7) && { amountThreshold: random.pick([0, 100, 400, -1]) }),
    ...(random.chance(0.3) && { discountPercentageThreshold: random.pick([5, 10]) }),
    ...(random.chance(0.3) && { currency: random.pick(["EUR", "USD"]) }),
    ...(random.chance(0.4) && { order: 1 + random.below(5) }),
    ...(random.chance(0.3) && { enabled: random.chance(0.5) }),
  };
}

const ROLES = ["MANAGER", "HR"] as const;
const levelsFor = (scene: Scene) =>
  Array.from({ length: 1 + scene.random.below(2) }, (_, place) => ({
    role: scene.random.chance(0.9) ? ROLES[place] : "HR",
    order: place + 1,
    approveBy: "ANY",
    ...(scene.random.chance(0.4) && { approvers: [{ approverId: somebody(scene) }] }),
  }));

function ruleFor(scene: Scene, kind: string, fields: object = {}): object {
  const { random } = scene;
  return {
    kind,
    ...(random.chance(0.5) && { name: `Rule ${random.below(20)}` }),
    // Without a place a new rule came first at b81b1356, and comes last now (contract-4, HIST-2).
    order: 1 + random.below(5),
    ...(random.chance(0.2) && { enabled: random.chance(0.5) }),
    ...(random.chance(0.8) && LIMITS[random.below(kind === "Contract" ? 2 : LIMITS.length)]),
    ...(kind === "Contract" && random.chance(0.3) && { when: random.pick(CONDITIONS) }),
    ...contentFor(scene),
    ...fields,
  };
}

function documentOf({ random }: Scene) {
  return {
    title: "Paper",
    ...(random.chance(0.8) && {
      amount: String(150 * random.below(9)),
      currency: random.pick(["EUR", "USD"]),
    }),
    facts: [{ key: "risk", label: "Risk", type: "TEXT", value: random.pick(["high", "low"]) }],
  };
}

const submitting = (scene: Scene) => {
  const { company, steps } = scene;
  const at = company.refIdsIn(steps).length;
  return {
    companyId: company.companyId,
    refId: company.refIdOf(at),
    ref: `N-${at + 1}`,
    submitterId: somebody(scene),
  };
};

type Command = (scene: Scene) => Step | undefined;

/** Several times over: what histories have more of. */
const often = (times: number, command: Command): Command[] => Array.from({ length: times }, () => command);

const COMMANDS: readonly [Command, ...Command[]] = [
  (scene) => mutation(editor(scene), "deleteWorkflow", { id: someId(scene, "workflows") }),
  ...often(2, (scene) =>
    mutation(editor(scene), "createWorkflow", {
      input: { name: `Workflow ${scene.random.below(20)}`, description: "by rows" },
    }),
  ),
  ...often(2, (scene) =>
    mutation(editor(scene), "updateWorkflow", {
      id: someId(scene, "workflows"),
      input: scene.random.pick<object>([
        { name: `Renamed ${scene.random.below(20)}` },
        { description: null },
        { status: "COMPLETED", stageId: "legacy" },
      ]),
    }),
  ),
  ...often(4, (scene) =>
    mutation(editor(scene), "createWorkflowStage", {
      input: {
        name: `Step ${scene.random.below(20)}`,
        workflowId: someId(scene, "workflows"),
        order: scene.random.pick([0.5, 1, 2, 3, 4]),
        ...stageFields(scene),
        ...(scene.random.chance(0.8) && approversFor(scene)),
      },
    }),
  ),
  ...often(4, (scene) => {
    const stage = someRow(scene, "workflow_stages");
    if (stage === undefined) return undefined;
    const { random } = scene;
    const input = {
      ...(random.chance(0.3) && { name: `Step ${random.below(20)}` }),
      ...(random.chance(0.3) && { order: random.pick([0.5, 1, 2, 5]) }),
      ...stageFields(scene),
      ...(random.chance(0.2) && { quorum: null, when: null, dueIn: null, atEnd: null }),
      ...(random.chance(0.5) && approversFor(scene)),
    };
    return mutation(editor(scene), "updateWorkflowStage", { id: stage._id, input });
  }),
  ...often(2, (scene) =>
    mutation(editor(scene), "deleteWorkflowStage", { id: someId(scene, "workflow_stages") }),
  ),
  ...often(3, (scene) => {
    const stage = someRow(scene, "workflow_stages");
    if (stage === undefined) return undefined;
    const { random } = scene;
    return mutation(editor(scene), "createWorkflowApprover", {
      input: {
        stageId: stage._id,
        ...(random.chance(0.4) && {
          workflowId: random.chance(0.9) ? stage.workflowId : someId(scene, "workflows"),
        }),
        approverId: somebody(scene),
        ...(random.chance(0.4) && { groups: [random.pick(["a", "b"])] }),
      },
    });
  }),
  ...often(3, (scene) =>
    mutation(editor(scene), "updateWorkflowApprover", {
      id: someId(scene, "workflow_approvers"),
      input: scene.random.pick<object>([
        { approverId: somebody(scene) },
        { groups: ["a", "c"] },
        { groups: [] },
      ]),
    }),
  ),
  ...often(2, (scene) =>
    mutation(editor(scene), "deleteWorkflowApprover", { id: someId(scene, "workflow_approvers") }),
  ),
  ...often(2, (scene) => mutation(editor(scene), "publishWorkflow", { input: workflowOf(scene, {}) })),
  ...often(5, (scene) => {
    const workflowId = someId(scene, "workflows") ?? "workflows#1";
    const newest = newestVersion(scene, workflowId);
    const { random } = scene;
    return mutation(editor(scene), "publishWorkflow", {
      input: workflowOf(
        scene,
        { workflowId },
        newest?.stages.map(({ key }) => key),
      ),
      ...(random.chance(0.3) && { expectedVersion: random.chance(0.7) ? (newest?.version ?? 0) : 1 }),
    });
  }),
  ...often(2, (scene) =>
    mutation(editor(scene), "createApprovalThreshold", {
      input: {
        kind: scene.random.pick(["SalesOrder", "PurchaseInvoice"]),
        workflowId: someId(scene, "workflows"),
        ...thresholdFields(scene),
      },
    }),
  ),
  ...often(2, (scene) =>
    mutation(editor(scene), "updateApprovalThreshold", {
      id: someId(scene, "approval_thresholds"),
      input: {
        ...thresholdFields(scene),
        ...(scene.random.chance(0.2) && { workflowId: someId(scene, "workflows") }),
        ...(scene.random.chance(0.2) && { kind: "PurchaseInvoice" }),
      },
    }),
  ),
  (scene) => mutation(editor(scene), "deleteApprovalThreshold", { id: someId(scene, "approval_thresholds") }),
  (scene) =>
    mutation(editor(scene), "createHrApprovalPolicy", {
      input: { kind: scene.random.pick(["LEAVE", "CLAIM"]), levels: levelsFor(scene) },
    }),
  (scene) =>
    mutation(editor(scene), "updateHrApprovalPolicy", {
      id: someId(scene, "hr_approval_policies"),
      input: { levels: levelsFor(scene) },
    }),
  (scene) => mutation(editor(scene), "deleteHrApprovalPolicy", { id: someId(scene, "hr_approval_policies") }),
  ...often(3, (scene) =>
    mutation(editor(scene), "saveRule", { input: ruleFor(scene, scene.random.pick(KINDS)) }),
  ),
  ...often(2, (scene) => {
    const rule = someRow(scene, scene.random.pick(["approval_rules", "approval_thresholds"]));
    if (rule === undefined) return undefined;
    return mutation(editor(scene), "saveRule", { input: ruleFor(scene, rule.kind, { id: rule._id }) });
  }),
  ...often(4, (scene) => {
    const id = someId(scene, "approval_rules");
    if (id === undefined) return undefined;
    const { random } = scene;
    return mutation(editor(scene), "publishRule", {
      id,
      ...(random.chance(0.3) && { expectedVersion: random.below(2) }),
      ...(random.chance(0.3) && { note: "agreed" }),
    });
  }),
  (scene) => {
    const id = someId(scene, scene.random.pick(["approval_rules", "approval_thresholds"]));
    return id === undefined ? undefined : mutation(editor(scene), "discardRule", { id });
  },
  (scene) =>
    mutation(scene.company.admin, "updateApprovalSettings", {
      input: scene.random.pick<object>([
        { thresholdsEnabled: false },
        { thresholdsEnabled: true },
        { allowTimeApproval: ["Contract", "SalesOrder"] },
        { defaultWorkflowBinds: true },
        { returnUsesCurrentDefinition: true },
      ]),
    }),
  (scene) => {
    const id = someId(scene, "user_groups");
    if (id === undefined) return undefined;
    const memberIds = scene.company.people.map(({ userId }) => userId).filter(() => scene.random.chance(0.4));
    const isDeleted = scene.random.chance(0.2);
    return isDeleted
      ? mutation(scene.company.admin, "deleteUserGroup", { id })
      : mutation(scene.company.admin, "updateUserGroup", { id, input: { memberIds } });
  },
  (scene) => ({
    defaultWorkflow: scene.random.chance(0.8) ? (someId(scene, "workflows") ?? null) : null,
    kind: scene.random.pick(["Contract", "SalesOrder"]),
  }),
  ...often(3, (scene) => {
    const { submitterId, refId, ref } = submitting(scene);
    const input = { workflowId: someId(scene, "workflows"), refId, kind: "SalesOrder", ref };
    return mutation({ userId: submitterId }, "newWorkflowTask", { input });
  }),
  ...often(3, (scene) => {
    const workflowId = scene.random.chance(0.3) ? someId(scene, "workflows") : undefined;
    return {
      request: "submit",
      data: {
        ...submitting(scene),
        kind: "Contract",
        ...(workflowId !== undefined && { workflowId }),
        document: documentOf(scene),
      },
    };
  }),
  ...often(3, (scene) => {
    const totalAmount = scene.random.pick([50, 300, 1500]);
    return orderCreated({ ...submitting(scene), totalAmount, document: documentOf(scene) });
  }),
  (scene) => {
    const { company, random } = scene;
    const { companyId, refId, ref } = submitting(scene);
    const at = random.below(company.people.length);
    return {
      request: "hrSubmit",
      data: {
        companyId,
        refId,
        ref,
        kind: random.pick(["Leave", "Claim"]),
        employeeId: company.employeeIdOf(at),
        submitterId: company.people[at]!.userId,
      },
    };
  },
  ...often(3, (scene) => {
    const { random } = scene;
    const tasks = rowsIn(scene, "workflow_tasks").filter(({ status }) => status === "AWAITING_APPROVAL");
    const task = tasks[random.below(tasks.length)];
    const seat = rowsIn(scene, "workflow_approvals").find(
      ({ taskId, status }) => taskId === task?._id && status === "AWAITING_APPROVAL",
    );
    if (task === undefined || seat === undefined) return undefined;
    const input = { taskId: task._id, status: random.chance(0.6) ? "APPROVED" : "REJECTED" };
    return mutation({ userId: seat.approverId }, "updateWorkflowApprovalStatus", { input });
  }),
  ...often(2, (scene) => {
    const isNamed = scene.random.chance(0.6);
    return query(editor(scene), "previewRoute", {
      input: {
        kind: isNamed ? "SalesOrder" : "Contract",
        ...(isNamed && { workflowId: someId(scene, "workflows") }),
        document: documentOf(scene),
        submitterId: somebody(scene),
      },
    });
  }),
  (scene) => {
    const kind = scene.random.pick(KINDS);
    const isWritten = scene.random.chance(0.3);
    return query(editor(scene), "matchingRule", {
      input: {
        kind,
        document: documentOf(scene),
        ...(isWritten && { written: ruleFor(scene, kind) }),
      },
    });
  },
  (scene) => {
    const { facts, stages } = contentFor(scene) as { facts?: object; stages: object };
    const isStored = scene.random.chance(0.5);
    return query(editor(scene), "validateWorkflow", {
      ...(isStored && { workflowId: someId(scene, "workflows") }),
      ...((!isStored || scene.random.chance(0.3)) && { facts, stages }),
    });
  },
];
