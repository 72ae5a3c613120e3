import { Button } from "../design/button.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Row } from "../design/layout.tsx";
import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import filterStyles from "../documents/list-filters.module.css";
import { DayFields, FoldedFilters, useFilterOf } from "../documents/list-filters.tsx";
import { Download } from "../frame/download.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { useCursor } from "../frame/use-cursor.ts";
import { useSearch } from "../frame/use-search.ts";
import { useTyped } from "../frame/use-typed.ts";
import { AuditDocument } from "../graphql/generated/documents.ts";
import { useLocale, useTranslate } from "../messages/i18n.ts";
import { useWords } from "../messages/texts.ts";
import { PersonById } from "../people/person-by-id.tsx";
import { AuditRow } from "./audit-row.tsx";
import { ACTIONS, ENTITIES, actionText, entityText } from "./audit-words.ts";

const PAGE = 50;
const ALL = "";

/** The changes in the company in sentences, by number, person, action and time; its filters stand in the address. */
export function AuditPage() {
  const t = useTranslate();
  const words = useWords();
  const locale = useLocale();
  const [search, change] = useSearch();
  const { number, who, what, entity, record } = search;
  const { from, until } = useFilterOf(search);
  const [text, type] = useTyped(number ?? "", (next) => change({ number: next === "" ? undefined : next }));
  const filter = { ref: number, actorId: who, action: what, entity, entityId: record, from, until };
  const entryList = useCursor({
    query: AuditDocument,
    variables: (after) => ({ input: { ...filter, after, take: PAGE }, locale }),
    pageOf: ({ auditLogPage }) => auditLogPage,
  });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const chosenValue = (value: string) => (value === ALL ? undefined : value);
  return (
    <Page
      title={t("audit.title")}
      lead={t("audit.lead")}
      actions={<Download address="/api/audit/download" filter={filter} file="audit.xlsx" />}
    >
      <div role="search" className={filterStyles["filters"]}>
        <FoldedFilters
          search={<TextField label={t("audit.filter.number")} value={text} onChange={type} maxLength={200} />}
        >
          <PersonById
            label={t("audit.filter.actor")}
            userId={who}
            onChange={(userId) => change({ who: userId })}
          />
          <Select
            label={t("audit.filter.action")}
            options={[
              { value: ALL, label: t("audit.all") },
              ...ACTIONS.map((value) => ({ value, label: actionText(words, value) })),
            ]}
            value={what ?? ALL}
            onChange={(value) => change({ what: chosenValue(value) })}
          />
          <Select
            label={t("audit.filter.entity")}
            options={[
              { value: ALL, label: t("audit.all") },
              ...ENTITIES.map((value) => ({ value, label: entityText(words, value) })),
            ]}
            value={entity ?? ALL}
            onChange={(value) => change({ entity: chosenValue(value) })}
          />
          <DayFields />
        </FoldedFilters>
      </div>
      {record === undefined ? null : (
        <Row as="p">
          {t("audit.onlyRecord")}
          <Button look="quiet" onPress={() => change({ record: undefined })}>
            <Icon name="cross" size={16} />
            {t("audit.everyRecord")}
          </Button>
        </Row>
      )}
      <PagedList
        of={entryList}
        lines={8}
        aria-label={t("audit.title")}
        empty={<Empty icon="history" title={t(isFiltered ? "audit.nothingFound" : "audit.empty")} />}
      >
        {(row) => (
          <AuditRow
            key={row._id}
            row={row}
            onRecord={record === undefined ? () => change({ record: row.entityId }) : undefined}
          />
        )}
      </PagedList>
    </Page>
  );
}
