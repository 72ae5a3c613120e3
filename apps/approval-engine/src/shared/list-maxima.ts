import { LIMITS } from "@countersign/contracts";

import { TAKE_MAX } from "./page-inputs.ts";

/**
 * Most items of each list that can be read. The lists of the root are cut by the read models; those of a record are
 * bounded where they are written, but for the targets of an event. What a query may cost follows from the same numbers.
 */
export const LIST_MAXIMA = {
  page: TAKE_MAX,
  approvalsFound: 500,
  eventsOfDocument: 1_000,
  notifications: 500,
  pendingApprovals: 500,
  itemsOfBatch: 100,
  substitutions: 500,
  usersFound: 20,
  stagesOfWorkflow: LIMITS.stages,
  findingsOfWorkflow: 500,
  versionsOfWorkflow: 100,
  /** The name, and of every stage its name, place, three fields of its rule, bulk and approvers. */
  differencesOfVersions: 1 + 8 * LIMITS.stages,
  approvalsOfTask: LIMITS.approversPerStage,
  groupsOfApprover: LIMITS.groups,
  /** Each group of a stage that can be completed has an approver of its own. */
  groupsOfStage: LIMITS.approversPerStage,
  factsOfDocument: LIMITS.facts,
  attachmentsOfDocument: LIMITS.attachments,
  editorsOfDocument: LIMITS.editors,
  tablesOfDocument: LIMITS.tables,
  columnsOfTable: LIMITS.tableColumns,
  /** Of one page. */
  rowsOfTable: 100,
  revisionsOfDocument: 100,
  /** Every fact, table and attachment replaced by others, and the four fields beside them. */
  changesOfRevision: 2 * (LIMITS.facts + LIMITS.tables + LIMITS.attachments) + 4,
  /** More than any policy can hold: it contains each role once. */
  levelsOfPolicy: 20,
  fallbackApprovers: 20,
  /** Sets of exclusive groups, and groups of a set. */
  exclusiveGroups: 20,
  /**
   * The approvers of a stage, and the submitter. Substitutes and everybody who was asked in a recalled
   * run are notified too: the list is cut when it is read.
   */
  targetsOfEvent: LIMITS.approversPerStage + 1,
} as const;
