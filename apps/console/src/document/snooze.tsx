import { useState } from "react";

import { DateField } from "../design/date-field.tsx";
import type { MenuItem } from "../design/menu.tsx";
import { formatDay, formatMoment } from "../design/values.tsx";
import { CommandForm } from "../frame/command-form.tsx";
import { SnoozeTaskDocument } from "../graphql/generated/documents.ts";
import { type Command, useKeyedCommand } from "../graphql/use-command.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { documentName } from "./kind.ts";
import { choosableDays, morningOf, offeredMornings } from "./snooze-until.ts";
import type { Task } from "./task.ts";

export interface Snoozing {
  /** The commands for the menu. */
  items: MenuItem[];
  command: Pick<Command<unknown, never>, "isBusy" | "refusal">;
  /** @returns whether the engine took it */
  snooze: (until: Date | null) => Promise<boolean>;
}

interface SnoozingProps {
  /** The stage that waits for the reader. */
  task: Task | undefined;
  /** Called when the reader wants to choose a day. */
  onChoose: () => void;
  /** Called when the task has left the list that shows it. */
  onSnoozed: (taskId: string) => void;
}

const dateOf = (text: string | null | undefined) => (text == null ? undefined : new Date(text));

/** Puts the reader's task off for a time, or brings it back (contract-3, TIME-6). */
export function useSnooze({ task, onChoose, onSnoozed }: SnoozingProps): Snoozing {
  const t = useTranslate();
  const locale = useFormats();
  const announce = useAnnounce();
  const command = useKeyedCommand(SnoozeTaskDocument);
  const snooze = async (until: Date | null): Promise<boolean> => {
    if (task === undefined) return false;
    const name = documentName(t, task);
    const { refusal } = await command.send({ taskId: task._id, until: until?.toISOString() ?? null });
    if (refusal) {
      announce(t("snooze.refused", { reason: refusal.message }));
      return false;
    }
    announce(
      until === null
        ? t("snooze.woken", { name })
        : t("snooze.done", { name, day: formatMoment(locale, until) }),
    );
    onSnoozed(task._id);
    return true;
  };
  return { items: itemsOf(), command, snooze };

  function itemsOf(): MenuItem[] {
    if (task === undefined) return [];
    if (task.snoozedUntil != null) {
      return [{ id: "wake", label: t("snooze.wake"), onAction: () => void snooze(null) }];
    }
    const [now, dueAt] = [new Date(), dateOf(task.dueAt)];
    const { tomorrow, monday } = offeredMornings(now, dueAt);
    const until = (id: "tomorrow" | "monday", at: Date | undefined) =>
      at === undefined ? [] : [{ id, label: t(`snooze.${id}`), onAction: () => void snooze(at) }];
    return [
      ...until("tomorrow", tomorrow),
      ...until("monday", monday),
      ...(choosableDays(now, dueAt) ? [{ id: "snooze", label: t("snooze.other"), onAction: onChoose }] : []),
    ];
  }
}

interface SnoozeFormProps {
  task: Task;
  snoozing: Snoozing;
  onClose: () => void;
}

/** Asks for the day on which the task comes back. */
export function SnoozeForm({ task, snoozing, onClose }: SnoozeFormProps) {
  const t = useTranslate();
  const locale = useFormats();
  const dueAt = dateOf(task.dueAt);
  const days = choosableDays(new Date(), dueAt);
  const [day, setDay] = useState(days?.first ?? "");
  const isChoosable = days !== undefined && day >= days.first && day <= days.last;
  return (
    <CommandForm
      title={t("snooze.title", { name: documentName(t, task) })}
      lead={t("snooze.lead")}
      confirm={t("snooze.confirm")}
      command={snoozing.command}
      isReady={isChoosable}
      onConfirm={async () => {
        if (await snoozing.snooze(morningOf(day, dueAt))) onClose();
      }}
      onClose={onClose}
    >
      <DateField
        label={t("snooze.day")}
        value={day}
        onChange={setDay}
        error={
          isChoosable || days === undefined
            ? undefined
            : t("snooze.choose", {
                first: formatDay(locale, days.first),
                last: formatDay(locale, days.last),
              })
        }
      />
    </CommandForm>
  );
}
