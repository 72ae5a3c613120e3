import { CatchBoundary, Link } from "@tanstack/react-router";
import { Suspense, lazy } from "react";

import { Icon } from "../design/icon.tsx";
import { Written } from "../design/values.tsx";
import { useWaiting } from "../inbox/inbox-context.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useUnread } from "../notifications/unread-context.tsx";
import { ViewLinks } from "../views/view-links.tsx";
import { useConsole } from "./console-context.ts";
import styles from "./navigation.module.css";
import { part } from "./part.ts";
import { PlaceCount } from "./place-count.tsx";
import { COMPANY_PLACES, OWN_PLACES, type Place } from "./places.ts";
import { ReaderMenu } from "./reader-menu.tsx";

/** Comes only with the menu of administrators. */
const loadStuckCount = part(() => import("../unassigned/stuck-count.tsx"));
const StuckCount = lazy(async () => ({ default: (await loadStuckCount()).StuckCount }));

/** The pages, and the reader. */
export function Navigation({ onNavigate, onHelp }: { onNavigate: () => void; onHelp: () => void }) {
  const t = useTranslate();
  const { viewer, companyName } = useConsole();
  return (
    <nav aria-label={t("nav.label")} className={styles["navigation"]}>
      <p className={styles["product"]}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={22} height={22} />
        <Written>{companyName}</Written>
      </p>
      <div className={styles["places"]}>
        <Places places={OWN_PLACES} onNavigate={onNavigate} />
        <ViewLinks onNavigate={onNavigate} />
        {viewer.privileged ? (
          <div>
            <p className={styles["heading"]}>{t("nav.company")}</p>
            <Places places={COMPANY_PLACES} onNavigate={onNavigate} />
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
  const waitingCount = useWaiting();
  const { count: unread } = useUnread();
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
            {to === "/inbox" ? <PlaceCount count={waitingCount} of={t("nav.waiting")} /> : null}
            {to === "/notifications" ? <PlaceCount count={unread} of={t("nav.unread")} /> : null}
            {to === "/stuck" ? (
              <CatchBoundary getResetKey={() => ""} errorComponent={() => null}>
                <Suspense>
                  <StuckCount />
                </Suspense>
              </CatchBoundary>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
