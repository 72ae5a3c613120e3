import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import type { Approval, RunDocument, Task } from "./types.ts";

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
export function assertUnchanged(expected: string | undefined, ...judgedRun: Judged): void {
  const current = revisionOf(...judgedRun);
  if (expected === undefined || expected === current) return;
  throw new DomainError("REVISION_CHANGED", text("run.revisionChanged"), {
    field: "expectedRevision",
    details: { changed: changesBetween(expected, current) },
  });
}

function changesBetween(expected: string, current: string) {
  const [expectedCounts, is] = [countsOf(expected), countsOf(current)];
  return {
    ...(expectedCounts.document !== is.document && {
      document: { from: expectedCounts.document, to: is.document },
    }),
    ...(expectedCounts.stage !== is.stage && { stage: { from: expectedCounts.stage, to: is.stage } }),
  };
}

/** Whether a verdict judged the document as it is now (contract-4, MEET-5). */
export const sawPresentDocument = (
  { revision }: Pick<Approval, "revision">,
  { document }: Judged[1],
): boolean => revision !== undefined && countsOf(revision).document === (document?.revision ?? 0);

function countsOf(revision: string) {
  const [, document, stage] = REVISION.exec(revision) ?? [];
  return { document: Number(document ?? 0), stage: Number(stage ?? 0) };
}
