import { Icon, type IconName } from "../design/icon.tsx";
import { Moment, Written } from "../design/values.tsx";
import type { WorkflowEventType } from "../graphql/generated/documents.ts";
import { type MessageId, type Translate, useTranslate } from "../messages/i18n.ts";
import styles from "./timeline.module.css";
import { stageText } from "./kind.ts";
import { agentText } from "./submitter-name.ts";
import type { RunEvent } from "./task.ts";

const KNOWN: Readonly<Record<WorkflowEventType, { icon: IconName; text: MessageId }>> = {
  TASK_CREATED: { icon: "sent", text: "event.submitted" },
  STAGE_ADVANCED: { icon: "flow", text: "event.advanced" },
  APPROVED: { icon: "check", text: "event.approved" },
  REJECTED: { icon: "cross", text: "event.rejected" },
  OBJECTED: { icon: "cross", text: "event.objected" },
  COMPLETED: { icon: "check", text: "event.completed" },
  RESUBMITTED: { icon: "sent", text: "event.submitted" },
  AMENDED: { icon: "history", text: "event.amended" },
  REASSIGNED: { icon: "people", text: "event.reassigned" },
  APPROVER_ADDED: { icon: "plus", text: "event.added" },
  VERDICT_WITHDRAWN: { icon: "history", text: "event.withdrawn" },
  RECALLED: { icon: "minus", text: "event.recalled" },
  SKIPPED: { icon: "check", text: "event.skipped" },
  UNASSIGNED: { icon: "clock", text: "event.unassigned" },
  APPROVER_LEFT: { icon: "people", text: "event.left" },
  REPLACED: { icon: "minus", text: "event.replaced" },
  STAGE_ADDED: { icon: "plus", text: "event.stageAdded" },
  REMINDED: { icon: "bell", text: "event.reminded" },
  ESCALATED: { icon: "up", text: "event.escalated" },
  ESCALATION_FAILED: { icon: "warning", text: "event.escalationFailed" },
  TIMED_OUT: { icon: "clock", text: "event.timedOut" },
  EXPIRED: { icon: "clock", text: "event.expired" },
  SEAT_LOST: { icon: "minus", text: "event.seatLost" },
  CHANGES_WANTED: { icon: "history", text: "event.changesWanted" },
  QUESTION_ANSWERED: { icon: "back", text: "event.questionAnswered" },
};

/** The history of a document, the latest event first. */
export function Timeline({ events }: { events: readonly RunEvent[] }) {
  return (
    <ol className={styles["timeline"]}>
      {events.toReversed().map((event) => (
        <Entry key={event._id} event={event} />
      ))}
    </ol>
  );
}

/** The actor of an event; a program is called the agent of the person whose token it had. */
function actorText(t: Translate, { actorName, agent, client }: RunEvent["metadata"]): string {
  if (actorName == null) return "–";
  if (!agent) return actorName;
  // The engine's label ends in this, in English.
  const label = client ? `'s agent (claims to be "${client}")` : "'s agent";
  return actorName.endsWith(label) ? agentText(t, actorName.slice(0, -label.length), client) : actorName;
}

function Entry({ event: { event, createdAt, metadata } }: { event: RunEvent }) {
  const t = useTranslate();
  const { icon, text } = KNOWN[event];
  const { principalName, userName, stageName } = metadata;
  const values = {
    who: actorText(t, metadata),
    stage: stageText(t, stageName ?? "–"),
    principal: principalName ?? "–",
    hasPrincipal: principalName == null ? "no" : "yes",
    user: userName ?? "–",
    hasWho: metadata.actorName == null ? "no" : "yes",
    mode: metadata.mode ?? "",
  };
  return (
    <li className={styles["entry"]}>
      <span className={styles["icon"]}>
        <Icon name={icon} size={12} />
      </span>
      <div className={styles["body"]}>
        <p>{t(text, values)}</p>
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
