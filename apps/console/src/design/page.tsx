import type { ReactNode } from "react";
import { useEffect } from "react";

import styles from "./page.module.css";
import { Written } from "./values.tsx";

interface PageProps {
  title: string;
  /** One sentence on what the page is for. */
  lead?: string;
  actions?: ReactNode;
  /** The number of things that wait on it, for the browser's tab. */
  count?: number | undefined;
  /** The way back, above the title. */
  above?: ReactNode;
  /** Takes more of a wide window, for two columns. */
  isWide?: boolean;
  children: ReactNode;
}

/** A page with its title, which the browser shows too. */
export function Page({ title, lead, actions, count, above, isWide = false, children }: PageProps) {
  useTitle(title, count);
  return (
    <div className={styles["page"]} data-wide={isWide || undefined}>
      <header className={styles["header"]}>
        <div className={styles["titles"]}>
          {above}
          <h1 tabIndex={-1}>
            <Written>{title}</Written>
          </h1>
          {lead === undefined ? null : <p className={styles["lead"]}>{lead}</p>}
        </div>
        {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/**
 * Names the page in the browser's tab and history.
 *
 * @param title - undefined where a part of the page names it
 * @param count - what waits on it; shown before the title
 */
export function useTitle(title: string | undefined, count = 0): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${count > 0 ? `(${count}) ` : ""}${title} · Countersign`;
  }, [title, count]);
}
