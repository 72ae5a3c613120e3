import { useState } from "react";

import { Select } from "../design/field.tsx";
import { Muted, Stack } from "../design/layout.tsx";
import { Empty } from "../design/notice.tsx";
import { formatMoney } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import { NewRecord } from "../frame/new-record.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { RecordCard } from "../frame/record-card.tsx";
import { usePages } from "../frame/use-pages.ts";
import { LimitsDocument } from "../graphql/generated/documents.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { type Limit, LimitForm } from "./limit-form.tsx";

const PAGE = 50;
/** Stands for every kind; what can be chosen has a name. */
const EVERY = "";

/** Up to which amounts people may approve; changed by privileged users (contract-3, SRC-3). */
export function CompanyLimits() {
  const t = useTranslate();
  const kinds = useKinds();
  const [kind, setKind] = useState(EVERY);
  const limitPages = usePages({
    query: LimitsDocument,
    variables: (page) => ({ ...page, ...(kind !== EVERY && { kind }) }),
    size: PAGE,
    pageOf: ({ approvalLimitPage }) => approvalLimitPage,
  });
  return (
    <Stack>
      <p>{t("limits.lead")}</p>
      <NewRecord
        kept="limit.new"
        title={t("limits.new")}
        form={(close) => <LimitForm limit={undefined} onClose={close} onSaved={limitPages.refresh} />}
      />
      <Select
        label={t("limits.ofKind")}
        options={[
          { value: EVERY, label: t("away.everyKind") },
          ...kinds.map((value) => ({ value, label: kindText(t, value) })),
        ]}
        value={kind}
        onChange={setKind}
      />
      <PagedList
        of={limitPages}
        lines={4}
        look="cards"
        aria-label={t("people.limits")}
        empty={<Empty icon="gauge" title={t(kind === EVERY ? "limits.empty" : "limits.none")} />}
      >
        {(limit) => <OneOf key={limit._id} limit={limit} onSaved={limitPages.refresh} />}
      </PagedList>
    </Stack>
  );
}

function OneOf({ limit, onSaved }: { limit: Limit; onSaved: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const { viewer } = useConsole();
  const { _id, userId, user, groupId, group, kind, currency, upTo } = limit;
  const name = groupId == null ? (user?.name ?? userId ?? "–") : (group?.name ?? groupId);
  const text = t("limits.upToAmount", {
    kind: kindText(t, kind),
    amount: formatMoney(locale, upTo, currency),
  });
  return (
    <RecordCard
      kept={`limit.${_id}`}
      title={groupId == null ? name : t("limits.everyMember", { name })}
      about={
        <>
          <Muted>{text}</Muted>
          {group == null || group.active ? null : <Muted tone="warn">{t("limits.groupClosed")}</Muted>}
        </>
      }
      {...(viewer.privileged && {
        edit: { text: t("company.edit"), name: t("limits.editThis", { name, text }) },
      })}
      form={(close) => <LimitForm limit={limit} onClose={close} onSaved={onSaved} />}
    />
  );
}
