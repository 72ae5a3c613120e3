import { useSyncExternalStore } from "react";

/** Whether there is no room for one thing beside the next (`tokens.css`). */
export const isNarrow = (): boolean => matchMedia("(max-width: 60rem)").matches;

const WIDE = "(min-width: 80rem)";
let printedAt: Date | undefined;

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  const print = ({ type }: Event) => {
    printedAt = type === "beforeprint" ? (printedAt ?? new Date()) : undefined;
    onChange();
  };
  query.addEventListener("change", onChange);
  addEventListener("beforeprint", print);
  addEventListener("afterprint", print);
  return () => {
    query.removeEventListener("change", onChange);
    removeEventListener("beforeprint", print);
    removeEventListener("afterprint", print);
  };
}

/** Whether there is room for a column beside the document. Paper has room for every part of it. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => printedAt !== undefined || matchMedia(WIDE).matches);

/** The moment at which the page is being printed. */
export const usePrintedAt = (): Date | undefined => useSyncExternalStore(subscribe, () => printedAt);
