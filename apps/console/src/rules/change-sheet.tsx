import { TextField } from "../design/field.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { Replayed } from "./replayed.tsx";
import type { ChangeSheet } from "./use-change-sheet.ts";
import type { KnownRules } from "./use-rules.ts";

/** The most characters of a note. */
const NOTE_MAX = 2_000;

/** The sheet of a change: what it would have done, and a note that is kept with it. */
export function SheetFields({ sheet, known }: { sheet: ChangeSheet; known?: KnownRules }) {
  const t = useTranslate();
  return (
    <>
      {sheet.isEmpty ? null : <Replayed sheet={sheet} {...(known && { known })} />}
      <TextField label={t("rules.note")} value={sheet.note} onChange={sheet.setNote} maxLength={NOTE_MAX} />
    </>
  );
}
