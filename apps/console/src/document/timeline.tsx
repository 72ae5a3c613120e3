import { Icon, type IconName } from "../design/icon.tsx";
import { Moment, Written } from "../design/values.tsx";
import type { DocumentQuery, WorkflowEventType } from "../graphql/generated/documents.ts";
import { type MessageId, useTranslate } from "../messages/i18n.ts";
import styles from "./timeline.module.css";
import { stageText, wordsOf } from "./kind.ts";

type Event = DocumentQuery["workflowEvents"][number];

const KNOWN: Partial<Record<WorkflowEventType, { icon: IconName; text: MessageId }>> = {
  TASK_CREATED: { icon: "sent", text: "event.submitted" },
  STAGE_ADVANCED: { icon: "flow", text: "event.advanced" },
  APPROVED: { icon: "check", text: "event.approved" },
  REJECTED: { icon: "cross", text: "event.rejected" },
  COMPLETED: { icon: "check", text: "event.completed" },
  AMENDED: { icon: "history", text: "event.amended" },
};

/** What happened to a document, the latest first. */
export function Timeline({ events }: { events: readonly Event[] }) {
  return (
    <ol className={styles["timeline"]}>
      {events.toReversed().map((event) => (
        <Entry key={event._id} event={event} />
      ))}
    </ol>
  );
}

function Entry({ event: { event, createdAt, metadata } }: { event: Event }) {
  const t = useTranslate();
  const { icon, text } = KNOWN[event] ?? { icon: "clock" as const, text: undefined };
  const values = { who: metadata.actorName ?? "–", stage: stageText(t, metadata.stageName ?? "–") };
  return (
    <li className={styles["entry"]}>
      <span className={styles["icon"]}>
        <Icon name={icon} size={14} />
      </span>
      <div className={styles["body"]}>
        <p>
          <Written>{text ? t(text, values) : wordsOf(event.toLowerCase().replaceAll("_", " "))}</Written>
        </p>
        {metadata.remark ? (
          <p className={styles["remark"]}>
            <Written>{metadata.remark}</Written>
          </p>
        ) : null}
        <p className={styles["when"]}>
          <Moment at={createdAt} />
        </p>
      </div>
    </li>
  );
}
