import { useMatch, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

import { useSettled } from "./use-settled.ts";

/** How long somebody types before it is searched. */
const TYPING_MS = 200;

/**
 * A text that is typed in one place and kept in another: it is passed on once the typing rests, and follows what the
 * other place has, such as an address that was opened. Once another page was asked for, nothing is passed on: its address
 * is another one.
 *
 * @returns the text of the field, and its change
 */
export function useTyped(keptText: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(keptText);
  const sentText = useRef(keptText);
  const settledText = useSettled(text.trim(), TYPING_MS);
  useEffect(() => {
    if (keptText === sentText.current) return;
    sentText.current = keptText;
    setText(keptText);
  }, [keptText]);
  const router = useRouter();
  const { routeId } = useMatch({ strict: false });
  const pass = (last: string) => {
    const isHere = router.matchRoutes(router.latestLocation).some((match) => match.routeId === routeId);
    if (isHere) keep(last);
  };
  const current = useRef({ pass, text });
  useEffect(() => {
    current.current = { pass, text };
  });
  // The last text is passed on also where its field goes away before the typing rests.
  useEffect(
    () => () => {
      const last = current.current.text.trim();
      if (last !== sentText.current) current.current.pass(last);
    },
    [],
  );
  useEffect(() => {
    if (settledText === sentText.current) return;
    sentText.current = settledText;
    current.current.pass(settledText);
  }, [settledText]);
  return [text, setText];
}
