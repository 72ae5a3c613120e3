import { Outlet } from "@tanstack/react-router";
import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { HeldBar } from "../held/held-bar.tsx";
import { HeldProvider } from "../held/held-context.tsx";
import { InboxProvider } from "../inbox/inbox-context.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./layout.module.css";
import { Help } from "./help.tsx";
import { Navigation } from "./navigation.tsx";
import { useShortcuts } from "./shortcuts.ts";

/** The frame of every page: the way to the others, and the page itself. */
export function Layout() {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const [helping, setHelping] = useState(false);
  useShortcuts({ "?": () => setHelping(true) });
  return (
    <HeldProvider>
      <InboxProvider>
        <div className={styles["frame"]}>
          <a className={styles["skip"]} href="#page">
            {t("nav.skip")}
          </a>
          <header className={styles["bar"]}>
            <Button
              look="quiet"
              aria-label={t("nav.menu")}
              aria-expanded={open}
              onPress={() => setOpen(!open)}
            >
              <Icon name="menu" />
            </Button>
            <span className={styles["product"]}>Countersign</span>
          </header>
          <div className={`${styles["side"]} ${open ? styles["open"] : ""}`}>
            <Navigation onNavigate={() => setOpen(false)} onHelp={() => setHelping(true)} />
          </div>
          <Help isOpen={helping} onClose={() => setHelping(false)} />
          <main id="page" tabIndex={-1} className={styles["main"]}>
            <Outlet />
          </main>
          <HeldBar />
        </div>
      </InboxProvider>
    </HeldProvider>
  );
}
