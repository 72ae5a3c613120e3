import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { stageText } from "./kind.ts";
import { Part } from "./part.tsx";
import { noteOf, whyText } from "./seat-reason.ts";
import type { RunEvent, Task } from "./task.ts";
import styles from "./why.module.css";

interface WhyProps {
  /** A task that waits for the reader. */
  task: Task;
  events: readonly RunEvent[];
}

/** The reason why the reader is asked, and the effect of their verdict on the stage. */
export function Why({ task, events }: WhyProps) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const { stageName, decidesFor, approvals } = task;
  const seat = approvals.find(({ approverId }) => approverId === (decidesFor?._id ?? viewer.userId));
  const note = seat && noteOf(events, seat, task._id);
  return (
    <Part title={t("why.title")}>
      <div className={styles["text"]}>
        <p>
          {decidesFor ? <strong>{t("why.standsIn", { name: decidesFor.name ?? "–" })} </strong> : null}
          {t(decidesFor ? "why.theirStage" : "why.stage", { stage: stageText(t, stageName) })}{" "}
          {seat && !decidesFor ? whyText(t, seat) : null}
          {seat?.byLimit && decidesFor ? t("seat.byLimit", { name: decidesFor.name ?? "–" }) : null}
        </p>
        {note ? (
          <blockquote className={styles["note"]}>
            <Written>{note.metadata.remark}</Written>
          </blockquote>
        ) : null}
      </div>
    </Part>
  );
}
