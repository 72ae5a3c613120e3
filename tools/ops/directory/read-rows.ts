import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { DIRECTORY_FIELDS, DIRECTORY_TYPES, type DirectoryType } from "@countersign/contracts";
import { shownOnOneLine } from "@countersign/domain/text";
import { CsvError, parse } from "csv-parse";
import type { DirectoryImport } from "./directory-command.ts";

/** A row of a file with its place, such as `line 2`; or why it is none. */
export type FileRow = { place: string; values: unknown } | { place: string; refused: string };

/** Columns that every file has. */
const REQUIRED = ["type", "companyId", "_id"];
const COLUMNS: ReadonlySet<string> = new Set([
  ...REQUIRED,
  "active",
  ...Object.values(DIRECTORY_FIELDS).flatMap((fields) => Object.keys(fields)),
]);
/** More columns than a file can have. */
const MANY_COLUMNS = 64;
/** Of one row; a quote that is never closed makes one of all that follows. */
const MAX_RECORD_CHARACTERS = 64 * 1024;
/** A JSON file is read at once, and takes some ten times as much. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;
const MAX_SHOWN = 300;

/** The character in place of bytes that are not UTF-8. */
export const BROKEN = "\u{FFFD}";

const isDirectoryType = (text: string): text is DirectoryType => (DIRECTORY_TYPES as string[]).includes(text);

/** Reads the rows of a file, a CSV file as a stream. @throws Error when it cannot be read, or is too large */
export function readRows({
  file,
  format,
}: Pick<DirectoryImport, "file" | "format">): AsyncGenerator<FileRow> {
  return format === "csv" ? readCsv(file) : readJson(file);
}

async function* readCsv(file: string): AsyncGenerator<FileRow> {
  const lines = createLineCount();
  let columns: string[] | undefined;
  for await (const recordOrError of recordsOf(file)) {
    if (recordOrError instanceof CsvError) {
      const refusal = `cannot be read, nor what follows: ${shownOnOneLine(recordOrError.message, MAX_SHOWN)}`;
      yield { place: `line ${lines.next()}`, refused: refusal };
      return;
    }
    const place = `line ${lines.beginOf(recordOrError.cells, recordOrError.end)}`;
    const cells = recordOrError.cells.map((cell) => cell.trim().normalize("NFC"));
    // Spreadsheets write rows and columns that were once filled.
    while (cells.length > (columns?.length ?? 0) && cells.at(-1) === "") cells.pop();
    if (cells.every((cell) => cell === "")) continue;
    // Spreadsheets name the separator in a line of its own.
    if (columns === undefined && /^sep=/iu.test(cells[0]!)) continue;
    if (columns === undefined) {
      columns = cells;
      const refusal = headerProblem(columns);
      if (refusal !== undefined) {
        yield { place, refused: refusal };
        return;
      }
    } else if (cells.length === columns.length) {
      yield { place, values: valuesOf(columns, cells) };
    } else {
      yield { place, refused: `has ${cells.length} values, but there are ${columns.length} columns` };
    }
  }
  if (columns === undefined) yield { place: "line 1", refused: "the names of the columns are missing" };
}

/** A record of a CSV file, and the line on which it ends. */
interface CsvRecord {
  cells: string[];
  end: number;
}

/**
 * The records of a CSV file as it is read, and at last the error that ends them. Records are taken as the parser finds
 * them, because its stream would lose those before an error.
 */
async function* recordsOf(file: string): AsyncGenerator<CsvRecord | CsvError> {
  const foundRecords: CsvRecord[] = [];
  const { head, text: wholeText } = await withHead(file);
  const parser = parse({
    delimiter: delimiterOf(head),
    record_delimiter: endsWithReturns(head) ? ["\r"] : ["\r\n", "\n"],
    skip_empty_lines: true,
    // Rows of another length are refused later. These two bound what one takes: further commas belong to the last value.
    relax_column_count: true,
    ignore_last_delimiters: MANY_COLUMNS,
    max_record_size: MAX_RECORD_CHARACTERS,
    on_record: (cells: string[], { lines }) => {
      foundRecords.push({ cells, end: lines });
      return null;
    },
  });
  // The callbacks get the errors too.
  parser.on("error", () => undefined);
  for await (const text of wholeText) {
    const error = await new Promise<unknown>((resolve) => parser.write(text, resolve));
    yield* foundRecords.splice(0);
    if (error) {
      yield error as CsvError;
      return;
    }
  }
  const error = await new Promise<unknown>((resolve) => void parser.end(resolve));
  yield* foundRecords.splice(0);
  if (error) yield error as CsvError;
}

/** A file's text from its beginning, and its first part, which has the line of column names. */
async function withHead(file: string): Promise<{ head: string; text: AsyncGenerator<string> }> {
  const rest = textOf(file);
  let head = "";
  while (!/\n|\r./su.test(head.trimStart()) && head.length <= MAX_RECORD_CHARACTERS) {
    const { value, done } = await rest.next();
    if (done) break;
    head += value;
  }
  async function* text() {
    yield head;
    yield* rest;
  }
  return { head, text: text() };
}

/** Whether lines end with a carriage return alone, as spreadsheets write "CSV (Macintosh)". */
const endsWithReturns = (head: string): boolean => /^[^\r\n]*\r(?!\n)/u.test(head.trimStart());

/** The separator of values: the one of a line such as `sep=;`, or whichever of comma, semicolon and tab the line of column names has most often. */
function delimiterOf(head: string): string {
  const [names = ""] = head.trimStart().split(/[\r\n]/u, 1);
  const [, statedDelimiter] = /^"?sep=([,;\t|])"?$/iu.exec(names) ?? [];
  if (statedDelimiter !== undefined) return statedDelimiter;
  const countOf = (delimiter: string) => names.split(delimiter).length;
  return [",", ";", "\t"].reduce((most, next) => (countOf(next) > countOf(most) ? next : most));
}

/** The text of a file, without a byte order mark. */
async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

/** Finds where records begin. The parser (7.0) counts a line break of two characters inside a value twice. */
function createLineCount() {
  let countedTwice = 0;
  let last = 0;
  return {
    beginOf(cells: readonly string[], end: number): number {
      const text = cells.join("");
      countedTwice += text.split("\r\n").length - 1;
      last = end - countedTwice;
      return last - (text.split("\n").length - 1);
    },
    next: () => last + 1,
  };
}

function listProblem(problem: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${problem}: ${shownOnOneLine(names.join(", "), MAX_SHOWN)}`];
}

/** The fault of the names of the columns, if any. */
function headerProblem(columns: readonly string[]): string | undefined {
  if (columns.some((column) => column.includes(BROKEN))) return "is not UTF-8";
  const problems = [
    ...listProblem(
      "unknown columns",
      columns.filter((column) => !COLUMNS.has(column)),
    ),
    ...listProblem(
      "columns that are there twice",
      columns.filter((column, at) => columns.indexOf(column) < at),
    ),
    ...listProblem(
      "missing columns",
      REQUIRED.filter((column) => !columns.includes(column)),
    ),
  ];
  return problems.length === 0 ? undefined : problems.join("; ");
}

/** The values of a row. An empty cell of the row's own type removes a value, and says nothing in a column of another type. */
function valuesOf(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const type = cells[columns.indexOf("type")]!;
  const ownFields: object = isDirectoryType(type) ? DIRECTORY_FIELDS[type] : {};
  const values = columns.flatMap((column, at): [string, unknown][] => {
    const cell = cells[at]!;
    if (column === "active") return cell === "" ? [] : [[column, TRUTH[cell.toLowerCase()] ?? cell]];
    if (cell !== "" && column === "memberIds") return [[column, cell.split(/[\s,;]+/u).filter(Boolean)]];
    if (cell !== "" || REQUIRED.includes(column)) return [[column, cell]];
    return Object.hasOwn(ownFields, column) ? [[column, null]] : [];
  });
  return Object.fromEntries(values);
}

/** Truth values as people and spreadsheets write them. */
const TRUTH: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

async function* readJson(file: string): AsyncGenerator<FileRow> {
  const { size } = await stat(file);
  if (size > MAX_JSON_BYTES) {
    throw new Error(`${file} has ${size} bytes, more than ${MAX_JSON_BYTES}: write a large file as CSV`);
  }
  let rows: unknown;
  try {
    rows = JSON.parse(new TextDecoder().decode(await readFile(file)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield { place: "the file", refused: `is not JSON: ${shownOnOneLine(error.message, MAX_SHOWN)}` };
    return;
  }
  if (!Array.isArray(rows)) {
    yield { place: "the file", refused: "must be an array of records" };
    return;
  }
  for (const [at, values] of rows.entries()) yield { place: `record ${at + 1}`, values };
}
