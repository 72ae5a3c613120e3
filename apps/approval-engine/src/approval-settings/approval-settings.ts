import { listLimitOf } from "@countersign/graphql";
import { LIMITS, hexId, kindName } from "@countersign/contracts";
import {
  type ApprovalRules,
  DEFAULT_RULES,
  type Id,
  ON_AMEND,
  ON_EMPTY_STAGE,
  ON_REPEATED_APPROVER,
  ON_SUBMITTER_IS_APPROVER,
  RECALL,
  type SeatChanges,
  type SettingsMadeBy,
  entryTimes,
} from "@countersign/domain/approval";
import { type OpenScope, type Scope, sessionOption, toObjectId } from "@countersign/mongo";
import type { Db, ObjectId } from "mongodb";
import { z } from "zod";

import type { ShownFacts } from "../shared/channel.ts";
import { durationInput, label } from "../shared/inputs.ts";
import { LISTS } from "./sdl.ts";

export const COLLECTION = "approval_settings";

const MAIL_FACTS = ["NONE", "TITLE", "ALL"] as const satisfies readonly ShownFacts[];

const FALLBACK_APPROVERS = listLimitOf(LISTS, "ApprovalSettings", "fallbackApproverIds");
/** Sets of exclusive groups, and groups of a set. */
const EXCLUSIVE_GROUPS = listLimitOf(LISTS, "ApprovalSettings", "exclusiveGroups");
const KIND_CALENDARS = listLimitOf(LISTS, "ApprovalSettings", "kindCalendars");
const TIME_APPROVAL = listLimitOf(LISTS, "ApprovalSettings", "allowTimeApproval");

/**
 * The approval settings of a company, with their defaults. A new setting needs a line here, and one in each of
 * the two types of `approval-settings.graphql`.
 */
export const settingValues = z.object({
  /** Name of the company, on its pages and on paper; null: nobody has said (contract-4, CON-23). */
  companyName: label(LIMITS.name).nullable().default(null),
  /** The effect of a changed document on an approval in progress (contract-2, DOC-3). */
  onAmend: z.enum(ON_AMEND).default("REFUSE"),
  /** How many substitutions may follow each other (contract-2, PPL-2). */
  substitutionDepth: z.int().min(1).max(3).default(DEFAULT_RULES.substitutionDepth),
  /** The way out when a stage starts that its approvers cannot complete (PPL-5). */
  onEmptyStage: z.enum(ON_EMPTY_STAGE).default(DEFAULT_RULES.onEmptyStage),
  /** The approvers of such a stage, under FALLBACK. */
  fallbackApproverIds: z.array(hexId).max(FALLBACK_APPROVERS).default([]),
  /** Whether the submitter's own seat counts (PPL-5). */
  onSubmitterIsApprover: z.enum(ON_SUBMITTER_IS_APPROVER).default(DEFAULT_RULES.onSubmitterIsApprover),
  /** Whether an approver of the previous stage must decide again (PPL-5). */
  onRepeatedApprover: z.enum(ON_REPEATED_APPROVER).default(DEFAULT_RULES.onRepeatedApprover),
  /** Separation of duties (PPL-6). */
  submitterNeverDecides: z.boolean().default(DEFAULT_RULES.submitterNeverDecides),
  onePersonOneStage: z.boolean().default(DEFAULT_RULES.onePersonOneStage),
  exclusiveGroups: z
    .array(z.array(label(LIMITS.name)).min(2).max(EXCLUSIVE_GROUPS))
    .max(EXCLUSIVE_GROUPS)
    .default([]),
  agentsMayDecide: z.boolean().default(DEFAULT_RULES.agentsMayDecide),
  /** When a submitter may recall a document (contract-2, CTRL-3). */
  recall: z.enum(RECALL).default(DEFAULT_RULES.recall),
  /** Whether a default workflow's run that is open or was rejected keeps its order from being posted (contract-3, SAFE-10). */
  defaultWorkflowBinds: z.boolean().default(true),
  /** Whether the whole company reads tasks, events and history of a run, or those involved (contract-3, FIX-11). */
  runReaders: z.enum(["COMPANY", "INVOLVED"]).default("COMPANY"),
  /** Whether a return reads the workflow as it is now, or the version that its run follows (contract-3, ROUTE-1). */
  returnUsesCurrentDefinition: z.boolean().default(true),
  /** Whether commands may name people whom the directory does not know (contract-3, OPS-1). */
  unknownPeople: z.enum(["ACCEPT", "REFUSE"]).default("ACCEPT"),
  /** How many seconds the console holds a verdict, in which it can be taken back (contract-3, CON-11). */
  graceSeconds: z.int().min(0).max(10).default(5),
  /** Whether a rejection needs a reason, in the console alone (CON-11). */
  rejectNeedsReason: z.boolean().default(true),
  /** After how many days notifications that were read are removed; null: never (contract-3, OPS-8). */
  notificationDays: z.int().min(30).max(3_650).nullable().default(null),
  /** How much of a document its mails show (contract-3, TIME-5). */
  mailFacts: z.enum(MAIL_FACTS).default("TITLE"),
  /** The calendar of the company; null: every hour counts (contract-3, TIME-1). */
  calendarId: hexId.nullable().default(null),
  /** The calendars of kinds of documents that have one of their own (TIME-1). */
  kindCalendars: z
    .array(z.object({ kind: kindName, calendarId: hexId }))
    .max(KIND_CALENDARS)
    .default([]),
  /** The kinds of documents of which a stage may be approved by time (contract-3, TIME-3). */
  allowTimeApproval: z.array(kindName).max(TIME_APPROVAL).default([]),
  /** How often changes may be wanted in a run (contract-4, TALK-2). */
  maxChanges: z.int().min(0).max(10).default(DEFAULT_RULES.maxChanges),
  /** How long a question keeps a stage's time from running, at most (contract-3, TIME-4). */
  questionPause: durationInput.default({ businessDays: 2 }),
} satisfies Record<EngineSetting | Exclude<keyof ApprovalRules, "seatChanges">, z.ZodType>);

/** The settings that no rule of the domain knows. */
type EngineSetting =
  | "companyName"
  | "onAmend"
  | "defaultWorkflowBinds"
  | "runReaders"
  | "returnUsesCurrentDefinition"
  | "unknownPeople"
  | "graceSeconds"
  | "rejectNeedsReason"
  | "notificationDays"
  | "mailFacts"
  | "calendarId"
  | "kindCalendars"
  | "questionPause";

/** Counts the writes; 0 while the company has set nothing. */
const storedSettings = settingValues.extend({
  version: z.int().min(0).default(0),
  /** By whose changes the settings give seats (contract-4, MEET-3). */
  madeBy: z.custom<SettingsMadeBy>().optional(),
});

/** A company's settings of its approvals. */
export type ApprovalSettings = z.output<typeof storedSettings>;

/** Some settings, checked. */
export type SettingsDefaults = Partial<z.output<typeof settingValues>>;

/** `approval_settings`: at most one record a company, under the company's own id; what it has not set is missing. */
export type ApprovalSettingsRecord = SettingsDefaults & {
  _id: ObjectId;
  version: number;
  madeBy?: SettingsMadeBy;
};

/** A transaction, or the store outside of any, and the deployment's defaults (contract-3, OPS-2). */
export interface SettingsScope extends Pick<OpenScope, "session"> {
  db: Pick<Db, "collection">;
  settingsDefaults?: SettingsDefaults;
}

/**
 * The company's settings, in a transaction or outside of any; the deployment's defaults, then those of the contracts,
 * where it has set nothing.
 *
 * @throws Error when the stored record is malformed
 */
export async function settingsOf(
  { db, settingsDefaults, ...scope }: SettingsScope,
  companyId: Id,
): Promise<ApprovalSettings> {
  const records = db.collection<ApprovalSettingsRecord>(COLLECTION);
  const record = await records.findOne({ _id: toObjectId(companyId) }, sessionOption(scope));
  return storedSettings.parse({ ...settingsDefaults, ...record });
}

/** The settings as `decide` reads them. */
export function rulesOf(settings: ApprovalSettings): ApprovalRules {
  const { ownFallback, ...changes } = settings.madeBy ?? {};
  const seatChanges: SeatChanges = {
    ...changes,
    ...(ownFallback && { ownFallback: entryTimes(ownFallback) }),
  };
  return { ...settings, seatChanges };
}

/** A company's changes: its own values, and the names of settings that return to the default. */
export interface SettingsChange {
  version: number;
  madeBy: SettingsMadeBy | undefined;
  set: SettingsDefaults;
  unset: readonly (keyof SettingsDefaults)[];
}

/** Writes a change of settings that were read in this transaction; what it does not name stays. */
export async function saveSettings(
  scope: Scope,
  companyId: Id,
  { version, madeBy, set, unset }: SettingsChange,
): Promise<void> {
  const _id = toObjectId(companyId);
  const $set = { ...set, version, ...(madeBy && { madeBy }) };
  const removedNames = [...unset, ...(madeBy ? [] : ["madeBy"])];
  const $unset = Object.fromEntries(removedNames.map((name) => [name, true]));
  await scope.write(
    version === 1
      ? { insert: COLLECTION, documents: [{ _id, ...$set }] }
      : {
          update: COLLECTION,
          updates: [{ q: { _id }, u: { $set, ...(removedNames.length > 0 && { $unset }) } }],
        },
  );
}
