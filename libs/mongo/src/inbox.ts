import type { Scope } from "./scope.ts";

/** Which messages a consumer has handled; in the same transaction as their effect. */
export interface Inbox {
  /** `true` the first time; a repeated delivery of the message answers `false`. */
  claim(consumer: string, messageId: string): Promise<boolean>;
}

export declare function createInbox(scope: Scope): Inbox;
