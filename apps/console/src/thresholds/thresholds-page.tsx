import { useState } from "react";
import { useQuery } from "urql";

import company from "../company/company.module.css";
import { Pager } from "../company/pager.tsx";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Awaited, Empty } from "../design/notice.tsx";
import { formatNumber } from "../design/number-text.ts";
import { Page } from "../design/page.tsx";
import { Written } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { ThresholdsDocument } from "../graphql/generated/documents.ts";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import { useIsKept } from "../shell/kept.ts";
import { type Threshold, ThresholdForm } from "./threshold-form.tsx";
import { ThresholdsSwitch } from "./thresholds-switch.tsx";

const PAGE = 50;

/** From which amount or discount orders need approval, and by which workflow. */
export function ThresholdsPage() {
  const t = useTranslate();
  const isKept = useIsKept();
  const [page, setPage] = useState(0);
  const [isCreating, setIsCreating] = useState(() => isKept("threshold.new"));
  const [{ data, error }, execute] = useQuery({
    query: ThresholdsDocument,
    variables: { skip: page * PAGE, take: PAGE },
    requestPolicy: "network-only",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  const found = data?.approvalThresholdPage;
  return (
    <Page
      title={t("thresholds.title")}
      lead={t("thresholds.lead")}
      actions={
        isCreating ? null : (
          <Button look="primary" onPress={() => setIsCreating(true)}>
            <Icon name="plus" size={16} />
            {t("thresholds.new")}
          </Button>
        )
      }
    >
      <ThresholdsSwitch />
      {isCreating ? (
        <section className={company["card"]}>
          <h2>{t("thresholds.new")}</h2>
          <ThresholdForm threshold={undefined} onClose={() => setIsCreating(false)} onSaved={refresh} />
        </section>
      ) : null}
      <Awaited answer={found} error={error} onRetry={refresh} lines={4} />
      {found?.data.length === 0 && !isCreating ? (
        <Empty icon="gauge" title={t("thresholds.empty")}>
          {t("thresholds.emptyLead")}
        </Empty>
      ) : null}
      <ul className={company["list"]}>
        {found?.data.map((threshold) => (
          <Entry key={threshold._id} threshold={threshold} onSaved={refresh} />
        ))}
      </ul>
      {found === undefined ? null : <Pager page={page} size={PAGE} total={found.total} onChange={setPage} />}
    </Page>
  );
}

/** When a threshold asks for approval, in a sentence. */
function conditionText(t: Translate, locale: string, threshold: Threshold): string {
  const { amountThreshold: amount, discountPercentageThreshold: discount } = threshold;
  const values = { amount: formatNumber(locale, amount ?? 0), discount: formatNumber(locale, discount ?? 0) };
  if (amount != null && discount != null) return t("thresholds.either", values);
  if (amount != null) return t("thresholds.amountAbove", values);
  return discount == null ? t("thresholds.never") : t("thresholds.discountAbove", values);
}

function Entry({ threshold, onSaved }: { threshold: Threshold; onSaved: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const isKept = useIsKept();
  const [isOpen, setIsOpen] = useState(() => isKept(`threshold.${threshold._id}`));
  const { kind, workflow, enabled } = threshold;
  const name = kindText(t, kind);
  const condition = conditionText(t, locale, threshold);
  return (
    <li className={company["card"]}>
      <div className={company["head"]}>
        <div className={company["titles"]}>
          <h2>{name}</h2>
          <p className={company["muted"]}>
            {enabled ? condition : t("thresholds.disabled", { condition })}
            {" · "}
            {workflow == null ? (
              <strong className={company["warning"]}>{t("thresholds.workflowGone")}</strong>
            ) : (
              <Written>{workflow.name}</Written>
            )}
          </p>
        </div>
        {isOpen ? null : (
          <Button onPress={() => setIsOpen(true)} aria-label={t("thresholds.editThis", { name, condition })}>
            {t("company.edit")}
          </Button>
        )}
      </div>
      {isOpen ? (
        <ThresholdForm threshold={threshold} onClose={() => setIsOpen(false)} onSaved={onSaved} />
      ) : null}
    </li>
  );
}
