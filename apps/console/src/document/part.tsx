import type { ReactNode } from "react";

import { Written } from "../design/values.tsx";
import styles from "./part.module.css";

/** A part of a document, under its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles["part"]} aria-label={title}>
      <h2 className={styles["title"]}>
        <Written>{title}</Written>
      </h2>
      {children}
    </section>
  );
}
