import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import type { RunDocument, Task } from "./types.ts";

/** The parts of a revision: the document as it stands, and how often its stage was entered or its labels changed. */
type Judged = [
  task: Pick<Task, "activation" | "relabelled">,
  run: { document?: Pick<RunDocument, "revision"> | undefined },
];

/** A revision with its two counts. */
const REVISION = /^(\d+)\.(\d+)$/u;

/**
 * The state that an approver of the task sees (contract-2, CTRL-2), as text: the document's revision, 0 without a
 * document, and the task's activation, which its changes of labels raise further (contract-3, SAFE-18). A sibling's
 * verdict does not change it.
 */
export function revisionOf(...[{ activation = 1, relabelled = 0 }, { document }]: Judged): string {
  return `${document?.revision ?? 0}.${activation + relabelled}`;
}

/**
 * Refuses a command of somebody who has seen another revision of the task than the one that it has now.
 *
 * @param expected - the revision they have seen; without one every revision passes
 * @throws DomainError `REVISION_CHANGED`; its details say what has changed, each from the expected to the current count
 */
export function assertUnchanged(expected: string | undefined, ...judged: Judged): void {
  const current = revisionOf(...judged);
  if (expected === undefined || expected === current) return;
  throw new DomainError("REVISION_CHANGED", text("run.revisionChanged"), {
    field: "expectedRevision",
    details: { changed: changesBetween(expected, current) },
  });
}

function changesBetween(expected: string, current: string) {
  const [was, is] = [countsOf(expected), countsOf(current)];
  return {
    ...(was.document !== is.document && { document: { from: was.document, to: is.document } }),
    ...(was.stage !== is.stage && { stage: { from: was.stage, to: is.stage } }),
  };
}

function countsOf(revision: string) {
  const [, document, stage] = REVISION.exec(revision) ?? [];
  return { document: Number(document ?? 0), stage: Number(stage ?? 0) };
}
