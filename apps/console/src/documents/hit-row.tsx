import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Status } from "../design/status.tsx";
import { Parts } from "../design/parts.tsx";
import { Money, ShortDay, Written } from "../design/values.tsx";
import { documentName, kindText } from "../document/kind.ts";
import { useFocusReturn } from "../frame/use-focus-return.ts";
import type { HitFragment } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./hit-row.module.css";

/** The state of a run in the words for those of tasks. */
const STATES = {
  IN_PROGRESS: "AWAITING_APPROVAL",
  APPROVED: "APPROVED",
  REJECTED: "REJECTED",
  RECALLED: "RECALLED",
  CANCELLED: "ARCHIEVED",
  EXPIRED: "EXPIRED",
} as const;

interface HitRowProps {
  hit: HitFragment;
  /** The facts in the line below, the most telling first. */
  about: readonly (ReactNode | undefined)[];
  /** The moment by which the list is sorted. */
  at: string;
  /** Shown in the place of the run's state. */
  state?: ReactNode;
  /** The commands on it. */
  actions?: ReactNode;
}

/** A document in a list: its title and amount, a line about it, its state and a day. */
export function HitRow({ hit, about, at, state, actions }: HitRowProps) {
  const t = useTranslate();
  // One that its own commands take off the list.
  const id = useFocusReturn();
  const { refId, kind, title, ref, amount, currency } = hit;
  const parts = [[kindText(t, kind), title ? ref : undefined].filter(Boolean).join(" "), ...about];
  return (
    <li id={id} className={styles["row"]}>
      <Link to="/documents/$refId" params={{ refId }} className={styles["link"]}>
        <span className={styles["title"]}>
          <Written>{documentName(t, hit)}</Written>
        </span>
        <span className={styles["amount"]}>
          {amount ? <Money amount={amount} currency={currency} /> : null}
        </span>
        <span className={styles["state"]}>{state ?? <Status of={STATES[hit.state]} />}</span>
        <span className={styles["about"]}>
          <Parts of={parts} />
        </span>
        <span className={styles["when"]}>
          <ShortDay at={at} />
        </span>
      </Link>
      {actions === undefined ? null : <span className={styles["actions"]}>{actions}</span>}
    </li>
  );
}
