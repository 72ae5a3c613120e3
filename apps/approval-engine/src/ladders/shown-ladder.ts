import type { LadderFields } from "@countersign/domain/approval";

/** Resolvers of the fields of a ladder on a stage that has it: those with a default show it. */
export const shownLadder = {
  remind: ({ remind = [] }: LadderFields) => remind,
  atEnd: ({ atEnd = "NOTHING" }: LadderFields) => atEnd,
};
