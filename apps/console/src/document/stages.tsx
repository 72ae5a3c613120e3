import { Person } from "../design/person.tsx";
import { Status } from "../design/status.tsx";
import { Moment, Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { stageText } from "./kind.ts";
import type { Task } from "./document-view.tsx";
import styles from "./stages.module.css";

/** The stages of a run in their order, each with who is asked and what they said. */
export function Stages({ tasks }: { tasks: readonly Task[] }) {
  const t = useTranslate();
  return (
    <ol className={styles["stages"]}>
      {tasks.map((task, index) => (
        <li
          key={task._id}
          className={styles["stage"]}
          {...(isCurrent(task) && { "aria-current": "step" as const })}
        >
          <span className={styles["number"]} aria-hidden="true">
            {index + 1}
          </span>
          <div className={styles["body"]}>
            <p className={styles["name"]}>
              <strong>
                <Written>{stageText(t, task.stageName)}</Written>
              </strong>
              <Status of={task.status} />
              {task.approvals.length > 1 ? (
                <span className={styles["rule"]}>
                  {t(task.approveBy === "ALL" ? "rule.all" : "rule.any")}
                </span>
              ) : null}
            </p>
            <ul className={styles["seats"]}>
              {task.approvals.map((seat) => (
                <Seat key={seat._id} seat={seat} />
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  );
}

const isCurrent = ({ status }: Task) => status === "AWAITING_APPROVAL";
const MS = 1000;

function Seat({ seat: { approver, status, remark, statusUpdateDate } }: { seat: Task["approvals"][number] }) {
  return (
    <li className={styles["seat"]}>
      <span className={styles["who"]}>
        <Person name={approver?.name} />
        {status === "PENDING" || status === "AWAITING_APPROVAL" ? null : <Status of={status} />}
        {statusUpdateDate == null ? null : (
          <span className={styles["when"]}>
            <Moment at={new Date(statusUpdateDate * MS).toISOString()} />
          </span>
        )}
      </span>
      {remark ? (
        <p className={styles["remark"]}>
          <Written>{remark}</Written>
        </p>
      ) : null}
    </li>
  );
}
