import { useState } from "react";

import { Button } from "../design/button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./company.module.css";

interface DeleteButtonProps {
  /** What the first press asks for, such as `Delete …`. */
  label: string;
  /** What is asked before it happens. */
  question: string;
  /** What the second press does. */
  confirm: string;
  busy?: boolean;
  onConfirm: () => void;
}

/** Does what cannot be taken back at the second press. */
export function DeleteButton({ label, question, confirm, busy = false, onConfirm }: DeleteButtonProps) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) return <Button onPress={() => setIsAsking(true)}>{label}</Button>;
  return (
    <div role="group" aria-label={question} className={styles["question"]}>
      <span>{question}</span>
      <Button autoFocus onPress={() => setIsAsking(false)}>
        {t("action.cancel")}
      </Button>
      <Button look="bad" busy={busy} onPress={onConfirm}>
        {confirm}
      </Button>
    </div>
  );
}
