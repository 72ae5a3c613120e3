import { Select } from "../design/field.tsx";
import {
  AddApproverDocument,
  type ApproverPosition,
  ReassignDocument,
  WithdrawDocument,
} from "../graphql/generated/documents.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type ChosenPerson, PersonCombobox } from "../people/person-combobox.tsx";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useKeptFields } from "../shell/kept.ts";
import { CommandForm } from "../frame/command-form.tsx";
import { stageText } from "./kind.ts";
import { Outdated } from "./outdated.tsx";
import { ReasonField, fits } from "./reason-field.tsx";
import type { Revision, Seat, Task } from "./task.ts";
import { useSeenRevision } from "./use-seen-revision.ts";

/** A command about the seats of a task that is being prepared. */
export type SeatCommand = { kind: "reassign" | "withdraw"; seat: Seat } | { kind: "add" };

/** The form fields of a seat. */
interface SeatFields {
  person?: ChosenPerson | undefined;
  position: ApproverPosition;
  reason: string;
}

const NOTHING_TYPED: SeatFields = { position: "PARALLEL", reason: "" };

interface SeatFormProps {
  task: Task;
  revisions: readonly Revision[];
  onClose: () => void;
  onDone: () => void;
  /** Called when the engine refused: the run may be another by now. */
  onRefused: () => void;
}

/** Asks for what a change of a task's seats needs. */
export function SeatForm({ command, ...props }: SeatFormProps & { command: SeatCommand }) {
  if (command.kind === "add") return <Add {...props} />;
  if (command.kind === "withdraw") return <Withdraw {...props} />;
  return <Reassign {...props} seat={command.seat} />;
}

function Reassign({ task, revisions, seat, onClose, onDone, onRefused }: SeatFormProps & { seat: Seat }) {
  const t = useTranslate();
  const announce = useAnnounce();
  const { viewer } = useConsole();
  const seenRevision = useSeenRevision(task);
  const [fields, change, forget] = useKeptFields<SeatFields>(`reassign.${seat._id}`, NOTHING_TYPED);
  const { person, reason } = fields;
  const command = useKeyedCommand(ReassignDocument);
  const { approverId } = seat;
  const isOwn = approverId === viewer.userId;
  const reassign = async () => {
    if (person === undefined) return;
    const { refusal } = await command.send({
      taskId: task._id,
      toUserId: person.id,
      reason: reason.trim(),
      expectedRevision: seenRevision.expected,
      ...(!isOwn && { fromUserId: approverId }),
    });
    if (refusal) return onRefused();
    forget();
    announce(t("reassign.done", { name: person.name }));
    onDone();
  };
  return (
    <CommandForm
      title={isOwn ? t("reassign.own") : t("reassign.others", { name: seat.approver?.name ?? "–" })}
      lead={t("reassign.lead")}
      confirm={t("reassign.confirm")}
      command={command}
      isReady={person !== undefined && reason.trim() !== "" && fits(reason) && !seenRevision.isOutdated}
      onConfirm={reassign}
      onClose={onClose}
    >
      {seenRevision.isOutdated ? (
        <Outdated {...seenRevision} task={task} revisions={revisions} onAccept={seenRevision.accept} />
      ) : null}
      <PersonCombobox
        label={t("reassign.who")}
        opensByTyping
        value={person}
        onChange={(next) => change({ person: next })}
        without={task.approvals.map((approval) => approval.approverId)}
      />
      <ReasonField label={t("decide.reason")} value={reason} onChange={(text) => change({ reason: text })} />
    </CommandForm>
  );
}

function Add({ task, revisions, onClose, onDone, onRefused }: SeatFormProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const seenRevision = useSeenRevision(task);
  const [fields, change, forget] = useKeptFields<SeatFields>(`add.${task._id}`, NOTHING_TYPED);
  const { person, position, reason } = fields;
  const command = useKeyedCommand(AddApproverDocument);
  const add = async () => {
    if (person === undefined) return;
    const { refusal } = await command.send({
      taskId: task._id,
      userId: person.id,
      position,
      expectedRevision: seenRevision.expected,
      ...(reason.trim() !== "" && { reason: reason.trim() }),
    });
    if (refusal) return onRefused();
    forget();
    announce(t("add.done", { name: person.name }));
    onDone();
  };
  return (
    <CommandForm
      title={t("add.title", { stage: stageText(t, task.stageName) })}
      confirm={t("add.confirm")}
      command={command}
      isReady={person !== undefined && fits(reason) && !seenRevision.isOutdated}
      onConfirm={add}
      onClose={onClose}
    >
      {seenRevision.isOutdated ? (
        <Outdated {...seenRevision} task={task} revisions={revisions} onAccept={seenRevision.accept} />
      ) : null}
      <PersonCombobox
        label={t("add.who")}
        opensByTyping
        value={person}
        onChange={(next) => change({ person: next })}
      />
      <Select
        label={t("add.where")}
        options={[
          { value: "PARALLEL", label: t("add.PARALLEL") },
          { value: "AFTER", label: t("add.AFTER") },
        ]}
        value={position}
        onChange={(next) => change({ position: next })}
        description={t(position === "PARALLEL" ? "add.parallelHelp" : "add.afterHelp")}
      />
      <ReasonField label={t("add.reason")} value={reason} onChange={(text) => change({ reason: text })} />
    </CommandForm>
  );
}

function Withdraw({ task, onClose, onDone, onRefused }: SeatFormProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const command = useKeyedCommand(WithdrawDocument);
  const withdraw = async () => {
    const { refusal } = await command.send({ taskId: task._id, expectedRevision: task.revision });
    if (refusal) return onRefused();
    announce(t("withdraw.done"));
    onDone();
  };
  return (
    <CommandForm
      title={t("withdraw.title")}
      lead={t("withdraw.lead")}
      confirm={t("withdraw.confirm")}
      command={command}
      isReady
      onConfirm={withdraw}
      onClose={onClose}
    />
  );
}
