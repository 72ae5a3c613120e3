import type { Random } from "../random.ts";
import type { Company } from "./company.ts";
import { mutation, orderCreated, type Person, type Step } from "./steps.ts";
import type { Scene } from "./topic.ts";

interface TaskRow {
  _id: string;
  refId: string;
  runId: string;
  kind: string;
  status: string;
  submitterId: string;
  activation?: number;
  document?: { revision?: number };
}
interface SeatRow {
  _id: string;
  taskId: string;
  approverId: string;
  status: string;
}

const HOUR_MS = 3_600_000;
const DOCUMENTS = 7;

/** The first steps of every history of runs: the company, its settings and a workflow. */
export function firstRunSteps({ companyId, people, admin }: Company, random: Random): Step[] {
  const ids = people.map(({ userId }) => userId);
  return [
    { publish: "companyCreated", id: `created-${companyId}`, data: { companyId } },
    {
      by: admin,
      mutation: "updateApprovalSettings",
      args: {
        input: {
          onAmend: random.pick(["REFUSE", "ASK_AGAIN", "KEEP_VERDICTS"]),
          recall: random.pick(["UNTIL_FIRST_VERDICT", "ALWAYS"]),
          onSubmitterIsApprover: random.pick(["ALLOW", "EXCLUDE"]),
          thresholdsEnabled: true,
          ...(random.chance(0.3) && { runReaders: "INVOLVED" }),
        },
      },
    },
    {
      by: admin,
      mutation: "publishWorkflow",
      args: {
        input: {
          name: "Orders",
          status: "IN_PROGRESS",
          stages: [
            { name: "Team", approverIds: ids.slice(1, 3) },
            { name: "Board", approverIds: ids.slice(3, 5), approveBy: "ALL", dueIn: { hours: 8 } },
          ],
        },
      },
    },
    {
      by: admin,
      mutation: "createApprovalThreshold",
      args: { input: { kind: "SalesOrder", workflowId: "workflows#1", amountThreshold: 100 } },
    },
  ];
}

/** A step that fits what the platforms have by now, mostly one that is not refused. */
export function nextRunStep(scene: Scene): Step {
  const { random } = scene;
  const tasks = scene.rows["workflow_tasks"] as TaskRow[];
  const isNew = tasks.length === 0 || (documentsOf(scene) < DOCUMENTS && random.chance(0.3));
  if (isNew) return random.pick(SUBMISSIONS)(scene);
  for (;;) {
    const command = random.chance(VERDICTS) ? verdict : random.pick(COMMANDS);
    const step = command(scene, aim(scene));
    if (step !== undefined) return step;
  }
}

const documentsOf = ({ company, steps }: Scene): number => company.refIdsIn(steps).length;

/** A stage with its seats, mostly one that waits. */
interface Target {
  task: TaskRow;
  seat: SeatRow | undefined;
  /** Mostly whoever the seat is of. */
  by: Person;
  revision: object;
  key: object;
}

function aim({ company, random, rows, steps }: Scene): Target {
  const tasks = rows["workflow_tasks"] as [TaskRow, ...TaskRow[]];
  const waitingTasks = tasks.filter(({ status }) => status === "AWAITING_APPROVAL");
  const task =
    random.chance(0.9) && waitingTasks.length > 0
      ? random.pick(waitingTasks as [TaskRow])
      : random.pick(tasks);
  const seats = (rows["workflow_approvals"] as SeatRow[]).filter(({ taskId }) => taskId === task._id);
  const open = seats.filter(({ status }) => status === "AWAITING_APPROVAL");
  const among = open.length > 0 ? open : seats;
  const seat = among.length > 0 ? random.pick(among as [SeatRow]) : undefined;
  const by =
    random.chance(0.85) && seat ? { userId: seat.approverId } : random.pick(company.people as [Person]);
  const current = `${task.document?.revision ?? 0}.${task.activation ?? 1}`;
  return {
    task,
    seat,
    by,
    revision: random.chance(0.2) ? { expectedRevision: current } : {},
    key: random.chance(0.3) ? { idempotencyKey: `key-${random.below(4) + steps.length}` } : {},
  };
}

type Submission = (scene: Scene) => Step;
const KINDS = ["SalesOrder", "Leave", "Claim"] as const;

function documentOf({ random }: Scene) {
  const about = random.pick(["Alpha", "Beta", "Gamma"]);
  return {
    title: `${about} ${random.below(100)}`,
    ...(random.chance(0.7) && {
      amount: String(50 * (1 + random.below(9))),
      currency: random.pick(["EUR", "USD"]),
    }),
    facts: [{ key: "reason", label: "Reason", type: "TEXT", value: `for ${about}` }],
    ...(random.chance(0.2) && {
      tables: [
        {
          key: "lines",
          label: "Lines",
          columns: [{ key: "item", label: "Item", type: "TEXT" }],
          rows: [["one"], ["two"]],
        },
      ],
    }),
  };
}

function stagesFor({ company, random }: Scene) {
  const people = company.people.map(({ userId }) => userId);
  return Array.from({ length: 1 + random.below(3) }, (_, at) => {
    const approverIds = people.filter(() => random.chance(0.4));
    return {
      name: `Stage ${at + 1}`,
      order: at + 1,
      approveBy: random.pick(["ANY", "ALL"]),
      approverIds: approverIds.length > 0 ? approverIds : [random.pick(people as [string])],
      ...(random.chance(0.4) && LADDERS[random.below(LADDERS.length)]),
    };
  });
}

const LADDERS = [
  { dueIn: { hours: 4 }, remind: [{ hours: 1 }, { hours: 2 }] },
  { escalate: { after: { hours: 3 }, to: { manager: true }, mode: "STAND_IN", levels: 2 } },
  {
    escalate: { after: { hours: 2 }, to: { manager: true }, mode: "REPLACE" },
    atEnd: "REJECT",
    endAfter: { hours: 9 },
  },
];

const submitting = (scene: Scene) => {
  const { company, random } = scene;
  const at = documentsOf(scene);
  return {
    companyId: company.companyId,
    // Now and then the document of a run before.
    refId: company.refIdOf(at > 0 && random.chance(0.2) ? random.below(at) : at),
    ref: `N-${at + 1}`,
    submitterId: random.pick(company.people as [Person]).userId,
  };
};

const SUBMISSIONS: readonly [Submission, ...Submission[]] = [
  (scene) => ({
    request: "submit",
    data: {
      ...submitting(scene),
      kind: scene.random.pick(KINDS),
      dynamicStages: stagesFor(scene),
      ...(scene.random.chance(0.8) && { document: documentOf(scene) }),
    },
  }),
  (scene) => ({
    publish: "submitCommand",
    id: `submit-${scene.company.companyId}-${scene.steps.length}`,
    data: {
      ...submitting(scene),
      kind: scene.random.pick(KINDS),
      dynamicStages: stagesFor(scene),
      document: documentOf(scene),
    },
  }),
  (scene) => {
    const { submitterId, refId, ref } = submitting(scene);
    const input = { workflowId: "workflows#1", refId, kind: "SalesOrder", ref };
    return { by: { userId: submitterId }, mutation: "newWorkflowTask", args: { input } };
  },
  (scene) => {
    const submission = submitting(scene);
    const totalAmount = scene.random.pick([50, 500]);
    return orderCreated({ ...submission, totalAmount, document: documentOf(scene) });
  },
  (scene) => {
    const { company, random } = scene;
    const { companyId, refId, ref } = submitting(scene);
    const at = random.below(company.people.length);
    const { userId: submitterId } = company.people[at]!;
    const kind = random.pick(["Leave", "Claim"]);
    return {
      request: "hrSubmit",
      data: {
        companyId,
        refId,
        ref,
        kind,
        employeeId: company.employeeIdOf(at),
        submitterId,
        document: documentOf(scene),
      },
    };
  },
];

type Command = (scene: Scene, target: Target) => Step | undefined;

const verdict: Command = ({ random }, { task, by, revision, key }) =>
  mutation(by, "updateWorkflowApprovalStatus", {
    input: {
      taskId: task._id,
      status: random.chance(0.8) ? "APPROVED" : "REJECTED",
      ...(random.chance(0.4) && { remark: `Because ${random.below(9)}` }),
      ...revision,
      ...key,
    },
  });
const anybody = ({ company, random }: Scene): Person => random.pick(company.people as [Person]);
const actor = ({ company, random }: Scene, by: Person): Person => (random.chance(0.3) ? company.admin : by);

/** Half of the commands are verdicts, so that documents get on. */
const VERDICTS = 0.5;

const COMMANDS: readonly [Command, ...Command[]] = [
  // The last command of somebody again, with its key.
  ({ steps }) =>
    steps.findLast((step) => "by" in step && JSON.stringify(step.args).includes("idempotencyKey")),
  ({ random, rows, steps }, { by }) => {
    const tasks = (rows["workflow_tasks"] as TaskRow[]).filter(
      ({ status }) => status === "AWAITING_APPROVAL",
    );
    if (tasks.length < 2) return undefined;
    const items = tasks
      .slice(-5)
      .map(({ _id: taskId }) => ({ taskId, status: random.pick(["APPROVED", "APPROVED", "REJECTED"]) }));
    return mutation(by, "decideMany", {
      input: { items, remark: "together", idempotencyKey: `many-${steps.length}` },
    });
  },
  ({ random }, { task, by, key }) =>
    mutation(by, "actionApproval", {
      taskId: task._id,
      input: { status: random.pick(["APPROVED", "REJECTED"]), remark: "by the facade", ...key },
    }),
  (scene, { task, seat, by, key }) =>
    mutation(actor(scene, by), "reassignApproval", {
      input: {
        taskId: task._id,
        ...(seat && { fromUserId: seat.approverId }),
        toUserId: anybody(scene).userId,
        reason: "on leave",
        ...key,
      },
    }),
  (scene, { task, by, key }) =>
    mutation(actor(scene, by), "addApprover", {
      input: {
        taskId: task._id,
        userId: anybody(scene).userId,
        position: scene.random.pick(["PARALLEL", "AFTER"]),
        reason: "knows it",
        ...key,
      },
    }),
  (_scene, { task, by }) => mutation(by, "withdrawVerdict", { input: { taskId: task._id } }),
  ({ random, company }, { task }) =>
    mutation(random.chance(0.5) ? company.admin : { userId: task.submitterId }, "recallDocument", {
      input: { refId: task.refId, reason: "wrong" },
    }),
  (_scene, { task }) => mutation({ userId: task.submitterId }, "nudge", { input: { refId: task.refId } }),
  (scene, { task }) => amendment(scene, task),
  (scene, { task }) => amendment(scene, task),
  ({ company, steps }, { task, by }) => ({
    publish: "cancelCommand",
    id: `cancel-${company.companyId}-${steps.length}`,
    data: { companyId: company.companyId, refId: task.refId, actorId: by.userId },
  }),
  ({ company, random }, { task }) =>
    mutation(company.admin, "updateWorkflowTask", {
      id: task._id,
      input: {
        title: `Renamed ${random.below(9)}`,
        ...(random.chance(0.5) && { ref: `R-${random.below(9)}` }),
      },
    }),
  ({ company }, { task }) => mutation(company.admin, "deleteWorkflowTask", { id: task._id }),
  (scene, { task, by }) =>
    mutation(actor(scene, by), "createWorkflowApproval", {
      input: { taskId: task._id, approverId: anybody(scene).userId },
    }),
  (_scene, { seat, by }) =>
    seat && mutation(by, "updateWorkflowApproval", { id: seat._id, input: { remark: "a draft" } }),
  ({ company }, { seat }) => seat && mutation(company.admin, "deleteWorkflowApproval", { id: seat._id }),
  ({ now, random }, { task, by }) =>
    mutation(by, "snoozeTask", {
      input: {
        taskId: task._id,
        until: new Date(now.getTime() + random.pick([1, 5]) * HOUR_MS).toISOString(),
      },
    }),
  (_scene, { task, by }) =>
    mutation(by, "markSeen", { input: { refId: task.refId, revision: task.document?.revision ?? 1 } }),
  ({ now, random, company }, { by }) => {
    const dayOf = (days: number) => new Date(now.getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
    return mutation(by, "createSubstitution", {
      input: {
        substituteId: random.pick(company.people as [Person]).userId,
        fromDate: dayOf(0),
        untilDate: dayOf(1 + random.below(3)),
        timeZone: "Europe/Berlin",
        ...(random.chance(0.3) && { kinds: ["SalesOrder"] }),
      },
    });
  },
  ({ random }) => ({ hours: random.pick([1, 2, 3, 5, 26]) }),
  ({ random }) => ({ hours: random.pick([1, 2, 3, 5, 26]) }),
  // Somebody leaves, late in the history.
  ({ company, steps, random }) =>
    steps.length < 25
      ? undefined
      : {
          publish: "userChanged",
          id: `left-${company.companyId}-${steps.length}`,
          data: {
            companyId: company.companyId,
            user: {
              _id: random.pick(company.people as [Person]).userId,
              active: false,
              version: steps.length,
            },
          },
        },
];

function amendment(scene: Scene, { refId }: TaskRow): Step {
  const { companyId } = scene.company;
  const document = documentOf(scene);
  const { userId: actorId } = anybody(scene);
  return { request: "amend", data: { companyId, refId, document, actorId, note: "changed" } };
}
