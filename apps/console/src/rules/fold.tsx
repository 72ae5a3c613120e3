import { type ReactNode, useState } from "react";

import styles from "./rules.module.css";

interface FoldProps {
  summary: ReactNode;
  /** Whether a field in it says what is wrong with it: it opens, and stays open while that is put right. */
  hasError: boolean;
  children: ReactNode;
}

/** Fields that are seldom changed, folded behind a summary of them. */
export function Fold({ summary, hasError, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles["more"]}
      open={isOpen || hasError}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
