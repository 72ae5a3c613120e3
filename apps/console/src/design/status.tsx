import type { ReactNode } from "react";

import type { MessageId } from "../messages/i18n.ts";
import { useTranslate } from "../messages/i18n.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./status.module.css";

type Tone = "waiting" | "good" | "bad" | "idle" | "accent";

const TONES: Readonly<Record<string, { tone: Tone; icon: IconName; text: MessageId }>> = {
  PENDING: { tone: "idle", icon: "clock", text: "status.pending" },
  AWAITING_APPROVAL: { tone: "idle", icon: "clock", text: "status.awaiting" },
  APPROVED: { tone: "good", icon: "check", text: "status.approved" },
  REJECTED: { tone: "bad", icon: "cross", text: "status.rejected" },
  ARCHIEVED: { tone: "idle", icon: "minus", text: "status.cancelled" },
  RECALLED: { tone: "idle", icon: "minus", text: "documents.RECALLED" },
  EXPIRED: { tone: "idle", icon: "clock", text: "documents.EXPIRED" },
  COMPLETED: { tone: "good", icon: "check", text: "status.approved" },
  NOT_NEEDED: { tone: "idle", icon: "minus", text: "status.notNeeded" },
};

/** A few words about something, on a surface of their own. */
export function Tag({ tone = "idle", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles["status"]} ${styles[tone]}`}>{children}</span>;
}

/** The state of a task or of a decision: a sign and a word, in a colour. */
export function Status({ of }: { of: string }) {
  const t = useTranslate();
  const { tone, icon, text } = TONES[of] ?? TONES["PENDING"]!;
  return (
    <span className={`${styles["status"]} ${styles[tone]}`}>
      <Icon name={icon} size={14} />
      {t(text)}
    </span>
  );
}
