import { cutText } from "@countersign/domain/text";
import type { ASTNode } from "@marcbachmann/cel-js";
import { type Text, text } from "@countersign/texts";

/** A condition that a version cannot have, thrown within this package only. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly fault: Text;

  constructor(fault: Text) {
    super(fault.code);
    this.fault = fault;
  }
}

const MAX_SHOWN = 60;

/** The author's words for a node, cut where they are long. */
export function sourceOf({ input, start, end }: ASTNode): string {
  return shortenSource(input.slice(start, end));
}

/** A piece of a condition on one line, cut where it is long. */
export function shortenSource(source: string): string {
  const line = source.trim().replaceAll(/\s+/gu, " ");
  return line.length > MAX_SHOWN ? `${cutText(line, MAX_SHOWN)}…` : line;
}

/** Such as `kind, document or submitter`. @param names - at least one */
export function anyOf(names: readonly string[]): string | Text {
  const last = names.at(-1) ?? "";
  const otherNames = names.slice(0, -1).join(", ");
  return otherNames === "" ? last : text("part.lastOr", { names: otherNames, last });
}
