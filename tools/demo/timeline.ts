import { DEMO_PEOPLE } from "../start/demo-company.ts";

/** One event of the run as people see it. */
export interface TimelineEntry {
  event: string;
  who: string;
  stage: string;
  /** Who was told. */
  told: string[];
  message: string;
  /** Given with the verdict; empty without one. */
  remark: string;
}

/** How one task ended, in the order of the tasks. */
export interface TaskState {
  stage: string;
  status: string;
  archived: boolean;
}

/** Everything the demo reads back through the APIs. */
export interface Story {
  ref: string;
  timeline: TimelineEntry[];
  tasks: TaskState[];
  /** What reached the employee over the live subscription, oldest first. */
  live: string[];
  /** Status of the HR record. */
  leaveStatus: string;
}

export const REMARKS = {
  managerFirst: "Enjoy the sea",
  headRejects: "Who covers the month's end?",
  managerAgain: "Milan covers it himself",
  headApproves: "Fine now",
  hrApproves: "Days are left",
} as const;

const { employee, manager, head, hr } = DEMO_PEOPLE;

/** What the specification says has to come of the demo's run, of a leave with this reference. */
export function expectedStory(ref: string): Story {
  const approved = (who: string, stage: string, remark: string): TimelineEntry => ({
    event: "APPROVED",
    who,
    stage,
    told: [employee.name],
    message: `${ref} was approved by ${who}`,
    remark,
  });
  const advanced = (who: string, stage: string, told: string): TimelineEntry => ({
    event: "STAGE_ADVANCED",
    who,
    stage,
    told: [told],
    message: `${ref} reached ${stage} — awaiting your approval`,
    remark: "",
  });
  const timeline: TimelineEntry[] = [
    {
      event: "TASK_CREATED",
      who: employee.name,
      stage: "MANAGER",
      told: [manager.name],
      message: `${ref} submitted for your approval — MANAGER`,
      remark: "",
    },
    approved(manager.name, "MANAGER", REMARKS.managerFirst),
    advanced(manager.name, "HEAD_OF_DEPARTMENT", head.name),
    {
      event: "REJECTED",
      who: head.name,
      stage: "MANAGER",
      told: [employee.name, manager.name],
      message: `${ref} was rejected: ${REMARKS.headRejects} — returned to MANAGER`,
      remark: REMARKS.headRejects,
    },
    approved(manager.name, "MANAGER", REMARKS.managerAgain),
    advanced(manager.name, "HEAD_OF_DEPARTMENT", head.name),
    approved(head.name, "HEAD_OF_DEPARTMENT", REMARKS.headApproves),
    advanced(head.name, "HR", hr.name),
    approved(hr.name, "HR", REMARKS.hrApproves),
    {
      event: "COMPLETED",
      who: hr.name,
      stage: "HR",
      told: [employee.name],
      message: `${ref} has been fully approved`,
      remark: "",
    },
  ];
  return {
    ref,
    timeline,
    tasks: [
      { stage: "MANAGER", status: "APPROVED", archived: false },
      { stage: "HEAD_OF_DEPARTMENT", status: "REJECTED", archived: true },
      { stage: "HEAD_OF_DEPARTMENT", status: "APPROVED", archived: false },
      { stage: "HR", status: "APPROVED", archived: false },
    ],
    live: timeline.filter(({ told }) => told.includes(employee.name)).map(({ message }) => message),
    leaveStatus: "APPROVED",
  };
}

/** Where a story differs from the expected one, one line each; none when it does not. */
export function differencesOf(actual: Story, expected: Story): string[] {
  return [
    ...compareLists("event", actual.timeline.map(canonical), expected.timeline.map(canonical)),
    ...compareLists("task", actual.tasks, expected.tasks),
    ...compareLists("live notification", actual.live, expected.live),
    ...(actual.leaveStatus === expected.leaveStatus
      ? []
      : [`the HR record says ${actual.leaveStatus}, not ${expected.leaveStatus}`]),
  ];
}

function compareLists(name: string, found: readonly unknown[], wanted: readonly unknown[]): string[] {
  return Array.from({ length: Math.max(found.length, wanted.length) }, (_, index) => {
    const [is, should] = [JSON.stringify(found[index]), JSON.stringify(wanted[index])];
    return is === should ? [] : [`${name} ${index + 1} is ${is ?? "missing"}, not ${should ?? "there"}`];
  }).flat();
}

/** One order of keys and recipients, so that entries can be compared as text. */
function canonical({ event, who, stage, told, message, remark }: TimelineEntry): TimelineEntry {
  return { event, who, stage, told: told.toSorted(), message, remark };
}
