import { TextField } from "../design/field.tsx";
import { type MessageId, useTranslate } from "../messages/i18n.ts";

/** The engine's longest remark. */
export const REMARK_MAX = 2_000;

/** Whether a text is one that the engine takes. */
export const fits = (text: string): boolean => text.length <= REMARK_MAX;

interface ReasonFieldProps {
  label: string;
  /** Present where nothing is sent without it: what is said while it is missing. */
  needed?: string | undefined;
  /** How long it is, and who reads it. Default: the submitter. */
  help?: MessageId;
  value: string;
  onChange: (text: string) => void;
}

/** A text that others will read: what was pasted loses its formatting, and one that is too long is kept, not cut. */
export function ReasonField({
  label,
  needed,
  help = "decide.remarkHelp",
  value,
  onChange,
}: ReasonFieldProps) {
  const t = useTranslate();
  return (
    <TextField
      label={label}
      isRequired={needed !== undefined}
      description={
        needed !== undefined && value.trim() === ""
          ? needed
          : t(help, { count: value.length, most: REMARK_MAX })
      }
      error={fits(value) ? undefined : t("decide.tooLong", { most: REMARK_MAX })}
      rows={3}
      value={value}
      onChange={onChange}
    />
  );
}
