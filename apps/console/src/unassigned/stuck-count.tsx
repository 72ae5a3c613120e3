import { useEffect, useRef } from "react";

import { InboxChangedDocument, StuckCountDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useLive } from "../shell/live.ts";
import { PlaceCount } from "../shell/place-count.tsx";
import { useEachPage } from "../shell/use-each-page.ts";
import { stuckChanges } from "./stuck-changes.ts";

/** How many documents are stuck: those that nobody can decide, and orders that could not be submitted. */
export function StuckCount() {
  const t = useTranslate();
  const { data, refresh } = useRead(StuckCountDocument, {});
  useLive(InboxChangedDocument, {}, refresh);
  // Nothing live tells administrators of others' documents.
  useEachPage(refresh);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    const countAgain = () => latest.current();
    stuckChanges.addEventListener("change", countAgain);
    return () => stuckChanges.removeEventListener("change", countAgain);
  }, []);
  const { unassignedTaskPage, failedSubmissionPage } = data ?? {};
  const count = (unassignedTaskPage?.total ?? 0) + (failedSubmissionPage?.total ?? 0);
  return <PlaceCount count={count} of={t("nav.waiting")} />;
}
