import type { MenuItem } from "../design/menu.tsx";
import type { RecallPolicy } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { stageText } from "./kind.ts";
import { mayAdd, mayReassign, mayRecall, mayWithdraw } from "./rights.ts";
import type { SeatCommand } from "./seat-commands.tsx";
import type { Task } from "./task.ts";

interface MoreProps {
  tasks: readonly Task[];
  recall: RecallPolicy;
  onRecall: () => void;
  onCommand: (taskId: string, command: SeatCommand) => void;
}

/** The commands on a document besides its decision, as far as they are the reader's. */
export function useMore({ tasks, recall, onRecall, onCommand }: MoreProps): MenuItem[] {
  const t = useTranslate();
  const { viewer } = useConsole();
  const ofStages = tasks.flatMap((task) => {
    const ownSeats = task.approvals.filter(({ approverId }) => approverId === viewer.userId);
    const givenSeat = ownSeats.find((seat) => mayReassign(viewer, task, seat));
    const withdrawnSeat = task.approvals.find((seat) => mayWithdraw(viewer, task, seat));
    const stage = stageText(t, task.stageName);
    const item = (label: string, command: SeatCommand) => ({
      id: `${command.kind} ${task._id}`,
      label,
      onAction: () => onCommand(task._id, command),
    });
    return [
      givenSeat && item(t("reassign.open"), { kind: "reassign", seat: givenSeat }),
      mayAdd(viewer, task) && item(t("add.open", { stage }), { kind: "add" }),
      withdrawnSeat && item(t("withdraw.open"), { kind: "withdraw", seat: withdrawnSeat }),
    ].filter((entry) => entry !== undefined && entry !== false);
  });
  const recallItem = mayRecall(viewer, tasks, recall)
    ? [{ id: "recall", label: t("recall.open"), onAction: onRecall }]
    : [];
  return [...ofStages, ...recallItem];
}
