import { Link } from "@tanstack/react-router";

import { Icon, type IconName } from "../design/icon.tsx";
import { useWaiting } from "../inbox/inbox-context.tsx";
import { type MessageId, useTranslate } from "../messages/i18n.ts";
import { useConsole } from "./console-context.ts";
import styles from "./navigation.module.css";
import { ReaderMenu } from "./reader-menu.tsx";

interface Place {
  to:
    | "/inbox"
    | "/submissions"
    | "/notifications"
    | "/away"
    | "/workflows"
    | "/policies"
    | "/thresholds"
    | "/settings"
    | "/unassigned"
    | "/substitutions"
    | "/audit";
  icon: IconName;
  text: MessageId;
}

const OWN: readonly Place[] = [
  { to: "/inbox", icon: "inbox", text: "inbox.title" },
  { to: "/submissions", icon: "sent", text: "submissions.title" },
  { to: "/notifications", icon: "bell", text: "notifications.title" },
  { to: "/away", icon: "people", text: "away.title" },
];

const PRIVILEGED: readonly Place[] = [
  { to: "/workflows", icon: "flow", text: "workflows.title" },
  { to: "/policies", icon: "person", text: "policies.title" },
  { to: "/thresholds", icon: "gauge", text: "thresholds.title" },
  { to: "/settings", icon: "sliders", text: "settings.title" },
  { to: "/unassigned", icon: "warning", text: "unassigned.title" },
  { to: "/substitutions", icon: "people", text: "substitutions.title" },
  { to: "/audit", icon: "history", text: "audit.title" },
];

/** The pages, and the reader. */
export function Navigation({ onNavigate, onHelp }: { onNavigate: () => void; onHelp: () => void }) {
  const t = useTranslate();
  const { viewer } = useConsole();
  return (
    <nav aria-label={t("nav.label")} className={styles["navigation"]}>
      <p className={styles["product"]}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={22} height={22} />
        Countersign
      </p>
      <div className={styles["places"]}>
        <Places places={OWN} onNavigate={onNavigate} />
        {viewer.privileged ? (
          <div>
            <p className={styles["heading"]}>{t("nav.company")}</p>
            <Places places={PRIVILEGED} onNavigate={onNavigate} />
          </div>
        ) : null}
      </div>
      <div className={styles["reader"]}>
        <ReaderMenu onHelp={onHelp} />
      </div>
    </nav>
  );
}

function Places({ places, onNavigate }: { places: readonly Place[]; onNavigate: () => void }) {
  const t = useTranslate();
  return (
    <ul>
      {places.map(({ to, icon, text }) => (
        <li key={to}>
          <Link
            to={to}
            className={styles["place"]}
            activeProps={{ "aria-current": "page" }}
            onClick={onNavigate}
          >
            <Icon name={icon} />
            {t(text)}
            {to === "/inbox" ? <Badge /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How much waits for the reader. */
function Badge() {
  const t = useTranslate();
  const waiting = useWaiting();
  if (waiting === 0) return null;
  return (
    <span className={styles["count"]}>
      {waiting}
      <span className="visuallyHidden"> {t("nav.waiting")}</span>
    </span>
  );
}
