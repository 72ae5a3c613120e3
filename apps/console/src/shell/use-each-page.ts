import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Calls back with each page that is opened. */
export function useEachPage(onPage: () => void): void {
  const { pathname } = useLocation();
  const latest = useRef(onPage);
  useEffect(() => {
    latest.current = onPage;
  });
  useEffect(() => latest.current(), [pathname]);
}
