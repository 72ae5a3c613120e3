import {
  ESCALATION_MODES,
  FACT_TYPES,
  KEY,
  LIMITS,
  groupsSchema,
  hexId,
  line,
  prose,
  stageFields,
} from "@countersign/contracts";
import { z } from "zod";

/** The states of a definition. */
const status = z
  .enum(["DRAFT", "IN_PROGRESS", "COMPLETED", "CANCELLED"])
  .describe("State of the definition. Left out: as it is, DRAFT of a new one.");

const groups = groupsSchema(line)
  .min(1, "must not be empty")
  .optional()
  .describe("Labels that they carry for approveBy PER_GROUP.");

const levels = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(LIMITS.managerLevels, `must be at most ${LIMITS.managerLevels}`);

const factKey = KEY.describe("Key of a fact that the workflow declares.");

const person = z.strictObject({
  person: line(LIMITS.email).describe("E-mail address, or id, of a person of the company."),
  id: hexId.optional().describe("Id of that person, besides the e-mail address."),
});

/** One who approves: a person, or a source of people (contract-3, SRC-1). */
const approver = z.union(
  [
    person.extend({ groups }),
    z.strictObject({
      group: line(LIMITS.name).describe("Name of a group of the company; all its members are asked."),
      id: hexId.optional().describe("Id of that group."),
      groups,
    }),
    z.strictObject({
      submitterManager: z
        .union([z.strictObject({ levels }), z.strictObject({ untilLimit: z.literal(true) })])
        .describe("A manager of the submitter: so many levels up, or the first who may approve the amount."),
      groups,
    }),
    z.strictObject({
      departmentHead: z
        .strictObject({ of: z.union([z.literal("SUBMITTER"), factKey]) })
        .describe("The head of the submitter's department, or of that which a fact names."),
      groups,
    }),
    z.strictObject({ fact: factKey.describe("Key of a PERSON among the facts."), groups }),
    z.strictObject({
      previousApproverManager: z
        .literal(true)
        .describe("The managers of those whose approvals counted in the stage before."),
      groups,
    }),
  ],
  "must have exactly one of person, group, submitterManager, departmentHead, fact, previousApproverManager, each in its own form",
);
export type FileApprover = z.output<typeof approver>;

const fact = z.strictObject({
  key: KEY.describe("A small letter and up to 39 letters and digits."),
  type: z.enum(FACT_TYPES),
  required: z.boolean().optional().describe("Whether a document without it is refused. Default false."),
});

const hours = z
  .number()
  .min(1 / 3_600, "must be at least a second")
  .max(8_784, "must be at most 8784");

/** A time span (contract-3, TIME-2). */
const duration = z.union(
  [
    z.strictObject({
      businessDays: z
        .int("must be a whole number")
        .min(1, "must be at least 1")
        .max(366, "must be at most 366")
        .describe("Whole working days."),
    }),
    z.strictObject({ businessHours: hours.describe("Hours of working time.") }),
    z.strictObject({ hours: hours.describe("Hours of the clock.") }),
  ],
  "must have exactly one of businessDays, businessHours, hours",
);

/** The people who are asked in place of those who are late (contract-3, TIME-3). */
const escalation = z.strictObject({
  after: duration.describe("When, after asking; of further levels, after the level before."),
  to: z
    .union(
      [
        z.strictObject({ manager: z.literal(true) }),
        z.strictObject({ people: z.array(person).min(1).max(LIMITS.escalationUsers) }),
        z.strictObject({
          group: line(LIMITS.name).describe("Name of a group of the company."),
          id: hexId.optional().describe("Id of that group."),
        }),
      ],
      "must have exactly one of manager, people, group",
    )
    .describe("The manager of each who is late, people, or the members of a group."),
  mode: z
    .enum(ESCALATION_MODES)
    .describe("STAND_IN: those who are late can still decide. REPLACE: they cannot."),
  levels: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(LIMITS.escalationLevels, `must be at most ${LIMITS.escalationLevels}`)
    .optional()
    .describe("How often, each time one manager further up. Default 1."),
});

const { key, name, order, approveBy, quorum, rejectBy, bulk, when, atEnd } = stageFields(line);

const stage = z.strictObject({
  key: key
    .optional()
    .describe(
      "Names the stage in every version. Default: stage and its place, such as stage1: give keys where stages are put between others.",
    ),
  name: name.describe("Label."),
  order: order.optional().describe("Position. Default: its place in the list, 1 for the first."),
  status: status.optional(),
  when: when
    .optional()
    .describe(
      'Condition under which the stage applies, such as amountIn("EUR") > 10000.0. Left out: always.',
    ),
  approveBy: approveBy.optional().describe("How many of the approvers have to approve. Default ANY."),
  quorum: quorum.optional().describe("The number of COUNT, PERCENT (1 to 100) and PER_GROUP."),
  rejectBy: rejectBy.optional().describe("When rejections reject the stage. Default VETO."),
  bulk: bulk.optional().describe("false: never decided with others in one request. Default true."),
  approvers: z.array(approver).max(LIMITS.approversPerStage).describe("Who approves."),
  calendar: z
    .strictObject({
      name: line(LIMITS.name).describe("Name, or id, of a calendar of the company."),
      id: hexId.optional().describe("Id of that calendar, besides the name."),
    })
    .optional()
    .describe("By which its time counts. Left out: that of the document's kind, else the company's."),
  dueIn: duration.optional().describe("When it is due, after asking."),
  remind: z
    .array(duration)
    .max(LIMITS.reminders)
    .optional()
    .describe("When those who have not decided are reminded, after asking, each later than the one before."),
  escalate: escalation.optional().describe("Who is asked in place of those who are late."),
  atEnd: atEnd.optional().describe("What happens to it at the end. Default NOTHING."),
  endAfter: duration.optional().describe("When that is, after asking. Left out: when it is due."),
});
export type FileStage = z.output<typeof stage>;

const workflow = z.strictObject({
  id: hexId.optional().describe("Id of the workflow. Left out: the one of this name, else a new one."),
  name: line(LIMITS.name).describe("Label."),
  description: prose(LIMITS.remark).optional(),
  status: status.optional(),
  facts: z
    .array(fact)
    .max(LIMITS.facts)
    .optional()
    .describe("The facts of documents that conditions and approvers read."),
  stages: z.array(stage).max(LIMITS.stages).describe("The stages, in the order that they run."),
});
export type FileWorkflow = z.output<typeof workflow>;

/** A file of workflows (contract-3, ROUTE-5); `docs/workflows.schema.json` is made from it. */
export const workflowFile = z.strictObject({
  workflows: z.array(workflow).min(1, "must have a workflow").describe("Workflows of one company."),
});
export type WorkflowFile = z.output<typeof workflowFile>;
