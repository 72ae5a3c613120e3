import { Button } from "../design/button.tsx";
import { documentName } from "../document/kind.ts";
import { CloseRejectedDocument, type RequestsQuery } from "../graphql/generated/documents.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useReachable } from "../shell/reachable.ts";

interface CloseProps {
  document: RequestsQuery["mySubmissions"]["data"][number]["document"];
  onClosed: () => void;
}

/** Takes a rejected document off the list of what needs its submitter. */
export function Close({ document, onClosed }: CloseProps) {
  const t = useTranslate();
  const isReachable = useReachable();
  const announce = useAnnounce();
  const { isBusy, send } = useKeyedCommand(CloseRejectedDocument);
  const name = documentName(t, document);
  const close = async () => {
    const { refusal } = await send({ refId: document.refId });
    announce(
      refusal ? t("requests.closeRefused", { reason: refusal.message }) : t("requests.closed", { name }),
    );
    onClosed();
  };
  return (
    <Button
      size="small"
      busy={isBusy}
      isDisabled={!isReachable}
      aria-label={t("requests.closeName", { name })}
      onPress={() => void close()}
    >
      {t("requests.close")}
    </Button>
  );
}
