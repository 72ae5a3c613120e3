import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Written } from "../design/values.tsx";
import { stageText } from "../document/kind.ts";
import { Download } from "../frame/download.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { useCursor } from "../frame/use-cursor.ts";
import { useSearch } from "../frame/use-search.ts";
import {
  AllDocumentsDocument,
  type AllDocumentsQuery,
  type DocumentState,
} from "../graphql/generated/documents.ts";
import { ownersWords, useTranslate } from "../messages/i18n.ts";
import {
  DayFields,
  KindField,
  ListFilters,
  PersonField,
  SearchField,
  StateField,
  useFilterOf,
} from "./list-filters.tsx";
import { HitRow } from "./hit-row.tsx";

type Hit = AllDocumentsQuery["documentSearch"]["data"][number];

const PAGE = 50;
const STATES = [
  "IN_PROGRESS",
  "APPROVED",
  "REJECTED",
  "RECALLED",
  "CANCELLED",
  "EXPIRED",
] as const satisfies readonly DocumentState[];

/** Every document that the reader may see, to find one again (contract-3, CON-14). */
export function DocumentsPage() {
  const t = useTranslate();
  const [search] = useSearch();
  const { text, kinds, from, until } = useFilterOf(search);
  const state = STATES.find((candidate) => candidate.toLowerCase() === search["state"]);
  const filter = {
    text,
    kinds,
    personId: search["person"],
    states: state ? [state] : [],
    submittedFrom: from,
    submittedUntil: until,
  };
  const documentList = useCursor({
    query: AllDocumentsDocument,
    variables: (after) => ({ input: { ...filter, after, take: PAGE } }),
    pageOf: ({ documentSearch }) => documentSearch,
  });
  return (
    <Page
      title={t("documents.title")}
      lead={t("documents.lead")}
      actions={<Download address="/api/documents/download" filter={filter} file="documents.xlsx" />}
    >
      <ListFilters page="DOCUMENTS" search={<SearchField />}>
        <KindField />
        <StateField states={STATES} />
        <DayFields />
        <PersonField />
      </ListFilters>
      <PagedList
        of={documentList}
        lines={10}
        aria-label={t("documents.title")}
        empty={<Empty icon="search" title={t("documents.nothingFound")} />}
      >
        {(hit) => <OneOf key={hit.runId} hit={hit} />}
      </PagedList>
    </Page>
  );
}

function OneOf({ hit }: { hit: Hit }) {
  const t = useTranslate();
  const { submitter, stageName, holders, found, submittedAt } = hit;
  const names = holders.map(({ name }) => name ?? "–").join(", ");
  return (
    <HitRow
      hit={hit}
      at={submittedAt}
      about={[
        found ? (
          <>
            <Written>{ownersWords(found.label)}</Written>: <Written>{found.value}</Written>
          </>
        ) : undefined,
        submitter?.name ?? undefined,
        stageName == null ? undefined : stageText(t, stageName),
        names === "" ? undefined : t("documents.with", { names }),
      ]}
    />
  );
}
