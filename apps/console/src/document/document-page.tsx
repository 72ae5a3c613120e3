import { useParams } from "@tanstack/react-router";

import { DocumentView } from "./document-view.tsx";

/** One document on a page of its own. */
export function DocumentPage() {
  const { refId } = useParams({ strict: false });
  return refId === undefined ? null : <DocumentView key={refId} refId={refId} />;
}
