import { Button } from "../design/button.tsx";
import { occasionOf } from "../design/values.tsx";
import { documentName } from "../document/kind.ts";
import { NudgeDocument, type RequestsQuery } from "../graphql/generated/documents.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useReachable } from "../shell/reachable.ts";
import styles from "./nudge.module.css";

interface NudgeProps {
  request: Pick<RequestsQuery["mySubmissions"]["data"][number], "document" | "canNudge" | "nudgeAgainAt">;
  /** Called when those who are asked were reminded. */
  onNudged: () => void;
}

/** Reminds those who are asked of a document; where it is too early, it says from when on. */
export function Nudge({ request: { document, canNudge, nudgeAgainAt }, onNudged }: NudgeProps) {
  const t = useTranslate();
  const locale = useFormats();
  const isReachable = useReachable();
  const announce = useAnnounce();
  const { isBusy, send } = useKeyedCommand(NudgeDocument);
  if (!canNudge && nudgeAgainAt == null) return null;
  const time = nudgeAgainAt == null ? undefined : occasionOf(locale, new Date(nudgeAgainAt)).time;
  const name = documentName(t, document);
  const nudge = async () => {
    const { refusal } = await send({ refId: document.refId });
    announce(
      refusal ? t("requests.nudgeRefused", { reason: refusal.message }) : t("requests.nudged", { name }),
    );
    onNudged();
  };
  return (
    <span className={styles["nudge"]}>
      <Button
        size="small"
        busy={isBusy}
        isDisabled={!canNudge || !isReachable}
        aria-label={
          time === undefined ? t("requests.nudgeName", { name }) : t("requests.nudgeAgain", { time, name })
        }
        onPress={() => void nudge()}
      >
        {time === undefined ? t("requests.nudge") : t("requests.nudgeFrom", { time })}
      </Button>
    </span>
  );
}
