import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Card, Muted } from "../design/layout.tsx";
import { Empty } from "../design/notice.tsx";
import { formatNumber } from "../design/number-text.ts";
import { Page } from "../design/page.tsx";
import { Written } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { RecordCard } from "../frame/record-card.tsx";
import { usePages } from "../frame/use-pages.ts";
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
  const [isCreating, setIsCreating] = useState(() => isKept("threshold.new"));
  const found = usePages({
    query: ThresholdsDocument,
    variables: (page) => page,
    size: PAGE,
    pageOf: ({ approvalThresholdPage }) => approvalThresholdPage,
  });
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
        <Card>
          <h2>{t("thresholds.new")}</h2>
          <ThresholdForm threshold={undefined} onClose={() => setIsCreating(false)} onSaved={found.refresh} />
        </Card>
      ) : null}
      <PagedList
        of={found}
        lines={4}
        look="cards"
        empty={
          isCreating ? null : (
            <Empty icon="gauge" title={t("thresholds.empty")}>
              {t("thresholds.emptyLead")}
            </Empty>
          )
        }
      >
        {(threshold) => <OneOf key={threshold._id} threshold={threshold} onSaved={found.refresh} />}
      </PagedList>
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

function OneOf({ threshold, onSaved }: { threshold: Threshold; onSaved: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const { _id, kind, workflow, enabled } = threshold;
  const name = kindText(t, kind);
  const condition = conditionText(t, locale, threshold);
  return (
    <RecordCard
      kept={`threshold.${_id}`}
      title={name}
      about={
        <Muted>
          {enabled ? condition : t("thresholds.disabled", { condition })}
          {" · "}
          {workflow == null ? (
            <Muted as="span" tone="warn">
              <strong>{t("thresholds.workflowGone")}</strong>
            </Muted>
          ) : (
            <Written>{workflow.name}</Written>
          )}
        </Muted>
      }
      edit={{ text: t("company.edit"), name: t("thresholds.editThis", { name, condition }) }}
      form={(close) => <ThresholdForm threshold={threshold} onClose={close} onSaved={onSaved} />}
    />
  );
}
