import { DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";

/** One event of a run. */
export interface TimelineEntry {
  event: string;
  who: string;
  stage: string;
  /** Names of the notified people. */
  notified: string[];
  message: string;
  /** The verdict's remark; empty without one. */
  remark: string;
}

/** The final state of one task. */
export interface TaskState {
  stage: string;
  status: string;
  archived: boolean;
}

/** The state of one document as the demo reads it through the APIs. */
export interface Story {
  ref: string;
  /** The approvers' view of it: title and amount. */
  document: string;
  timeline: TimelineEntry[];
  tasks: TaskState[];
  /** The employee's messages over the live subscription, oldest first. */
  live: string[];
  /** Answers of other services, by question. */
  facts: Readonly<Record<string, string>>;
}

/** The events of a run as the specification has them, for a document of the employee with this reference. */
export function eventsOf(ref: string) {
  const { employee } = DEMO_PEOPLE;
  return {
    created: (stage: string, notifiedPerson: DemoPerson, substitute?: DemoPerson): TimelineEntry => {
      const message = `${ref} submitted for your approval — ${stage}`;
      const ofSubstitute = substitute && `${message} (for ${notifiedPerson.name})`;
      return {
        event: "TASK_CREATED",
        who: employee.name,
        stage,
        notified: substitute ? [notifiedPerson.name, substitute.name] : [notifiedPerson.name],
        message: ofSubstitute === undefined ? message : `${message} / ${ofSubstitute}`,
        remark: "",
      };
    },
    approved: (actor: DemoPerson, stage: string, remark: string, principal?: DemoPerson): TimelineEntry => ({
      event: "APPROVED",
      who: actor.name,
      stage,
      notified: principal ? [employee.name, principal.name] : [employee.name],
      message: `${ref} was approved by ${actor.name}${principal ? ` for ${principal.name}` : ""}`,
      remark,
    }),
    advanced: (
      actor: DemoPerson,
      stage: string,
      ...notifiedPeople: readonly DemoPerson[]
    ): TimelineEntry => ({
      event: "STAGE_ADVANCED",
      who: actor.name,
      stage,
      notified: notifiedPeople.map(({ name }) => name),
      message: `${ref} reached ${stage} — awaiting your approval`,
      remark: "",
    }),
    returned: (
      actor: DemoPerson,
      stage: string,
      notifiedPerson: DemoPerson,
      remark: string,
    ): TimelineEntry => ({
      event: "REJECTED",
      who: actor.name,
      stage,
      notified: [employee.name, notifiedPerson.name],
      message: `${ref} was rejected: ${remark} — returned to ${stage}`,
      remark,
    }),
    completed: (actor: DemoPerson, stage: string): TimelineEntry => ({
      event: "COMPLETED",
      who: actor.name,
      stage,
      notified: [employee.name],
      message: `${ref} has been fully approved`,
      remark: "",
    }),
  };
}

/** The tasks of a run whose stages were all approved at once. */
export const approvedTasks = (stages: readonly string[]): TaskState[] =>
  stages.map((stage) => ({ stage, status: "APPROVED", archived: false }));

/** A story as specified: the subscription brings the employee her notifications. */
export function storyOf(parts: Omit<Story, "live">): Story {
  const { name } = DEMO_PEOPLE.employee;
  return {
    ...parts,
    live: parts.timeline.filter(({ notified }) => notified.includes(name)).map(({ message }) => message),
  };
}

/** The differences of a story from the expected one, one line each. */
export function differencesOf(actual: Story, expected: Story): string[] {
  return [
    ...compareLists("document", [actual.document], [expected.document]),
    ...compareLists("event", actual.timeline.map(canonical), expected.timeline.map(canonical)),
    ...compareLists("task", actual.tasks, expected.tasks),
    ...compareLists("live notification", actual.live, expected.live),
    ...compareFacts(actual.facts, expected.facts),
  ];
}

function compareLists(
  name: string,
  foundItems: readonly unknown[],
  wantedItems: readonly unknown[],
): string[] {
  return Array.from({ length: Math.max(foundItems.length, wantedItems.length) }, (_, index) => {
    const [is, should] = [JSON.stringify(foundItems[index]), JSON.stringify(wantedItems[index])];
    return is === should ? [] : [`${name} ${index + 1} is ${is ?? "missing"}, not ${should ?? "there"}`];
  }).flat();
}

function compareFacts(foundFacts: Story["facts"], wantedFacts: Story["facts"]): string[] {
  return [...new Set([...Object.keys(wantedFacts), ...Object.keys(foundFacts)])]
    .filter((name) => foundFacts[name] !== wantedFacts[name])
    .map((name) => `${name}: ${foundFacts[name] ?? "nothing"}, not ${wantedFacts[name] ?? "anything"}`);
}

/** Orders keys and recipients, so that entries can be compared as text. */
function canonical({ event, who, stage, notified, message, remark }: TimelineEntry): TimelineEntry {
  return { event, who, stage, notified: notified.toSorted(), message, remark };
}
