import type { ApprovalDocument, DocumentTable } from "@countersign/contracts";
import { listLimitOf } from "@countersign/graphql";
import { digestOf } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import { LISTS } from "./sdl.ts";

export const ROWS = "workflow_document_rows";

/** Most rows of a table that are read at a time. */
export const ROWS_MAX = listLimitOf(LISTS, "DocumentTablePage", "rows");

/** Rows of one record. */
const ROWS_PER_RECORD = 100;

/** Rows of a table of one revision, apart from it, so that no list reads them. Never changed, never deleted. */
export interface RowsRecord {
  _id: ObjectId;
  companyId: ObjectId;
  /** The revision's id. */
  documentId: ObjectId;
  /** The table's key. */
  key: string;
  /** Place of the first row, from 0. */
  from: number;
  rows: string[][];
}

/** The summary of a table in its revision: enough to show that it exists and whether it changed. */
export interface TableSummary extends Omit<DocumentTable, "rows"> {
  /** How many rows it has. */
  total: number;
  /** Hash of columns and rows. */
  digest: string;
}

/** A document whose tables are kept apart. */
export interface Described extends Omit<ApprovalDocument, "tables"> {
  tables?: TableSummary[] | undefined;
}

/** The document without the rows of its tables. */
export function describedOf({ tables, ...document }: ApprovalDocument): Described {
  if (tables === undefined || tables.length === 0) return document;
  return { ...document, tables: tables.map(summaryOf) };
}

function summaryOf({ key, label, columns, rows }: DocumentTable): TableSummary {
  return { key, label, columns, total: rows.length, digest: digestOf({ columns, rows }) };
}

/** The rows of a table as they are stored. */
export function rowsInParts({ key, rows }: DocumentTable): Pick<RowsRecord, "key" | "from" | "rows">[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_RECORD) }, (_, part) => {
    const from = part * ROWS_PER_RECORD;
    return { key, from, rows: rows.slice(from, from + ROWS_PER_RECORD) };
  });
}

/** The records among which the rows of a page are. */
export const partsOfPage = ({ skip, take }: PageOfRows) => ({
  $gt: skip - ROWS_PER_RECORD,
  $lt: skip + take,
});

/** Which rows: how many to leave out first, and how many to read. */
export interface PageOfRows {
  skip: number;
  take: number;
}

/** Some rows of a table. */
export interface TablePage {
  columns: DocumentTable["columns"];
  rows: string[][];
  /** How many rows there are. */
  total: number;
}
