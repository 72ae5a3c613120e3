import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Columns, Row } from "../design/layout.tsx";
import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { usePages } from "../frame/use-pages.ts";
import { AuditDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useWords } from "../messages/texts.ts";
import { type Chosen, PersonPicker } from "../people/person-picker.tsx";
import { AuditRow } from "./audit-row.tsx";
import { ACTIONS, ENTITIES, actionText, entityText } from "./audit-words.ts";

const PAGE = 50;
const ALL = "";

/** Which changes are shown. */
interface Filter {
  actor?: Chosen | undefined;
  action: string;
  entity: string;
  /** One record alone. */
  entityId?: string | undefined;
}

const EVERYTHING: Filter = { action: ALL, entity: ALL };

/** The changes in the audit log: their actors, and the values before and after. */
export function AuditPage() {
  const t = useTranslate();
  const words = useWords();
  const [filter, setFilter] = useState(EVERYTHING);
  const { actor, action, entity, entityId } = filter;
  const narrowed = {
    ...(actor && { actorId: actor._id }),
    ...(action !== ALL && { action }),
    ...(entity !== ALL && { entity }),
    ...(entityId !== undefined && { entityId }),
  };
  const found = usePages({
    query: AuditDocument,
    variables: (page) => ({ input: { ...page, ...narrowed } }),
    size: PAGE,
    pageOf: ({ auditLogPage }) => auditLogPage,
  });
  const show = (next: Partial<Filter>) => setFilter({ ...filter, ...next });
  const isFiltered = Object.keys(narrowed).length > 0;
  return (
    <Page title={t("audit.title")} lead={t("audit.lead")}>
      <Columns>
        <PersonPicker
          label={t("audit.filter.actor")}
          value={actor}
          onChange={(next) => show({ actor: next })}
        />
        <Select
          label={t("audit.filter.action")}
          options={[
            { value: ALL, label: t("audit.all") },
            ...ACTIONS.map((value) => ({ value, label: actionText(words, value) })),
          ]}
          value={action}
          onChange={(value) => show({ action: value })}
        />
        <Select
          label={t("audit.filter.entity")}
          options={[
            { value: ALL, label: t("audit.all") },
            ...ENTITIES.map((value) => ({ value, label: entityText(words, value) })),
          ]}
          value={entity}
          onChange={(value) => show({ entity: value })}
        />
      </Columns>
      {entityId === undefined ? null : (
        <Row as="p">
          {t("audit.onlyRecord", { id: entityId })}
          <Button look="quiet" onPress={() => show({ entityId: undefined })}>
            <Icon name="cross" size={16} />
            {t("audit.everyRecord")}
          </Button>
        </Row>
      )}
      <PagedList
        of={found}
        lines={8}
        empty={<Empty icon="history" title={t(isFiltered ? "audit.nothingFound" : "audit.empty")} />}
      >
        {(row) => (
          <AuditRow
            key={row._id}
            row={row}
            onRecord={entityId === undefined ? () => show({ entityId: row.entityId }) : undefined}
          />
        )}
      </PagedList>
    </Page>
  );
}
