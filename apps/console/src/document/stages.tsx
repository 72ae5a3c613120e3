import { type ReactNode, createContext, use } from "react";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Status } from "../design/status.tsx";
import { ShortDay, Written } from "../design/values.tsx";
import { SeatsAwayDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { Away } from "../people/away.tsx";
import { useConsole } from "../shell/console-context.ts";
import { DueMoment } from "./due.tsx";
import { stageText } from "./kind.ts";
import { neededText } from "./needed.ts";
import { mayReassign } from "./rights.ts";
import type { SeatCommand } from "./seat-commands.tsx";
import { leftOutText, seatText } from "./seat-reason.ts";
import styles from "./stages.module.css";
import type { Seat, Task } from "./task.ts";

/** From this number of approvers on, a stage shows a count, and the people behind it. */
const COMPACT_FROM = 9;

interface StagesProps {
  tasks: readonly Task[];
  /** Called when the reader is about to change the seats of a task. */
  onCommand: (task: Task, command: SeatCommand) => void;
}

/** The stages of a run in order, each with its approvers, reasons and decisions. */
export function Stages({ tasks, onCommand }: StagesProps) {
  const [{ refId }] = tasks as [Task];
  // A question of its own: with the document it would cost more than the engine allows.
  const { data } = useRead(SeatsAwayDocument, { refId });
  const away = new Map(
    data?.runTasks.flatMap(({ approvals }) => approvals.map(({ _id, approver }) => [_id, approver?.away])),
  );
  return (
    <AwayContext value={away}>
      <ol className={styles["stages"]}>
        {tasks.map((task, index) => (
          <li
            key={task._id}
            className={styles["stage"]}
            data-status={task.status}
            {...(isCurrent(task) && { "aria-current": "step" as const })}
          >
            <span className={styles["number"]} aria-hidden="true">
              {task.status === "APPROVED" ? <Icon name="check" size={12} /> : index + 1}
            </span>
            <Stage task={task} onCommand={(command) => onCommand(task, command)} />
          </li>
        ))}
      </ol>
    </AwayContext>
  );
}

/** Absences of those who are asked, by seat. */
const AwayContext = createContext<ReadonlyMap<string, { until: string } | null | undefined>>(new Map());

const isCurrent = ({ status }: Task) => status === "AWAITING_APPROVAL";
const MS = 1000;

function Stage({ task, onCommand }: { task: Task; onCommand: (command: SeatCommand) => void }) {
  const t = useTranslate();
  const { approvals, askedAt, dueAt, overdue, businessHoursLeft, status, tally } = task;
  const rule = approvals.length === 1 ? undefined : neededText(t, task);
  const since: ReactNode = isCurrent(task) && askedAt != null ? <ShortDay at={askedAt} /> : undefined;
  const due: ReactNode = isCurrent(task) && dueAt != null ? <DueMoment at={dueAt} /> : undefined;
  return (
    <Stack gap="tight">
      <Row as="p" className={styles["name"]}>
        <strong>
          <Written>{stageText(t, task.stageName)}</Written>
        </strong>
        {status === "PENDING" || isCurrent(task) ? null : <Status of={status} />}
      </Row>
      {rule === undefined && since === undefined ? null : (
        <Muted className={styles["about"]}>
          {rule}
          {rule !== undefined && since !== undefined ? " · " : null}
          {since === undefined ? null : (
            <>
              {t("stages.since")} {since}
            </>
          )}
          {due === undefined ? null : (
            <>
              {" · "}
              {t(overdue ? "stages.wasDue" : "stages.due")} {due}
              {overdue || businessHoursLeft == null
                ? null
                : ` (${t("stages.hoursLeft", { hours: Math.ceil(businessHoursLeft) })})`}
            </>
          )}
        </Muted>
      )}
      {tally.groups.length === 0 ? null : (
        <ul className={styles["groups"]} aria-label={t("needed.groups")}>
          {tally.groups.map(({ group, needed, reached }) => (
            <li key={group} className={styles["group"]}>
              <Written>{group}</Written> {t("needed.ofGroup", { needed, reached })}
            </li>
          ))}
        </ul>
      )}
      <Seats task={task} onCommand={onCommand} />
    </Stack>
  );
}

function Seats({ task, onCommand }: { task: Task; onCommand: (command: SeatCommand) => void }) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const { approvals, tally } = task;
  const list = (
    <ul className={styles["seats"]}>
      {approvals.map((seat) => (
        <SeatRow key={seat._id} task={task} seat={seat} onCommand={onCommand} />
      ))}
    </ul>
  );
  if (approvals.length < COMPACT_FROM) return list;
  const open = approvals.filter(({ status }) => status === "AWAITING_APPROVAL");
  const isReaders = open.some(({ approverId }) => approverId === viewer.userId);
  const count = open.length - (isReaders ? 1 : 0);
  return (
    <details>
      <summary className={styles["many"]}>
        {t(isReaders ? "stages.youAndMore" : "stages.more", { ...tally, count })}
      </summary>
      {list}
    </details>
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
  const { approverId, approver, decider, status, statusUpdateDate, groups, required, skipped, byLimit } =
    seat;
  const isReaders = approverId === viewer.userId;
  const away = use(AwayContext).get(seat._id);
  const name = approver?.name ?? "–";
  const about = [
    decider ? t("seat.decidedBy", { name: decider.name ?? "–" }) : undefined,
    leftOutText(t, seat) ?? seatText(t, seat),
    byLimit ? t("seat.byLimit", { name }) : undefined,
    required ? t("seat.required") : undefined,
    skipped ? t("seat.skipped") : undefined,
    groups.length === 0 ? undefined : groups.join(", "),
  ].filter((part) => part !== undefined);
  const isOpen = status === "PENDING" || status === "AWAITING_APPROVAL";
  return (
    <li className={styles["seat"]}>
      <Row as="span">
        <span className={isReaders ? styles["you"] : ""}>
          <Written>{name}</Written>
        </span>
        {isOpen ? <Away away={away} /> : <Status of={status} />}
        {statusUpdateDate == null ? null : (
          <Muted as="span">
            <ShortDay at={new Date(statusUpdateDate * MS)} />
          </Muted>
        )}
        {!isReaders && mayReassign(viewer, task, seat) ? (
          <Button size="small" look="quiet" onPress={() => onCommand({ kind: "reassign", seat })}>
            {t("reassign.open")}
            <span className="visuallyHidden">
              {" "}
              (<Written>{name}</Written>)
            </span>
          </Button>
        ) : null}
      </Row>
      {about.length === 0 ? null : (
        <Muted as="span" className={styles["about"]}>
          <Written>{about.join(" · ")}</Written>
        </Muted>
      )}
    </li>
  );
}
