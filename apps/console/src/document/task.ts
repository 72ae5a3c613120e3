import type { DocumentQuery, HistoryQuery } from "../graphql/generated/documents.ts";

/** A stage of a run with its document, as a page of the document shows it. */
export type Task = DocumentQuery["runTasks"][number];
/** An approver's place on a task. */
export type Seat = Task["approvals"][number];
/** One version of a document. */
export type Revision = HistoryQuery["documentRevisions"][number];
/** Something that happened in a run. */
export type RunEvent = HistoryQuery["workflowEvents"][number];
