import type { ReactNode } from "react";
import type { CombinedError } from "urql";

import { useTranslate } from "../messages/i18n.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { useReturnToPlace } from "./return-to-place.ts";
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

/** A refusal in the engine's words, or what the reader may do about a connection that failed. */
export function useFailureText(): (error: CombinedError) => string {
  const t = useTranslate();
  return (error) => {
    const [refusal] = error.graphQLErrors;
    return refusal?.message ?? t("failure.connection");
  };
}

interface AwaitedProps {
  /** What was asked for; undefined until it is there. */
  answer: unknown;
  error: CombinedError | undefined;
  onRetry: () => void;
  /** Lines that the answer will take, about. */
  lines: number;
}

/** What stands above a page's answer: why it failed, or, until it is there, that it is being read. */
export function Awaited({ answer, error, onRetry, lines }: AwaitedProps) {
  const failureText = useFailureText();
  useReturnToPlace(answer !== undefined);
  if (error) return <Failure onRetry={onRetry}>{failureText(error)}</Failure>;
  return answer === undefined ? <Loading lines={lines} /> : null;
}

/** What a place shows that holds nothing. */
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
