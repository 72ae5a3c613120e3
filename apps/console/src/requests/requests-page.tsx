import { useState } from "react";

import { Menu } from "../design/menu.tsx";
import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Tabs } from "../design/tabs.tsx";
import { ShortDay } from "../design/values.tsx";
import { documentName, stageText } from "../document/kind.ts";
import { Recall } from "../document/recall.tsx";
import { Close } from "./close.tsx";
import { Nudge } from "./nudge.tsx";
import { HitRow } from "../documents/hit-row.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { useCursor } from "../frame/use-cursor.ts";
import { useSearch } from "../frame/use-search.ts";
import {
  InboxChangedDocument,
  RequestsDocument,
  type RequestsQuery,
  type SubmissionTab,
} from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useLive } from "../shell/live.ts";

type Request = RequestsQuery["mySubmissions"]["data"][number];

const PAGE = 50;
/** The tabs as the address has them, the usual one first. */
const TABS = { "in-progress": "IN_PROGRESS", "needs-you": "NEEDS_YOU", done: "DONE" } as const;
const HOURS_PER_DAY = 24;

const tabIn = (text: string | undefined): SubmissionTab =>
  Object.entries(TABS).find(([name]) => name === text)?.[1] ?? "IN_PROGRESS";

/** The documents that the reader submitted, each once: what needs them, where the others are, and what is done. */
export function RequestsPage() {
  const t = useTranslate();
  const [search, change] = useSearch();
  const tab = tabIn(search["tab"]);
  const requestList = useCursor({
    query: RequestsDocument,
    variables: (after) => ({ input: { after, take: PAGE, tab } }),
    pageOf: ({ mySubmissions }) => mySubmissions,
  });
  useLive(InboxChangedDocument, {}, requestList.refresh);
  const [recalling, setRecalling] = useState<Request["document"]>();
  const { needsYou, inProgress, done } = requestList.first?.mySubmissions ?? {};
  const list = (
    <PagedList
      of={requestList}
      lines={6}
      aria-label={t("submissions.title")}
      empty={
        <Empty icon="sent" title={t(`requests.${tab}.empty`)}>
          {tab === "IN_PROGRESS" ? t("submissions.emptyLead") : null}
        </Empty>
      }
    >
      {(request) => (
        <OneOf
          key={request.document.runId}
          request={request}
          onChanged={requestList.refresh}
          onRecall={request.canRecall ? () => setRecalling(request.document) : undefined}
        />
      )}
    </PagedList>
  );
  return (
    <Page title={t("submissions.title")} lead={t("submissions.lead")}>
      <Tabs
        label={t("submissions.title")}
        value={tab}
        onChange={(next) => {
          const [name] = Object.entries(TABS).find(([, candidate]) => candidate === next)!;
          change({ tab: next === "IN_PROGRESS" ? undefined : name });
        }}
        tabs={(
          [
            ["NEEDS_YOU", needsYou],
            ["IN_PROGRESS", inProgress],
            ["DONE", done],
          ] as const
        ).map(([id, count]) => ({
          id,
          label: t(`requests.${id}`, { count: count ?? 0 }),
          content: id === tab ? list : null,
        }))}
      />
      {recalling === undefined ? null : (
        <Recall
          refId={recalling.refId}
          name={documentName(t, recalling)}
          onClose={() => setRecalling(undefined)}
          onDone={() => {
            setRecalling(undefined);
            requestList.refresh();
          }}
        />
      )}
    </Page>
  );
}

interface OneOfProps {
  request: Request;
  /** Called when the request may stand elsewhere. */
  onChanged: () => void;
  /** Present where the reader may take the document back. */
  onRecall: (() => void) | undefined;
}

function OneOf({ request, onChanged, onRecall }: OneOfProps) {
  const t = useTranslate();
  const { document, stages, since, usuallyHours, question, canClose } = request;
  const { stageName, holders } = document;
  const place = stages.findIndex(({ status }) => status === "AWAITING_APPROVAL");
  const names = holders.map(({ name }) => name ?? "–").join(", ");
  const days = usuallyHours == null ? undefined : Math.max(1, Math.round(usuallyHours / HOURS_PER_DAY));
  const about = [
    question == null ? undefined : t("requests.wants", { text: question.text }),
    stageName == null || stages.length < 2
      ? undefined
      : t("requests.stage", { number: place + 1, count: stages.length }),
    stageName == null ? undefined : stageText(t, stageName),
    names === "" ? undefined : t("documents.with", { names }),
    stageName == null ? undefined : (
      <>
        {t("requests.since")} <ShortDay at={since} />
      </>
    ),
    days === undefined ? undefined : t("requests.usually", { days }),
  ];
  return (
    <HitRow
      hit={document}
      at={document.endedAt ?? document.submittedAt}
      about={about}
      actions={
        document.state === "IN_PROGRESS" || onRecall || canClose ? (
          <>
            {canClose ? <Close document={document} onClosed={onChanged} /> : null}
            <Nudge request={request} onNudged={onChanged} />
            <Menu
              label={t("action.moreCommands")}
              items={onRecall ? [{ id: "recall", label: t("recall.open"), onAction: onRecall }] : []}
            />
          </>
        ) : undefined
      }
    />
  );
}
