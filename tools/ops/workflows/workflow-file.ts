import {
  FACT_TYPES,
  KEY,
  LIMITS,
  approveBy,
  groupsSchema,
  hexId,
  line,
  prose,
  quorum,
  rejectBy,
} from "@countersign/contracts";
import { STAGE_KEY } from "@countersign/domain/routing";
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

/** One who approves: a person, or a source of people (contract-3, SRC-1). */
const approver = z.union(
  [
    z.strictObject({
      person: line(LIMITS.email).describe("E-mail address, or id, of a person of the company."),
      id: hexId.optional().describe("Id of that person, besides the e-mail address."),
      groups,
    }),
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

const stage = z.strictObject({
  key: z
    .string()
    .regex(STAGE_KEY, "must be a small letter and up to 39 letters and digits")
    .optional()
    .describe("Names the stage in every version. Default: stage and its place, such as stage1."),
  name: line(LIMITS.name).describe("Label."),
  order: z.number().optional().describe("Position. Default: its place in the list, 1 for the first."),
  status: status.optional(),
  when: prose(LIMITS.condition)
    .optional()
    .describe(
      'Condition under which the stage applies, such as amountIn("EUR") > 10000.0. Left out: always.',
    ),
  approveBy: approveBy.optional().describe("How many of the approvers have to approve. Default ANY."),
  quorum: quorum.optional().describe("The number of COUNT, PERCENT (1 to 100) and PER_GROUP."),
  rejectBy: rejectBy.optional().describe("When rejections reject the stage. Default VETO."),
  bulk: z.boolean().optional().describe("false: never decided with others in one request. Default true."),
  approvers: z.array(approver).max(LIMITS.approversPerStage).describe("Who approves."),
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
