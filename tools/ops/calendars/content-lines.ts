/** Why a file is refused, with the line at fault. */
export class LineFault extends Error {
  override readonly name = "LineFault";
  /** Counts from 1. */
  readonly line: number;

  constructor(line: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.line = line;
  }
}

/** A line of an iCalendar file, put together from those that it was folded into (RFC 5545, 3.1). */
export interface ContentLine {
  /** Of its first part. Counts from 1. */
  line: number;
  text: string;
}

/**
 * Splits an iCalendar file into its content lines. Lines are folded by bytes, so that a letter may begin on one line and
 * end on the next: they are put together before they are decoded.
 *
 * @throws LineFault for a line that is not UTF-8
 */
export function contentLinesOf(bytes: Uint8Array): ContentLine[] {
  const foldedLines: { line: number; text: string }[] = [];
  // One character a byte.
  for (const [place, text] of Buffer.from(bytes)
    .toString("latin1")
    .split(/\r\n|\n|\r/u)
    .entries()) {
    const last = foldedLines.at(-1);
    if (/^[ \t]/u.test(text) && last !== undefined) last.text += text.slice(1);
    else foldedLines.push({ line: place + 1, text });
  }
  const lines = foldedLines.map(({ line, text }) => ({ line, text: decodeText(text, line) }));
  return lines.filter(({ text }) => text.trim() !== "");
}

function decodeText(text: string, line: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1"));
  } catch (error) {
    throw new LineFault(line, "not an iCalendar file: expected UTF-8", { cause: error });
  }
}
