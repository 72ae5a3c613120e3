import { useEffect, useState } from "react";

import { Button } from "../design/button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useShortcuts } from "../shell/shortcuts.ts";
import { type HeldItem, useHeld } from "./held-context.tsx";
import styles from "./held-bar.module.css";

/** The verdicts that are held, each with the seconds until it is sent and the button that takes it back. */
export function HeldBar() {
  const { items } = useHeld();
  return (
    <div className={styles["bar"]}>
      {items.map((item, index) => (
        <Held key={item.key} item={item} isNewest={index === items.length - 1} />
      ))}
    </div>
  );
}

const TICK_MS = 250;
const SECOND_MS = 1_000;

interface HeldProps {
  item: HeldItem;
  /** The one that a key takes back. */
  isNewest: boolean;
}

function Held({ item: { key, text, sendAt, isSending }, isNewest }: HeldProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const { undo } = useHeld();
  const count = useSecondsUntil(sendAt);
  const takeBack = () => {
    undo(key);
    announce(t("held.undone"));
  };
  useShortcuts(isNewest && !isSending ? { z: takeBack } : {});
  return (
    // Screen readers say it once, and not again with each second.
    <div role="status" aria-relevant="additions" aria-atomic="false" className={styles["held"]}>
      <span className={styles["text"]}>
        <bdi>{text}</bdi> {isSending ? t("held.sending") : t("held.seconds", { count })}
      </span>
      <Button
        size="small"
        look="quiet"
        shortcut={isNewest ? "Z" : undefined}
        isDisabled={isSending}
        onPress={takeBack}
      >
        {t("held.undo")}
      </Button>
    </div>
  );
}

/** The whole seconds until a moment of the page's clock. */
function useSecondsUntil(at: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((at - performance.now()) / SECOND_MS));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), TICK_MS);
    return () => clearInterval(timer);
  });
  return seconds;
}
