import { useParams } from "@tanstack/react-router";

import { useTitle } from "../design/page.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { DocumentView } from "./document-view.tsx";

/** One document on a page of its own. */
export function DocumentPage() {
  const t = useTranslate();
  const { refId } = useParams({ strict: false });
  useTitle(t("document.title"));
  return refId === undefined ? null : <DocumentView key={refId} refId={refId} />;
}
