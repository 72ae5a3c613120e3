import type { ReactNode } from "react";

import { useTranslate } from "../messages/i18n.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./notice.module.css";

/** Something that went wrong, and what to do about it. */
export function Failure({ children, onRetry }: { children: ReactNode; onRetry?: (() => void) | undefined }) {
  const t = useTranslate();
  return (
    <div role="alert" className={styles["failure"]}>
      <span className={styles["failureText"]}>{children}</span>
      {onRetry === undefined ? null : <Button onPress={onRetry}>{t("action.retry")}</Button>}
    </div>
  );
}

/** The placeholder of an empty list or page. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className={styles["empty"]}>
      <span className={styles["emptyIcon"]}>
        <Icon name={icon} size={26} />
      </span>
      <p className={styles["emptyTitle"]}>{title}</p>
      {children === undefined ? null : <p className={styles["emptyText"]}>{children}</p>}
    </div>
  );
}

/** Grey lines in the place of a text that is being read; the place keeps its height. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const t = useTranslate();
  return (
    <div className={styles["loading"]} role="status" aria-busy="true">
      <span className="visuallyHidden">{t("loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles["line"]} />
      ))}
    </div>
  );
}
