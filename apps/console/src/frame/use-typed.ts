import { useEffect, useRef, useState } from "react";

import { useSettled } from "./use-settled.ts";

/** How long somebody types before it is searched. */
const TYPING_MS = 200;

/**
 * A text that is typed in one place and kept in another: it is passed on once the typing rests, and follows what the
 * other place has, such as an address that was opened.
 *
 * @returns the text of the field, and its change
 */
export function useTyped(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const sent = useRef(kept);
  const settled = useSettled(text.trim(), TYPING_MS);
  useEffect(() => {
    if (kept === sent.current) return;
    sent.current = kept;
    setText(kept);
  }, [kept]);
  const current = useRef({ keep, text });
  useEffect(() => {
    current.current = { keep, text };
  });
  // The last text is passed on also where its field goes away before the typing rests.
  useEffect(
    () => () => {
      const { keep: pass, text: last } = current.current;
      if (last.trim() !== sent.current) pass(last.trim());
    },
    [],
  );
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    current.current.keep(settled);
  }, [settled]);
  return [text, setText];
}
