import type { CombinedError } from "urql";

import { useFailureText } from "../design/notice.tsx";

/** The failure of a request, and the field that it concerns. */
export interface Refusal {
  /** The field that the engine names, such as `levels.0.role`. */
  field: string | undefined;
  message: string;
}

/** Reads failures, with the field that they name. */
export function useRefusalOf(): (error: CombinedError) => Refusal {
  const failureText = useFailureText();
  return (error) => {
    const field = error.graphQLErrors[0]?.extensions["field"];
    return { field: typeof field === "string" ? field : undefined, message: failureText(error) };
  };
}

/** The message if it is about the field, or about something in it. */
export function messageAt(refusal: Refusal | undefined, field: string): string | undefined {
  if (refusal?.field === undefined) return undefined;
  return `${refusal.field}.`.startsWith(`${field}.`) ? refusal.message : undefined;
}
