import { useCallback } from "react";
import type { CombinedError } from "urql";

import { elsewhereText } from "../messages/elsewhere.ts";
import { type MessageId, useFormats, useTranslate } from "../messages/i18n.ts";
import { useSaid } from "../messages/texts.ts";

/** The failure of a request. */
export interface Refusal {
  /** The reason, in the reader's language; of a connection that failed, what the reader may do. */
  message: string;
  /** The field that the engine names, such as `levels.0.role`. */
  field?: string | undefined;
  /** The engine's code, such as `CONFLICT`; absent where the engine did not answer. */
  code?: string | undefined;
}

/** The engine's facts about a refusal. */
interface Extensions {
  field?: string;
  code?: string;
  textCode?: string;
  params?: unknown;
  decided?: Decided;
}

/** The decision that took a stage from the reader. */
export interface Decided {
  status: string;
  at: string;
  by: { name: string };
}

/** Writes who decided before the reader, and when. */
export function useDecidedText(): (decision: Decided) => string {
  const t = useTranslate();
  const locale = useFormats();
  return useCallback(
    ({ status, at, by: { name } }) => {
      const verdict = status === "REJECTED" ? "REJECTED" : "APPROVED";
      return elsewhereText(t, locale, { by: name, verdict, at: new Date(at) });
    },
    [t, locale],
  );
}

/** Reads failures; with another text than that of a read where the answer to a command was lost. */
export function useRefusalOf(): (error: CombinedError, lostText?: MessageId) => Refusal {
  const t = useTranslate();
  const textOf = useSaid();
  const decidedText = useDecidedText();
  return useCallback(
    (error, lostText = "failure.connection") => {
      const [graphqlError] = error.graphQLErrors;
      if (graphqlError === undefined) return { message: t(lostText) };
      const { field, code = "", decided, ...about } = graphqlError.extensions as Extensions;
      const message = decided ? decidedText(decided) : textOf({ message: graphqlError.message, ...about });
      return { message, field, code };
    },
    [t, textOf, decidedText],
  );
}

/** The message if it is about the field, or about something in it. */
export function messageAt(refusal: Refusal | undefined, field: string): string | undefined {
  if (refusal?.field === undefined) return undefined;
  return `${refusal.field}.`.startsWith(`${field}.`) ? refusal.message : undefined;
}
