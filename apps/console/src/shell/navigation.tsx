import { Link } from "@tanstack/react-router";

import { Button } from "../design/button.tsx";
import { Icon, type IconName } from "../design/icon.tsx";
import { Person } from "../design/person.tsx";
import { useHeld } from "../held/held-context.tsx";
import { useWaiting } from "../inbox/inbox-context.tsx";
import { type MessageId, useTranslate } from "../messages/i18n.ts";
import { Appearance } from "./appearance.tsx";
import { useConsole } from "./console-context.ts";
import styles from "./navigation.module.css";

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
  const { viewer, session } = useConsole();
  const { flush } = useHeld();
  const logOut = async () => {
    await flush();
    await session.logOut();
  };
  const canLogOut = session.auth.kind !== "proxy" || session.auth.logOutUrl !== undefined;
  return (
    <div className={styles["navigation"]}>
      <p className={styles["product"]}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={26} height={26} />
        Countersign
      </p>
      <nav aria-label={t("nav.label")} className={styles["places"]}>
        <Places places={OWN} onNavigate={onNavigate} />
        {viewer.privileged ? (
          <div>
            <p className={styles["heading"]}>{t("nav.company")}</p>
            <Places places={PRIVILEGED} onNavigate={onNavigate} />
          </div>
        ) : null}
      </nav>
      <div className={styles["reader"]}>
        <Button look="quiet" onPress={onHelp}>
          {t("help.title")}
        </Button>
        <Appearance />
        <div className={styles["who"]}>
          <Person name={viewer.name} />
          {canLogOut ? (
            <Button look="quiet" onPress={() => void logOut()}>
              {t("nav.logOut")}
            </Button>
          ) : null}
        </div>
      </div>
    </div>
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
    <span className={styles["badge"]}>
      {waiting}
      <span className="visuallyHidden"> {t("nav.waiting")}</span>
    </span>
  );
}
