import type { Id } from "./types.ts";

/** An approver wants changes of the submitter (contract-4, TALK-2). */
export interface RequestChangesCommand {
  type: "requestChanges";
  taskId: Id;
  actorId: Id;
  /** Name of that user, for the history. */
  actorName?: string | undefined;
  /** Whether a program acts with the user's token. */
  isAgent?: boolean | undefined;
  /** The revision that the user has seen; another one is refused. */
  expectedRevision?: string | undefined;
  text: string;
}

/** The submitter answers those who want changes. */
export interface AnswerChangesCommand {
  type: "answerChanges";
  /** The message that says what is wanted. */
  messageId: Id;
  actorId: Id;
  /** Name of that user, for the history. */
  actorName?: string | undefined;
  /** Whether a program acts with the user's token. */
  isAgent?: boolean | undefined;
  text: string;
}

/** Time has come to look whether changes are still wanted. */
export interface EndChangesCommand {
  type: "endChanges";
  /** The message that says what is wanted. */
  messageId: Id;
}

export type TalkCommand = RequestChangesCommand | AnswerChangesCommand | EndChangesCommand;
