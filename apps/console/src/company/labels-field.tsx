import { useRef, useState } from "react";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { List, Stack } from "../design/layout.tsx";
import { Written } from "../design/values.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./company.module.css";

const LABEL_MAX = 64;

interface LabelsFieldProps {
  label: string;
  labels: readonly string[];
  onChange: (labels: readonly string[]) => void;
  error?: string | undefined;
}

/** A text that is being typed, and the label that it is already, if it is a new one. */
interface Typing {
  text: string;
  label?: string;
}

const NOTHING: Typing = { text: "" };

/**
 * Some short texts, each once: those there are, and one more to type. What is typed is one of them at once, so that
 * saving, a reload and a log-in that expires find it; once the field is left it stands among the others.
 */
export function LabelsField({ label, labels, onChange, error }: LabelsFieldProps) {
  const t = useTranslate();
  const [typing, setTyping] = useState(NOTHING);
  const field = useRef<HTMLDivElement>(null);
  const isThrownAway = typing.label !== undefined && !labels.includes(typing.label);
  const { text, label: ownLabel } = isThrownAway ? NOTHING : typing;
  const otherLabels = labels.filter((candidate) => candidate !== ownLabel);
  const type = (next: string) => {
    const typedText = next.trim();
    const isNew = typedText !== "" && !otherLabels.includes(typedText);
    setTyping({ text: next, ...(isNew && { label: typedText }) });
    if (isNew || ownLabel !== undefined) onChange(isNew ? [...otherLabels, typedText] : otherLabels);
  };
  const settle = () => setTyping(NOTHING);
  /** Waits until the key or the button that took the focus away is up: what is pressed must not move. */
  const settleOnRelease = () => {
    const releaseEnd = new AbortController();
    const release = () => {
      releaseEnd.abort();
      if (!field.current?.contains(document.activeElement)) settle();
    };
    for (const event of ["keyup", "pointerup"]) addEventListener(event, release, releaseEnd);
  };
  return (
    <Stack gap="small" role="group" aria-label={label}>
      <List look="bare" className={styles["chips"]}>
        {otherLabels.map((otherLabel) => (
          <li key={otherLabel} className={styles["chip"]}>
            <Written>{otherLabel}</Written>
            <RemoveButton
              label={t("company.removeLabel", { label: otherLabel })}
              onPress={() => onChange(labels.filter((candidate) => candidate !== otherLabel))}
              icon="cross"
              iconSize={14}
            />
          </li>
        ))}
      </List>
      <div ref={field} className={styles["add"]} onBlur={settleOnRelease}>
        <TextField
          label={label}
          value={text}
          onChange={type}
          maxLength={LABEL_MAX}
          error={error}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              settle();
            }
          }}
        />
        <Button onPress={settle} isDisabled={text.trim() === ""}>
          {t("company.add")}
        </Button>
      </div>
    </Stack>
  );
}
