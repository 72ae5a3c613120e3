import { useSyncExternalStore } from "react";

/** Whether there is no room for one thing beside the next (`tokens.css`). */
export const isNarrow = (): boolean => matchMedia("(max-width: 60rem)").matches;

const WIDE = "(min-width: 80rem)";
let isPrinting = false;

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  const print = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    changed();
  };
  query.addEventListener("change", changed);
  addEventListener("beforeprint", print);
  addEventListener("afterprint", print);
  return () => {
    query.removeEventListener("change", changed);
    removeEventListener("beforeprint", print);
    removeEventListener("afterprint", print);
  };
}

/** Whether there is room for a column beside the document. Paper has room for every part of it. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => isPrinting || matchMedia(WIDE).matches);
