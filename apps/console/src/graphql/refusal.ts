import { useCallback } from "react";
import type { CombinedError } from "urql";

import { useTranslate } from "../messages/i18n.ts";
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
}

/** Reads failures. */
export function useRefusalOf(): (error: CombinedError) => Refusal {
  const t = useTranslate();
  const said = useSaid();
  return useCallback(
    (error) => {
      const [refused] = error.graphQLErrors;
      if (refused === undefined) return { message: t("failure.connection") };
      const { field, code = "", ...about } = refused.extensions as Extensions;
      return { message: said({ message: refused.message, ...about }), field, code };
    },
    [t, said],
  );
}

/** The message if it is about the field, or about something in it. */
export function messageAt(refusal: Refusal | undefined, field: string): string | undefined {
  if (refusal?.field === undefined) return undefined;
  return `${refusal.field}.`.startsWith(`${field}.`) ? refusal.message : undefined;
}
