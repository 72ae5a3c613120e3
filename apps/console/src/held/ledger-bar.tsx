import { useLocation } from "@tanstack/react-router";
import { Fragment, type ReactNode, useEffect, useState } from "react";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Written } from "../design/values.tsx";
import { type MessageId, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useReachable } from "../shell/reachable.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { useHeld, whyOf } from "./held-context.tsx";
import { type EntryState, type LedgerRow, countsOf, rowsOf } from "./ledger.ts";
import styles from "./ledger-bar.module.css";

const TICK_MS = 250;
const SECOND_MS = 1_000;

/** The states in the order in which they need the reader. */
const STATES = ["held", "sending", "notSent", "unknown", "refused"] as const;
/** The name of each state in the list. */
const STATE_NAMES = {
  held: "held.row.held",
  sending: "held.row.sending",
  sent: "held.row.sent",
  notSent: "held.row.notSent",
  unknown: "held.row.unknown",
  refused: "held.row.refused",
} as const satisfies Record<EntryState, MessageId>;

/**
 * The ledger of the reader's decisions in one line, and opened as a list (contract-4, CON-20). What was sent today stands
 * below the inbox; what is not settled, on every page.
 */
export function LedgerBar() {
  const t = useTranslate();
  const announce = useAnnounce();
  const isReachable = useReachable();
  const { pathname } = useLocation();
  const isInbox = /\/inbox(?:\/|$)/u.test(pathname);
  const isOverDocument = /\/inbox\/./u.test(pathname);
  const { entries, undo, sendAgain, discard } = useHeld();
  const [isOpen, setIsOpen] = useState(false);
  const counts = countsOf(entries, new Date());
  const newestKey = entries.findLast(({ state }) => state === "held")?.key;
  const presentStates = STATES.filter((state) => counts[state] > 0);
  const unsettledCount = counts.notSent + counts.unknown;
  const takeBack = (key: string) => {
    undo(key);
    announce(t("held.undone"));
  };
  useShortcuts(newestKey === undefined ? {} : { z: () => takeBack(newestKey) });
  const isSentOnly = presentStates.length === 0;
  if (isSentOnly && (counts.sent === 0 || !isInbox)) return null;
  const countTexts = presentStates.map((state) => t(`held.count.${state}`, { count: counts[state] }));
  return (
    <section
      className={[
        styles["ledger"],
        isSentOnly ? styles["sentOnly"] : "",
        isOverDocument ? styles["overDocument"] : "",
      ].join(" ")}
      aria-label={t("held.title")}
      data-ledger={isSentOnly ? "sent" : "open"}
    >
      {isOpen ? (
        <ul className={styles["rows"]} aria-label={t("held.title")} tabIndex={0}>
          {rowsOf(entries).map((row) => (
            <Row key={`${row.key} ${row.taskId}`} row={row}>
              {row.state === "held" ? (
                <Button size="small" look="quiet" onPress={() => takeBack(row.key)}>
                  {t("held.undo")}
                  <span className="visuallyHidden"> {row.title}</span>
                </Button>
              ) : null}
            </Row>
          ))}
        </ul>
      ) : null}
      <div className={styles["strip"]}>
        {/* Without the seconds: screen readers say each state once. */}
        <span role="status" className="visuallyHidden">
          {countTexts.join(", ")}
        </span>
        {isSentOnly ? <span>{t("held.sentToday", { count: counts.sent })}</span> : null}
        {countTexts.map((text, index) => (
          <Fragment key={text}>
            <span className={styles["count"]} aria-hidden="true">
              {text}
            </span>
            {presentStates[index] === "held" && newestKey !== undefined ? (
              <>
                <SecondsLeft of={newestKey} />
                <Button size="small" look="quiet" shortcut="Z" onPress={() => takeBack(newestKey)}>
                  {t("held.undoLast")}
                </Button>
              </>
            ) : null}
          </Fragment>
        ))}
        {unsettledCount === 0 ? null : (
          <Button size="small" look="quiet" isDisabled={!isReachable} onPress={() => void sendAgain()}>
            {t("held.sendAgain")}
          </Button>
        )}
        {unsettledCount + counts.refused === 0 ? null : (
          <Button size="small" look="quiet" onPress={discard}>
            {t("unsent.discard")}
          </Button>
        )}
        <Button
          size="small"
          look="quiet"
          aria-label={t("held.title")}
          aria-expanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? "down" : "up"} />
        </Button>
      </div>
    </section>
  );
}

/** One decision: the document, the state, and why it is not recorded. */
function Row({ row, children }: { row: LedgerRow; children: ReactNode }) {
  const t = useTranslate();
  const { title, state } = row;
  const why = whyOf(t, row);
  return (
    <li className={styles["row"]}>
      <span className={styles["title"]}>
        <Written>{title}</Written>
      </span>{" "}
      <span className={styles[state]}>{t(STATE_NAMES[state])}</span>
      {children}
      {why === undefined ? null : (
        <span className={styles["why"]}>
          <Written>{why}</Written>
        </span>
      )}
    </li>
  );
}

/** The whole seconds until a held verdict is sent. */
function SecondsLeft({ of: key }: { of: string }) {
  const t = useTranslate();
  const sendAt = useHeld().sendTimes.get(key) ?? 0;
  const secondsLeft = () => Math.max(0, Math.ceil((sendAt - performance.now()) / SECOND_MS));
  const [count, setCount] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setCount(secondsLeft()), TICK_MS);
    return () => clearInterval(timer);
  });
  return <span className={styles["seconds"]}>{t("held.seconds", { count })}</span>;
}
