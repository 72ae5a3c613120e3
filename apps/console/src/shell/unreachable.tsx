import { useTranslate } from "../messages/i18n.ts";
import { useReachable } from "./reachable.ts";
import styles from "./unreachable.module.css";

/** Says on every page that the engine does not answer, for as long as it does not. */
export function Unreachable() {
  const t = useTranslate();
  const isReachable = useReachable();
  return (
    <div className={styles["region"]} role="status">
      {isReachable ? null : <p className={styles["sentence"]}>{t("unreachable")}</p>}
    </div>
  );
}
