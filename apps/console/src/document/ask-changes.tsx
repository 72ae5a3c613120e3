import { RequestChangesDocument } from "../graphql/generated/documents.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import { CommandForm } from "../frame/command-form.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKeptText } from "../shell/kept.ts";
import { documentName } from "./kind.ts";
import { Outdated } from "./outdated.tsx";
import { ReasonField, fits } from "./reason-field.tsx";
import { submitterName } from "./submitter-name.ts";
import type { Revision, Task } from "./task.ts";
import { useSeenRevision } from "./use-seen-revision.ts";

interface AskChangesProps {
  task: Task;
  revisions: readonly Revision[];
  onClose: () => void;
  onDone: () => void;
  /** Called when the engine refused: the run may be another by now. */
  onRefused: () => void;
}

/** Asks the submitter for changes before the reader decides. */
export function AskChanges({ task, revisions, onClose, onDone, onRefused }: AskChangesProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const seenRevision = useSeenRevision(task);
  const [text, setText] = useKeptText(`ask.${task._id}`);
  const command = useKeyedCommand(RequestChangesDocument);
  const ask = async () => {
    const wish = { taskId: task._id, text: text.trim(), expectedRevision: seenRevision.expected };
    const { refusal } = await command.send(wish);
    if (refusal) return onRefused();
    setText("");
    announce(t("ask.done", { name: documentName(t, task) }));
    onDone();
  };
  return (
    <CommandForm
      title={t("ask.title", { name: submitterName(t, task) })}
      lead={t("ask.lead")}
      confirm={t("ask.confirm")}
      command={command}
      isReady={text.trim() !== "" && fits(text) && !seenRevision.isOutdated}
      onConfirm={ask}
      onClose={onClose}
    >
      {seenRevision.isOutdated ? (
        <Outdated {...seenRevision} task={task} revisions={revisions} onAccept={seenRevision.accept} />
      ) : null}
      <ReasonField label={t("ask.text")} value={text} onChange={setText} />
    </CommandForm>
  );
}
