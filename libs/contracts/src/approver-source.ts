import { z } from "zod";
import { KEY } from "./fact.ts";
import { LIMITS, alikeLabel, hexId, type line } from "./fields.ts";
import { MISSING } from "./parse.ts";
import { theOne } from "./the-one.ts";

/** Schema of one line of text; the engine's own refuses hidden characters besides (SAFE-7). */
export type TextSchema = typeof line;

/** The labels of an approver, which PER_GROUP asks for. */
export const groupsSchema = (text: TextSchema) =>
  z.array(alikeLabel(text(LIMITS.group))).max(LIMITS.groups, `must have at most ${LIMITS.groups} items`);

const only = z.literal(true, "must be true");

/** How far up from the submitter a manager is. */
type ManagerReach = { levels: number } | { untilLimit: true };

/** The origin of approvers whom a stage does not name (contract-3, SRC-1). */
export type ApproverSource =
  | { groupId: string }
  | { submitterManager: ManagerReach }
  | { departmentHead: { of: string } }
  | { fact: string }
  | { previousApproverManager: true };

const levels = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(LIMITS.managerLevels, `must be at most ${LIMITS.managerLevels}`);

const managerReach = z
  .object({
    /** So many managers up: 1 is the submitter's own. */
    levels: levels.optional(),
    /** The first one who may approve the document's amount (SRC-3). */
    untilLimit: only.optional(),
  })
  .transform((givenReach, context): ManagerReach => {
    const reach = givenReach.levels === undefined ? undefined : { levels: givenReach.levels };
    const limit = givenReach.untilLimit === undefined ? undefined : { untilLimit: givenReach.untilLimit };
    return theOne<ManagerReach>([reach, limit], "levels, untilLimit", givenReach, context);
  });

/** `SUBMITTER`, or the key of a fact: a PERSON, whose department is meant, or a TEXT with a department's id. */
const departmentOf = z
  .string()
  .regex(/^(?:SUBMITTER|[a-z][A-Za-z0-9]{0,39})$/u, "must be SUBMITTER or the key of a fact");

const SOURCES = "groupId, submitterManager, departmentHead, fact, previousApproverManager";

/** The same as it is sent: exactly one of the fields. */
export const approverSource = z
  .object({
    /** Every member of a group. */
    groupId: hexId.optional(),
    /** A manager of the submitter. */
    submitterManager: managerReach.optional(),
    /** The head of a department. */
    departmentHead: z.object({ of: departmentOf }).optional(),
    /** The key of a PERSON of the document. */
    fact: KEY.optional(),
    /** The managers of those who approved the stage before. */
    previousApproverManager: only.optional(),
  })
  .transform((givenSource, context): ApproverSource => {
    const { groupId, submitterManager, departmentHead, fact, previousApproverManager } = givenSource;
    const possibleSources = [
      groupId === undefined ? undefined : { groupId },
      submitterManager && { submitterManager },
      departmentHead && { departmentHead },
      fact === undefined ? undefined : { fact },
      previousApproverManager && { previousApproverManager },
    ];
    return theOne<ApproverSource>(possibleSources, SOURCES, givenSource, context);
  });

/** An approver of a stage, named or by a source, with the labels that they carry for PER_GROUP. */
export type StageApprover = { groups?: string[] | undefined } & (
  | { approverId: string; source?: never }
  | { approverId?: never; source: ApproverSource }
);

/** One approver of a stage: a user, or a source of users. */
export const stageApprover = (text: TextSchema) =>
  z
    .object({
      approverId: hexId.optional(),
      source: approverSource.optional(),
      groups: groupsSchema(text).optional(),
    })
    .transform(({ approverId, source, groups }, context): StageApprover => {
      if (approverId === undefined && source === undefined) {
        context.addIssue({ code: "custom", input: undefined, path: ["approverId"], message: MISSING });
        return z.NEVER;
      }
      const ownGroups = groups === undefined ? {} : { groups };
      const namedApprover = approverId === undefined ? undefined : { approverId, ...ownGroups };
      const derivedApprover = source === undefined ? undefined : { source, ...ownGroups };
      return theOne<StageApprover>(
        [namedApprover, derivedApprover],
        "approverId, source",
        { approverId, source },
        context,
      );
    });

/** The approvers of a stage: users, each once, and sources of users. */
export const approversSchema = (text: TextSchema) =>
  z
    .array(stageApprover(text))
    .max(LIMITS.approversPerStage, `must have at most ${LIMITS.approversPerStage} items`)
    .superRefine((all, context) => {
      const seenKeys = new Set<string>();
      let sources = 0;
      for (const [index, { approverId, source }] of all.entries()) {
        const field = source === undefined ? "approverId" : "source";
        const fault = (message: string) =>
          context.addIssue({ code: "custom", path: [index, field], message });
        const approverKey = approverId ?? JSON.stringify(source);
        if (seenKeys.has(approverKey)) fault("must differ from the approvers before");
        seenKeys.add(approverKey);
        if (source !== undefined && ++sources === LIMITS.sourcesPerStage + 1) {
          fault(`must not follow ${LIMITS.sourcesPerStage} other sources`);
        }
      }
    });
