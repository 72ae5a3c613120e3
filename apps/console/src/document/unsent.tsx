import { Button } from "../design/button.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useDraft } from "./draft.ts";
import styles from "./unsent.module.css";

/** What the reader typed for a verdict that is no longer theirs to give: kept until they throw it away. */
export function Unsent({ taskId }: { taskId: string }) {
  const t = useTranslate();
  const [text, setText] = useDraft(taskId);
  if (text.trim() === "") return null;
  return (
    <section className={styles["unsent"]} aria-label={t("unsent.title")}>
      <h2>{t("unsent.title")}</h2>
      <p>{t("unsent.lead")}</p>
      <p className={styles["text"]}>
        <Written>{text}</Written>
      </p>
      <div>
        <Button size="small" onPress={() => setText("")}>
          {t("unsent.discard")}
        </Button>
      </div>
    </section>
  );
}
