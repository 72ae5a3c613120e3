import { RecallDocument } from "../graphql/generated/documents.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKeptText } from "../shell/kept.ts";
import { CommandForm } from "../frame/command-form.tsx";
import { ReasonField, fits } from "./reason-field.tsx";

interface RecallProps {
  refId: string;
  /** The name of the document. */
  name: string;
  onClose: () => void;
  onDone: () => void;
}

/** Recalls a document from its approval, with a reason that its approvers will read. */
export function Recall({ refId, name, onClose, onDone }: RecallProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const [reason, setReason] = useKeptText(`recall.${refId}`);
  const command = useKeyedCommand(RecallDocument);
  const recall = async () => {
    const { refusal } = await command.send({ refId, reason: reason.trim() });
    if (refusal) return;
    setReason("");
    announce(t("recall.done", { name }));
    onDone();
  };
  return (
    <CommandForm
      title={t("recall.title", { name })}
      lead={t("recall.lead")}
      confirm={t("recall.confirm")}
      look="bad"
      command={command}
      isReady={reason.trim() !== "" && fits(reason)}
      onConfirm={recall}
      onClose={onClose}
    >
      <ReasonField label={t("decide.reason")} help="recall.reasonHelp" value={reason} onChange={setReason} />
    </CommandForm>
  );
}
