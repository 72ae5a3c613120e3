import type { HTMLAttributes, ReactNode } from "react";

import styles from "./layout.module.css";

interface PartProps extends HTMLAttributes<HTMLElement> {
  as?: "div" | "section" | "nav" | "header" | "p" | "span" | "ul" | "li" | undefined;
}

type Gap = "tight" | "small" | "medium";

/** Parts below each other. */
export function Stack({
  as: Part = "div",
  gap = "medium",
  className = "",
  ...props
}: PartProps & { gap?: Gap }) {
  return <Part {...props} className={`${styles["stack"]} ${styles[gap]} ${className}`} />;
}

/** Parts beside each other, as far as there is room. */
export function Row({
  as: Part = "div",
  isSpread = false,
  className = "",
  ...props
}: PartProps & { /** From edge to edge. */ isSpread?: boolean }) {
  return <Part {...props} className={`${styles["row"]} ${isSpread ? styles["spread"] : ""} ${className}`} />;
}

/** Fields beside each other, in columns of the same width. */
export function Columns({ as: Part = "div", className = "", ...props }: PartProps) {
  return <Part {...props} className={`${styles["columns"]} ${className}`} />;
}

/** A part of a page on a surface of its own; a small one stands in another. */
export function Card({
  as: Part = "section",
  isInner = false,
  className = "",
  ...props
}: PartProps & { isInner?: boolean }) {
  const looks = [styles["stack"], styles["medium"], styles[isInner ? "inner" : "card"], className];
  return <Part {...props} className={looks.join(" ")} />;
}

interface ListProps extends HTMLAttributes<HTMLElement> {
  /** `lines` (default) on one surface; `cards` with a surface each; `bare` on none. */
  look?: "lines" | "cards" | "bare" | undefined;
  isOrdered?: boolean;
}

/** Entries of the same kind; nothing where there are none. */
export function List({ look = "lines", isOrdered = false, className = "", ...props }: ListProps) {
  const Part = isOrdered ? "ol" : "ul";
  return (
    <Part {...props} className={`${styles["list"]} ${look === "bare" ? "" : styles[look]} ${className}`} />
  );
}

/** An entry of a list in lines: its texts, and what can be done with it at the other end. */
export function Entry({ children }: { children: ReactNode }) {
  return <li className={`${styles["row"]} ${styles["spread"]} ${styles["entry"]}`}>{children}</li>;
}

interface MutedProps extends PartProps {
  /** Default: less than the text around it. */
  tone?: "muted" | "warn" | "bad";
}

/** A small text beside a larger one. */
export function Muted({ as: Part = "p", tone = "muted", className = "", ...props }: MutedProps) {
  return <Part {...props} className={`${styles["smallText"]} ${styles[tone]} ${className}`} />;
}
