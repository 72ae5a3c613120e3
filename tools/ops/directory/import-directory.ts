import { randomUUID } from "node:crypto";
import { access, constants } from "node:fs/promises";
import { SERVICE_NAME } from "@countersign/approval-engine/name";
import {
  ContractViolation,
  DIRECTORY_TYPES,
  ENGINE_SOURCE,
  hexId,
  LIMITS,
  parseContract,
} from "@countersign/contracts";
import {
  type ChangeResult,
  createDirectoryEditor,
  directoryChange,
  type RecordChange,
} from "@countersign/directory";
import { shownOnOneLine } from "@countersign/domain/text";
import { createUnitOfWork, ensureIndexes, type Store } from "@countersign/mongo";
import { OUTBOX_INDEXES } from "@countersign/outbox";
import { z } from "zod";
import type { DirectoryImport } from "./directory-command.ts";
import { createManagerCircles } from "./manager-circles.ts";
import { BROKEN, type FileRow, readRows } from "./read-rows.ts";

/** Rows of one transaction. */
const BATCH = 100;

/** A row that is ready for the store, or the reason why it is not. */
type CheckedRow =
  | { place: string; change: RecordChange; emailOf?: string | undefined }
  | { place: string; refused: string };

type Outcome = "created" | "changed" | "unchanged" | "refused";

/**
 * Imports a file of people, departments and groups. What differs from the store is written with its next version, its audit
 * record and its message, a hundred rows in a transaction. The rows of the outbox are the approval engine's: whatever
 * other services run, its relay runs on this store.
 *
 * @param say shows what became of each row, and the sums
 * @returns whether no row was refused
 * @throws Error when the file or the store fails; what was said before is written
 */
export async function importDirectory(
  store: Store,
  { dryRun, ...file }: DirectoryImport,
  say: (line: string) => void,
): Promise<boolean> {
  const unitOfWork = createUnitOfWork(store, (scope) =>
    createDirectoryEditor(scope, { service: SERVICE_NAME, source: ENGINE_SOURCE }),
  );
  const circles = createManagerCircles(store);
  const counts: Record<Outcome, number> = { created: 0, changed: 0, unchanged: 0, refused: 0 };

  async function write(rows: readonly CheckedRow[]): Promise<void> {
    const changes = rows.flatMap((row) => ("change" in row ? [row.change] : []));
    const at = new Date();
    const results = await unitOfWork((editor) =>
      dryRun ? editor.preview(changes) : editor.change(changes, { at }),
    );
    const waitingResults = results.values();
    for (const row of rows) {
      const [outcome, text] =
        "change" in row ? spellResult(row.change, waitingResults.next().value!) : refusal(row.refused);
      counts[outcome] += 1;
      if ("change" in row && outcome !== "refused") circles.note(row.change, row.place);
      const sharedNote = "change" in row && row.emailOf ? `; ${row.emailOf} has the same e-mail` : "";
      say(`${row.place}: ${text}${sharedNote}`);
    }
  }

  await access(file.file, constants.R_OK).catch((error: unknown) => {
    throw new Error(`${file.file}: cannot be read`, { cause: error });
  });
  // The engine may not have run on this store yet, and without an index each message would read all others.
  if (!dryRun) await ensureIndexes(store, OUTBOX_INDEXES);
  for await (const batch of batchesOf(readRows(file))) await write(batch);
  for (const line of await circles.lines()) say(line);
  const sums = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  say(`${sums.join(", ")}${dryRun ? " (dry run: nothing was written)" : ""}`);
  return counts.refused === 0;
}

/** Checked rows in groups, none of which has a record twice: the second change of a record sees the first. */
async function* batchesOf(rows: AsyncIterable<FileRow>): AsyncGenerator<CheckedRow[]> {
  let batch: CheckedRow[] = [];
  let records = new Set<string>();
  const emails = createEmails();
  for await (const row of rows) {
    const checkedRow = emails.compared(check(row));
    const record = "change" in checkedRow ? `${checkedRow.change.type} ${checkedRow.change._id}` : "";
    if (batch.length === BATCH || records.has(record)) {
      yield batch;
      [batch, records] = [[], new Set()];
    }
    batch.push(checkedRow);
    if (record !== "") records.add(record);
  }
  if (batch.length > 0) yield batch;
}

/** Finds e-mail addresses that two users of a company have: the file is imported, and the operator hears of it. */
function createEmails() {
  const owners = new Map<string, { _id: string; place: string }>();
  return {
    compared(row: CheckedRow): CheckedRow {
      if (!("change" in row) || !row.change.change.email) return row;
      const { companyId, _id, change } = row.change;
      const key = `${companyId} ${change.email?.toLowerCase()}`;
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, { _id, place: row.place });
      return owner && owner._id !== _id ? { ...row, emailOf: owner.place } : row;
    },
  };
}

const identity = { companyId: hexId, _id: hexId };
const anyRow = z.looseObject({ type: z.enum(DIRECTORY_TYPES) });
const ROWS = {
  user: directoryChange.user.extend({ type: z.literal("user"), ...identity }),
  employee: directoryChange.employee.extend({ type: z.literal("employee"), ...identity }),
  department: directoryChange.department.extend({ type: z.literal("department"), ...identity }),
  group: directoryChange.group.extend({ type: z.literal("group"), ...identity }),
};

function check(row: FileRow): CheckedRow {
  if ("refused" in row) return row;
  const { place, values } = row;
  try {
    const { type, ...otherFields } = parseContract(anyRow, values);
    const brokenField = Object.keys(otherFields).find((name) => String(otherFields[name]).includes(BROKEN));
    if (brokenField !== undefined) return { place, refused: `${brokenField}: is not UTF-8` };
    const { type: _type, companyId, _id, ...change } = parseContract(ROWS[type], values);
    return { place, change: { type, companyId, _id, change, eventId: randomUUID() } };
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    return { place, refused: error.message };
  }
}

function spellResult({ type, _id }: RecordChange, result: ChangeResult): [Outcome, string] {
  if (result.outcome === "foreign") return refusal("_id: another company has this id");
  if (result.outcome === "invalid") return refusal(result.reason);
  const fields = result.outcome === "changed" ? `: ${result.fields.join(", ")}` : "";
  return [result.outcome, `${type} ${_id} ${result.outcome}${fields}`];
}

const refusal = (reason: string): [Outcome, string] => [
  "refused",
  `refused: ${shownOnOneLine(reason, LIMITS.errorText)}`,
];
