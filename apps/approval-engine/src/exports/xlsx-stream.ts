import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

import { escapeHidden } from "@countersign/domain/text";
import type { CellRichTextValue, Worksheet } from "exceljs";
import WorkbookWriter from "#workbook-writer";

/** The values of a cell. Objects are excluded: exceljs would read one as a formula or a link. */
export type CellValue = string | number | boolean | Date | undefined;

interface Column<Row> {
  title: string;
  /** In characters. */
  width: number;
  kind: keyof typeof STYLES;
  read: (row: Row) => CellValue;
  /** How many fraction digits a number shows, 0 to 6; left out, as many as Excel chooses. */
  places?: (row: Row) => number;
}

/** A sheet of typed columns. */
export interface SheetPlan<Row> {
  name: string;
  columns: readonly Column<Row>[];
}

/** Excel formats. Text stays text even when a user edits the cell, so that `=…` cannot become a formula then either. */
const STYLES = {
  text: { numFmt: "@" },
  number: { numFmt: "General" },
  instant: { numFmt: 'yyyy-mm-dd hh:mm" UTC"' },
} as const;

/** Formats of numbers with 0 to 6 fraction digits. */
const PLACES = [0, 1, 2, 3, 4, 5, 6].map((places) => ({ numFmt: (0).toFixed(places) }));

/** Rows of a sheet below its header (Excel's limit). */
export const ROWS_MAX = 1_048_575;
/** Characters of a cell (Excel's limit). */
const TEXT_MAX = 32_767;
/** Rows written before the writer yields to other work and checks how much waits to be sent. */
const ROWS_PER_TURN = 5;
const WAITING_MAX_BYTES = 256 * 1024;

/** Where a sheet is written, and whether its reader has left. */
interface Target {
  workbook: InstanceType<typeof WorkbookWriter>;
  output: PassThrough;
  departureSignal: AbortSignal;
}

/** A sheet with its rows. */
export type Sheet = (target: Target) => Promise<void>;

/** @param rows - read once; abandoned when the reader leaves */
export const sheetOf =
  <Row>(plan: SheetPlan<Row>, rows: AsyncIterable<Row>): Sheet =>
  (target) =>
    writeSheet(plan, rows, target);

/**
 * Writes a workbook while it is read, one sheet after the other: memory does not grow with the number of rows, and rows are
 * only taken from the source as fast as the reader takes the file.
 *
 * @returns the file; destroyed with the error when a row cannot be read
 */
export function streamWorkbook(...sheets: readonly Sheet[]): Readable {
  const output = new PassThrough();
  const departure = new AbortController();
  output.once("close", () => departure.abort());
  writeWorkbook(sheets, output, departure.signal).catch((error: unknown) => {
    if (!departure.signal.aborted) output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

async function writeWorkbook(
  sheets: readonly Sheet[],
  output: PassThrough,
  departureSignal: AbortSignal,
): Promise<void> {
  const workbook = new WorkbookWriter({
    stream: output,
    useStyles: true,
    useSharedStrings: false,
  });
  for (const write of sheets) await write({ workbook, output, departureSignal });
  await workbook.commit();
}

async function writeSheet<Row>(
  { name, columns }: SheetPlan<Row>,
  rows: AsyncIterable<Row>,
  { workbook, output, departureSignal }: Target,
): Promise<void> {
  const sheet = workbook.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] });
  const styles = columns.map(({ kind }) => STYLES[kind]);
  sheet.columns = columns.map(({ title, width }, at) => ({ header: title, width, style: styles[at]! }));
  sheet.getRow(1).font = { bold: true };
  let count = 0;
  for await (const row of rows) {
    const addedRow = sheet.addRow(columns.map(({ read }) => clean(read(row))));
    // exceljs makes a style of its own for each cell, and writes it out to find whether it has the same already.
    addedRow.eachCell((cell, number) => {
      const places = columns[number - 1]?.places?.(row);
      cell.style = (places === undefined ? styles[number - 1] : PLACES[places])!;
    });
    addedRow.commit();
    count += 1;
    if (count % ROWS_PER_TURN === 0) {
      await nextTurn();
      await waitForReader(sheet, output, departureSignal);
    }
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: count + 1, column: columns.length } };
  sheet.commit();
}

/** The stream into which exceljs writes a sheet: a pipe to the archive, with the buffers of a Node stream. */
interface SheetPipe extends NodeJS.EventEmitter {
  _readableState: { length: number };
  _writableState: { length: number; needDrain: boolean };
}

/** Waits until the reader has caught up; exceljs itself would buffer the whole sheet. */
async function waitForReader(sheet: Worksheet, output: PassThrough, signal: AbortSignal): Promise<void> {
  const [pipe] = (sheet as unknown as { stream: { pipes: SheetPipe[] } }).stream.pipes;
  if (output.writableNeedDrain) await once(output, "drain", { signal });
  if (pipe !== undefined && pipe._writableState.needDrain && waitingIn(pipe) > WAITING_MAX_BYTES) {
    await once(pipe, "drain", { signal });
  }
  signal.throwIfAborted();
}

function waitingIn({ _readableState, _writableState }: SheetPipe): number {
  return _readableState.length + _writableState.length;
}

/** Text that Excel reads as an escaped character, such as `_x003D_` for `=`. */
const ESCAPE = /_(?=x[\da-f]{4}_)/giu;
const BLANK_EDGE = /^\s|\s$/u;

/**
 * Removes characters that XML cannot carry, and carriage returns, which would come back as line feeds. Spells out
 * invisible characters (SAFE-7).
 */
function clean(value: CellValue): CellValue | CellRichTextValue {
  if (typeof value !== "string") return value;
  const cleanText = value
    .slice(0, TEXT_MAX)
    .toWellFormed()
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, "");
  return asWritten(escapeHidden(cleanText).slice(0, TEXT_MAX));
}

/**
 * A cell that reads as the text was written (contract-3, FIX-10). exceljs writes a plain string as the result of a
 * formula, in which LibreOffice decodes no escaped character and blanks at the edges may go. Rich text is written as
 * inline text with `xml:space`, which every program decodes.
 */
function asWritten(text: string): string | CellRichTextValue {
  const escapedText = text.replaceAll(ESCAPE, "_x005F_");
  if (escapedText === text && !BLANK_EDGE.test(text)) return text;
  return { richText: [{ text: escapedText }] };
}
