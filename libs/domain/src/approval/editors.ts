import type { Id } from "./types.ts";

/** The editors of a revision (contract-2, PPL-6): those whom its owner names, and whoever made the change (contract-4, MEET-5). */
export const editorsWith = (actorId: Id, editorIds: readonly Id[] = []): Id[] => [
  ...new Set([...editorIds, actorId]),
];
