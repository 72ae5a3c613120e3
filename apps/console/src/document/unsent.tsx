import { Button } from "../design/button.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useKept } from "../shell/kept.ts";
import { type VerdictFields, verdictName } from "./verdict-fields.ts";
import styles from "./unsent.module.css";

/** The remark typed for a verdict that the reader can no longer give; kept until they discard it. */
export function Unsent({ taskId }: { taskId: string }) {
  const t = useTranslate();
  const [keptFields, keep] = useKept<VerdictFields>(verdictName(taskId));
  const text = keptFields?.remark ?? "";
  if (text.trim() === "") return null;
  return (
    <section className={styles["unsent"]} aria-label={t("unsent.title")}>
      <h2>{t("unsent.title")}</h2>
      <p>{t("unsent.lead")}</p>
      <p className={styles["text"]}>
        <Written>{text}</Written>
      </p>
      <div>
        <Button size="small" onPress={() => keep(undefined)}>
          {t("unsent.discard")}
        </Button>
      </div>
    </section>
  );
}
