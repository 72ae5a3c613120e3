import type { FormEvent } from "react";
import { useClient } from "urql";

import company from "../company/company.module.css";
import { DeleteButton } from "../company/delete-button.tsx";
import { messageAt } from "../company/refusal.ts";
import { useSaving } from "../company/use-saving.ts";
import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Failure } from "../design/notice.tsx";
import { NumberField } from "../design/number-field.tsx";
import { type Typed, isNumber } from "../design/number-text.ts";
import { Switch } from "../design/switch.tsx";
import { kindText } from "../document/kind.ts";
import {
  type ApprovalThresholdKind,
  CreateThresholdDocument,
  DeleteThresholdDocument,
  type ThresholdsQuery,
  UpdateThresholdDocument,
} from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useKept } from "../shell/kept.ts";
import { type ChosenWorkflow, WorkflowPicker } from "./workflow-picker.tsx";

export type Threshold = ThresholdsQuery["approvalThresholdPage"]["data"][number];

const KINDS: readonly ApprovalThresholdKind[] = [
  "SalesQuotation",
  "SalesOrder",
  "SalesInvoice",
  "PurchaseRequisition",
  "PurchaseOrder",
  "PurchaseInvoice",
];

interface Draft {
  kind: ApprovalThresholdKind;
  workflow: ChosenWorkflow | undefined;
  amountThreshold: Typed;
  discountPercentageThreshold: Typed;
  enabled: boolean;
}

const FIELDS = ["kind", "workflowId", "amountThreshold", "discountPercentageThreshold"] as const;

function draftOf(threshold: Threshold | undefined): Draft {
  return {
    kind: threshold?.kind ?? "PurchaseOrder",
    workflow: threshold?.workflow ?? undefined,
    amountThreshold: threshold?.amountThreshold ?? null,
    discountPercentageThreshold: threshold?.discountPercentageThreshold ?? null,
    enabled: threshold?.enabled ?? true,
  };
}

interface ThresholdFormProps {
  /** Absent for a new one. */
  threshold: Threshold | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** A threshold to write or to change. */
export function ThresholdForm({ threshold, onClose, onSaved }: ThresholdFormProps) {
  const t = useTranslate();
  const client = useClient();
  const [kept, keep] = useKept<Draft>(`threshold.${threshold?._id ?? "new"}`);
  const { isBusy, refusal, refuse, save } = useSaving();
  const draft = kept ?? draftOf(threshold);
  const { kind, workflow, amountThreshold, discountPercentageThreshold, enabled } = draft;
  const change = (next: Partial<Draft>) => {
    refuse(undefined);
    keep({ ...draft, ...next });
  };
  const close = () => {
    keep(undefined);
    onClose();
  };
  const carryOut = async (work: Parameters<typeof save>[0]) => {
    if (!(await save(work))) return;
    close();
    onSaved();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (workflow === undefined) {
      refuse({ field: "workflowId", message: t("thresholds.needsWorkflow") });
      return;
    }
    if (!isNumber(amountThreshold) || !isNumber(discountPercentageThreshold)) {
      const field = isNumber(amountThreshold) ? "discountPercentageThreshold" : "amountThreshold";
      refuse({ field, message: t("company.noNumber") });
      return;
    }
    const input = { kind, workflowId: workflow._id, amountThreshold, discountPercentageThreshold, enabled };
    void carryOut(
      threshold === undefined
        ? client.mutation(CreateThresholdDocument, { input })
        : client.mutation(UpdateThresholdDocument, { id: threshold._id, input }),
    );
  };
  const errorOf = (field: (typeof FIELDS)[number]) => messageAt(refusal, field);
  return (
    <form onSubmit={submit} className={company["list"]} aria-label={t("thresholds.form")}>
      {refusal && FIELDS.every((field) => errorOf(field) === undefined) ? (
        <Failure>{refusal.message}</Failure>
      ) : null}
      <div className={company["pair"]}>
        <Select
          label={t("thresholds.kind")}
          options={KINDS.map((value) => ({ value, label: kindText(t, value) }))}
          value={kind}
          onChange={(value) => change({ kind: value })}
          error={errorOf("kind")}
        />
        <WorkflowPicker
          value={workflow}
          onChange={(value) => change({ workflow: value })}
          error={errorOf("workflowId")}
        />
        <NumberField
          label={t("thresholds.amount")}
          description={t("thresholds.amount.about")}
          value={amountThreshold}
          onChange={(value) => change({ amountThreshold: value })}
          error={errorOf("amountThreshold")}
        />
        <NumberField
          label={t("thresholds.discount")}
          description={t("thresholds.discount.about")}
          value={discountPercentageThreshold}
          onChange={(value) => change({ discountPercentageThreshold: value })}
          error={errorOf("discountPercentageThreshold")}
        />
      </div>
      {amountThreshold === null && discountPercentageThreshold === null ? (
        <p className={company["warning"]}>{t("thresholds.neverAsks")}</p>
      ) : null}
      <Switch
        label={t("thresholds.enabled")}
        description={t("thresholds.enabled.about")}
        isSelected={enabled}
        onChange={(value) => change({ enabled: value })}
      />
      <div className={company["buttons"]}>
        <Button type="submit" look="primary" busy={isBusy}>
          {t("company.save")}
        </Button>
        <Button look="quiet" onPress={close}>
          {t(kept === undefined ? "action.cancel" : "company.discard")}
        </Button>
        {threshold === undefined ? null : (
          <DeleteButton
            label={t("company.delete")}
            question={t("thresholds.deleteThis")}
            confirm={t("company.confirmDelete")}
            busy={isBusy}
            onConfirm={() => void carryOut(client.mutation(DeleteThresholdDocument, { id: threshold._id }))}
          />
        )}
      </div>
    </form>
  );
}
