import { Failure } from "../design/notice.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./log-in.module.css";

/** What people see who cannot get in, and what they may do. */
export function StartFailure({ reason }: { reason: string }) {
  const t = useTranslate();
  return (
    <main className={styles["main"]}>
      <div className={styles["card"]}>
        <h1>{t("start.failed")}</h1>
        <Failure onRetry={() => location.reload()}>{reason}</Failure>
      </div>
    </main>
  );
}
