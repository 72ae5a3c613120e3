import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { Principal } from "./principal.ts";

/**
 * Refuses a credential of another person than the client says it acts for. A page behind a proxy that adds the
 * credential cannot know whose it is: somebody else may have logged in there since the page was opened.
 *
 * @param expected - the user id that the client names; undefined where it names none
 * @throws DomainError `UNAUTHENTICATED`
 */
export function refuseAnotherUser({ userId }: Principal, expected: unknown): void {
  if (expected === undefined || expected === userId) return;
  throw new DomainError("UNAUTHENTICATED", text("person.notExpected"));
}
