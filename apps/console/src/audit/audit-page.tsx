import { useState } from "react";
import { useQuery } from "urql";

import company from "../company/company.module.css";
import { Pager } from "../company/pager.tsx";
import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Awaited, Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { AuditDocument, type AuditLogPageInput } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type Chosen, PersonPicker } from "../people/person-picker.tsx";
import { AuditRow } from "./audit-row.tsx";
import { ACTIONS, ENTITIES, actionText, entityText } from "./audit-words.ts";
import styles from "./audit-page.module.css";

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
  const [page, setPage] = useState(0);
  const [filter, setFilter] = useState(EVERYTHING);
  const { actor, action, entity, entityId } = filter;
  const input: AuditLogPageInput = {
    skip: page * PAGE,
    take: PAGE,
    ...(actor && { actorId: actor._id }),
    ...(action !== ALL && { action }),
    ...(entity !== ALL && { entity }),
    ...(entityId !== undefined && { entityId }),
  };
  const [{ data, error }, execute] = useQuery({
    query: AuditDocument,
    variables: { input },
    requestPolicy: "network-only",
  });
  const show = (next: Partial<Filter>) => {
    setFilter({ ...filter, ...next });
    setPage(0);
  };
  const found = data?.auditLogPage;
  const isFiltered = actor !== undefined || action !== ALL || entity !== ALL || entityId !== undefined;
  return (
    <Page title={t("audit.title")} lead={t("audit.lead")}>
      <div className={company["filters"]}>
        <PersonPicker
          label={t("audit.filter.actor")}
          value={actor}
          onChange={(next) => show({ actor: next })}
        />
        <Select
          label={t("audit.filter.action")}
          options={[
            { value: ALL, label: t("audit.all") },
            ...ACTIONS.map((value) => ({ value, label: actionText(t, value) })),
          ]}
          value={action}
          onChange={(value) => show({ action: value })}
        />
        <Select
          label={t("audit.filter.entity")}
          options={[
            { value: ALL, label: t("audit.all") },
            ...ENTITIES.map((value) => ({ value, label: entityText(t, value) })),
          ]}
          value={entity}
          onChange={(value) => show({ entity: value })}
        />
      </div>
      {entityId === undefined ? null : (
        <p className={styles["only"]}>
          {t("audit.onlyRecord", { id: entityId })}
          <Button look="quiet" onPress={() => show({ entityId: undefined })}>
            <Icon name="cross" size={16} />
            {t("audit.everyRecord")}
          </Button>
        </p>
      )}
      <Awaited
        answer={found}
        error={error}
        onRetry={() => execute({ requestPolicy: "network-only" })}
        lines={8}
      />
      {found?.data.length === 0 ? (
        <Empty icon="history" title={t(isFiltered ? "audit.nothingFound" : "audit.empty")} />
      ) : null}
      <ul className={styles["rows"]}>
        {found?.data.map((row) => (
          <AuditRow
            key={row._id}
            row={row}
            onRecord={entityId === undefined ? () => show({ entityId: row.entityId }) : undefined}
          />
        ))}
      </ul>
      {found === undefined ? null : <Pager page={page} size={PAGE} total={found.total} onChange={setPage} />}
    </Page>
  );
}
