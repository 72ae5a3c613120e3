import { Button } from "../design/button.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Person } from "../design/person.tsx";
import { Status } from "../design/status.tsx";
import { Moment, Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { stageText } from "./kind.ts";
import { neededText } from "./needed.ts";
import { mayAdd, mayReassign, mayWithdraw } from "./rights.ts";
import type { SeatCommand } from "./seat-commands.tsx";
import { leftOutText, seatText } from "./seat-reason.ts";
import styles from "./stages.module.css";
import type { Seat, Task } from "./task.ts";

interface StagesProps {
  tasks: readonly Task[];
  /** Called when the reader is about to change the seats of a task. */
  onCommand: (task: Task, command: SeatCommand) => void;
}

/** The stages of a run in order, each with its approvers, reasons, verdicts, and the reader's commands. */
export function Stages({ tasks, onCommand }: StagesProps) {
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
          <Stage task={task} onCommand={(command) => onCommand(task, command)} />
        </li>
      ))}
    </ol>
  );
}

const isCurrent = ({ status }: Task) => status === "AWAITING_APPROVAL";
const MS = 1000;

function Stage({ task, onCommand }: { task: Task; onCommand: (command: SeatCommand) => void }) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const stage = stageText(t, task.stageName);
  return (
    <Stack gap="small">
      <Row as="p" className={styles["name"]}>
        <strong>
          <Written>{stage}</Written>
        </strong>
        <Status of={task.status} />
      </Row>
      {task.approvals.length > 1 ? <Muted>{neededText(t, task)}</Muted> : null}
      {task.tally.groups.length === 0 ? null : (
        <ul className={styles["groups"]} aria-label={t("needed.groups")}>
          {task.tally.groups.map(({ group, needed, reached }) => (
            <li key={group} className={styles["group"]}>
              <Written>{group}</Written> {t("needed.ofGroup", { needed, reached })}
            </li>
          ))}
        </ul>
      )}
      {task.approvals.length === 0 ? <Muted>{t("needed.nobody")}</Muted> : null}
      <Stack as="ul" gap="small">
        {task.approvals.map((seat) => (
          <SeatRow key={seat._id} task={task} seat={seat} onCommand={onCommand} />
        ))}
      </Stack>
      {mayAdd(viewer, task) ? (
        <div>
          <Button size="small" onPress={() => onCommand({ kind: "add" })}>
            {t("add.open")}
            <span className="visuallyHidden">
              {" "}
              (<Written>{stage}</Written>)
            </span>
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

interface SeatRowProps {
  task: Task;
  seat: Seat;
  onCommand: (command: SeatCommand) => void;
}

function SeatRow({ task, seat, onCommand }: SeatRowProps) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const { approver, decider, status, remark, statusUpdateDate, groups, required, skipped } = seat;
  const name = approver?.name ?? "–";
  const about = [
    decider ? t("seat.decidedBy", { name: decider.name ?? "–" }) : undefined,
    leftOutText(t, seat) ?? seatText(t, seat),
    required ? t("seat.required") : undefined,
    skipped ? t("seat.skipped") : undefined,
    groups.length === 0 ? undefined : groups.join(", "),
  ].filter((part) => part !== undefined);
  return (
    <Stack as="li" gap="tight">
      <Row as="span">
        <Person name={name} />
        {status === "PENDING" || status === "AWAITING_APPROVAL" ? null : <Status of={status} />}
        {statusUpdateDate == null ? null : (
          <Muted as="span">
            <Moment at={new Date(statusUpdateDate * MS).toISOString()} />
          </Muted>
        )}
        {mayReassign(viewer, task, seat) ? (
          <Button size="small" onPress={() => onCommand({ kind: "reassign", seat })}>
            {t("reassign.open")}
            <span className="visuallyHidden">
              {" "}
              (<Written>{name}</Written>)
            </span>
          </Button>
        ) : null}
        {mayWithdraw(viewer, task, seat) ? (
          <Button size="small" onPress={() => onCommand({ kind: "withdraw", seat })}>
            {t("withdraw.open")}
          </Button>
        ) : null}
      </Row>
      {about.length === 0 ? null : (
        <Muted as="span" className={styles["about"]}>
          <Written>{about.join(" · ")}</Written>
        </Muted>
      )}
      {remark ? (
        <p className={styles["remark"]}>
          <Written>{remark}</Written>
        </p>
      ) : null}
    </Stack>
  );
}
