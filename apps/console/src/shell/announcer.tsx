import { type ReactNode, createContext, use, useCallback, useRef, useState } from "react";

import styles from "./announcer.module.css";

interface Announcement {
  /** Distinguishes two equal texts. */
  number: number;
  text: string;
}

const AnnounceContext = createContext<(text: string) => void>(() => undefined);
const SHOWN_MS = 6_000;

/** Says what happened: to everybody at the edge of the page, to screen readers aloud. */
export function Announcer({ children }: { children: ReactNode }) {
  const [announcement, setAnnouncement] = useState<Announcement>();
  const last = useRef(0);
  const announce = useCallback((text: string) => {
    last.current += 1;
    const number = last.current;
    setAnnouncement({ number, text });
    setTimeout(
      () =>
        setAnnouncement((shownAnnouncement) =>
          shownAnnouncement?.number === number ? undefined : shownAnnouncement,
        ),
      SHOWN_MS,
    );
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className={styles["region"]} role="status" aria-live="polite">
        {announcement === undefined ? null : (
          <p key={announcement.number} className={styles["announcement"]}>
            {announcement.text}
          </p>
        )}
      </div>
    </AnnounceContext>
  );
}

/** Announces what just happened, in one sentence. */
export function useAnnounce(): (text: string) => void {
  return use(AnnounceContext);
}
