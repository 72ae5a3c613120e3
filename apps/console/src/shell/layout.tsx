import { Outlet } from "@tanstack/react-router";
import { Suspense, lazy, useEffect, useRef, useState } from "react";

import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Icon } from "../design/icon.tsx";
import { Loading } from "../design/notice.tsx";
import { HeldBar } from "../held/held-bar.tsx";
import { HeldProvider } from "../held/held-context.tsx";
import { InboxProvider } from "../inbox/inbox-context.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { UnreadProvider } from "../notifications/unread-context.tsx";
import { ViewsProvider } from "../views/views-context.tsx";
import styles from "./layout.module.css";
import { Help } from "./help.tsx";
import { Navigation } from "./navigation.tsx";
import { useShortcuts } from "./shortcuts.ts";

const Palette = lazy(async () => ({ default: (await import("../palette/palette.tsx")).Palette }));

/** Does something on Ctrl or Cmd with K, wherever the focus is. */
function useFindKey(onFind: () => void): void {
  const current = useRef(onFind);
  useEffect(() => {
    current.current = onFind;
  });
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      // A question that is open is answered first.
      if (document.querySelector("[role=dialog]") !== null) return;
      event.preventDefault();
      current.current();
    };
    document.addEventListener("keydown", find);
    return () => document.removeEventListener("keydown", find);
  }, []);
}

/** The palette until it is loaded. What is typed for it must do nothing to the page. */
function PaletteToCome({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog title={t("palette.title")} isOpen wide onClose={onClose}>
      <Loading lines={1} />
    </Dialog>
  );
}

/** The frame of every page: the way to the others, and the page itself. */
export function Layout() {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const [helping, setHelping] = useState(false);
  const [finding, setFinding] = useState(false);
  useShortcuts({ "?": () => setHelping(true) });
  useFindKey(() => setFinding(true));
  return (
    <HeldProvider>
      <ViewsProvider>
        <InboxProvider>
          <UnreadProvider>
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
              {finding ? (
                <Suspense fallback={<PaletteToCome onClose={() => setFinding(false)} />}>
                  <Palette onClose={() => setFinding(false)} onHelp={() => setHelping(true)} />
                </Suspense>
              ) : null}
            </div>
          </UnreadProvider>
        </InboxProvider>
      </ViewsProvider>
    </HeldProvider>
  );
}
