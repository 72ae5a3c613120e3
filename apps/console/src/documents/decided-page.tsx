import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Status } from "../design/status.tsx";
import { stageText } from "../document/kind.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { useCursor } from "../frame/use-cursor.ts";
import { useSearch } from "../frame/use-search.ts";
import { DecidedDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { DayFields, KindField, ListFilters, SearchField, StateField, useFilterOf } from "./list-filters.tsx";
import { HitRow } from "./hit-row.tsx";

const PAGE = 50;
const VERDICTS = ["APPROVED", "REJECTED"] as const;

/** The reader's own decisions, the newest first, also those in somebody's place (contract-3, CON-14). */
export function DecidedPage() {
  const t = useTranslate();
  const [search] = useSearch();
  const { text, kinds, from, until } = useFilterOf(search);
  const status = VERDICTS.find((candidate) => candidate.toLowerCase() === search["state"]);
  const documentList = useCursor({
    query: DecidedDocument,
    variables: (after) => ({ input: { after, take: PAGE, text, kinds, status, from, until } }),
    pageOf: ({ decidedPage }) => decidedPage,
  });
  return (
    <Page title={t("decided.title")} lead={t("decided.lead")}>
      <ListFilters page="DECIDED" search={<SearchField />}>
        <KindField />
        <StateField states={VERDICTS} />
        <DayFields />
      </ListFilters>
      <PagedList
        of={documentList}
        lines={10}
        aria-label={t("decided.title")}
        empty={<Empty icon="check" title={t("decided.empty")} />}
      >
        {({ document, stageName, status: verdict, at, remark, forUser }) => (
          <HitRow
            key={`${document.runId} ${stageName} ${at}`}
            hit={document}
            at={at}
            state={<Status of={verdict} />}
            about={[
              remark ? t("decided.remark", { remark }) : undefined,
              document.submitter?.name ?? undefined,
              stageText(t, stageName),
              forUser ? t("inbox.standsIn", { name: forUser.name ?? "–" }) : undefined,
            ]}
          />
        )}
      </PagedList>
    </Page>
  );
}
