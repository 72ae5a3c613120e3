import { kindText, wordsOf } from "../document/kind.ts";
import type { HrApprovalKind } from "../graphql/generated/documents.ts";
import type { Translate } from "../messages/i18n.ts";

/** `LEAVE` as people read it. */
export function hrKindText(t: Translate, kind: HrApprovalKind): string {
  return kindText(t, wordsOf(kind));
}
