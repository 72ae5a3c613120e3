import { useState } from "react";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./company.module.css";

const LABEL_MAX = 64;

interface LabelsFieldProps {
  label: string;
  labels: readonly string[];
  onChange: (labels: readonly string[]) => void;
  error?: string | undefined;
}

/** Some short texts, each once: those there are, and one more to type. */
export function LabelsField({ label, labels, onChange, error }: LabelsFieldProps) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const typed = text.trim();
  const add = () => {
    if (typed === "") return;
    if (!labels.includes(typed)) onChange([...labels, typed]);
    setText("");
  };
  return (
    <div className={styles["labels"]} role="group" aria-label={label}>
      <ul className={styles["chips"]}>
        {labels.map((one) => (
          <li key={one} className={styles["chip"]}>
            <Written>{one}</Written>
            <Button
              look="quiet"
              aria-label={t("company.removeLabel", { label: one })}
              onPress={() => onChange(labels.filter((other) => other !== one))}
            >
              <Icon name="cross" size={14} />
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles["add"]}>
        <TextField
          label={label}
          value={text}
          onChange={setText}
          maxLength={LABEL_MAX}
          error={error}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              add();
            }
          }}
        />
        <Button onPress={add} isDisabled={typed === ""}>
          {t("company.add")}
        </Button>
      </div>
    </div>
  );
}
