import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useState } from "react";

import { useTranslate } from "../messages/i18n.ts";
import styles from "./list-edge.module.css";

const STORED = "countersign.listWidth";
/** The widths of the list in px, and the step of a key. */
const MIN = 380;
const MAX = 640;
const USUAL = 456;
const STEP = 20;

const boundedWidth = (width: number): number => Math.min(MAX, Math.max(MIN, Math.round(width)));

const listBeside = (edge: HTMLElement): DOMRect =>
  edge.parentElement!.previousElementSibling!.getBoundingClientRect();

function storedWidth(): number {
  const width = Number(localStorage.getItem(STORED) ?? Number.NaN);
  return Number.isNaN(width) ? USUAL : boundedWidth(width);
}

/** The edge between the list and the document, which the reader drags, or moves by arrow keys. */
export function ListEdge() {
  const t = useTranslate();
  const [width, setWidth] = useState(storedWidth);
  useLayoutEffect(() => {
    document.documentElement.style.setProperty("--list-width", `${width}px`);
    localStorage.setItem(STORED, String(width));
  }, [width]);
  const isRightToLeft = document.documentElement.dir === "rtl";
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const list = listBeside(event.currentTarget);
    setWidth(boundedWidth(isRightToLeft ? list.right - event.clientX : event.clientX - list.left));
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    // In a narrow window the list is less wide than it was dragged.
    setWidth(
      boundedWidth(listBeside(event.currentTarget).width + direction * (isRightToLeft ? -STEP : STEP)),
    );
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t("inbox.listWidth")}
      aria-valuenow={width}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      tabIndex={0}
      className={styles["edge"]}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => setWidth(USUAL)}
      onKeyDown={step}
    />
  );
}
