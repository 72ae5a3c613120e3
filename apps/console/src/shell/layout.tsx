import { CatchBoundary, Outlet } from "@tanstack/react-router";
import { Suspense, lazy, useEffect, useRef, useState } from "react";

import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Icon } from "../design/icon.tsx";
import { Loading } from "../design/notice.tsx";
import { Written } from "../design/values.tsx";
import { HeldProvider } from "../held/held-context.tsx";
import { InboxProvider } from "../inbox/inbox-context.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { UnreadProvider } from "../notifications/unread-context.tsx";
import { ViewsProvider } from "../views/views-context.tsx";
import styles from "./layout.module.css";
import { useAnnounce } from "./announcer.tsx";
import { useConsole } from "./console-context.ts";
import { Contained } from "./fault.tsx";
import { Navigation } from "./navigation.tsx";
import { part } from "./part.ts";
import { useShortcuts } from "./shortcuts.ts";
import { Unreachable } from "./unreachable.tsx";

const loadLedgerBar = part(() => import("../held/ledger-bar.tsx"));
const LedgerBar = lazy(async () => ({ default: (await loadLedgerBar()).LedgerBar }));
const loadHelp = part(() => import("./help.tsx"));
const Help = lazy(async () => ({ default: (await loadHelp()).Help }));
const loadPalette = part(() => import("../palette/palette.tsx"));
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

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

/** The frame of every page: the way to the others, and the page itself. */
export function Layout() {
  const t = useTranslate();
  const { companyName } = useConsole();
  const [open, setOpen] = useState(false);
  const [helping, setHelping] = useState(false);
  const [finding, setFinding] = useState(false);
  useShortcuts({ "?": () => setHelping(true) });
  useFindKey(() => setFinding(true));
  const announce = useAnnounce();
  const giveUp = (show: (isShown: boolean) => void) => {
    show(false);
    announce(t("fault.missing"));
  };
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
                <span className={styles["product"]}>
                  <Written>{companyName}</Written>
                </span>
              </header>
              <div className={`${styles["side"]} ${open ? styles["open"] : ""}`}>
                <Navigation onNavigate={() => setOpen(false)} onHelp={() => setHelping(true)} />
              </div>
              {helping ? (
                <CatchBoundary
                  getResetKey={() => ""}
                  errorComponent={() => null}
                  onCatch={() => giveUp(setHelping)}
                >
                  <Suspense>
                    <Help onClose={() => setHelping(false)} />
                  </Suspense>
                </CatchBoundary>
              ) : null}
              <main id="page" tabIndex={-1} className={styles["main"]}>
                <Outlet />
              </main>
              <Contained of="decisions">
                <Suspense>
                  <LedgerBar />
                </Suspense>
              </Contained>
              <Unreachable />
              {finding ? (
                <CatchBoundary
                  getResetKey={() => ""}
                  errorComponent={() => null}
                  onCatch={() => giveUp(setFinding)}
                >
                  {/* Open before the palette is loaded: what is typed for it must do nothing to the page. One dialog, since
                      the end of another would take the focus back. */}
                  <Dialog title={t("palette.title")} isOpen wide onClose={() => setFinding(false)}>
                    <Suspense fallback={<Loading lines={1} />}>
                      <Palette onClose={() => setFinding(false)} onHelp={() => setHelping(true)} />
                    </Suspense>
                  </Dialog>
                </CatchBoundary>
              ) : null}
            </div>
          </UnreadProvider>
        </InboxProvider>
      </ViewsProvider>
    </HeldProvider>
  );
}
