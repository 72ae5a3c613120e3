import { Select } from "../design/field.tsx";
import { Columns, Muted } from "../design/layout.tsx";
import { NumberField } from "../design/number-field.tsx";
import { type Typed, isNumber } from "../design/number-text.ts";
import { Switch } from "../design/switch.tsx";
import { kindText } from "../document/kind.ts";
import { DeleteButton } from "../frame/delete-button.tsx";
import { RecordForm } from "../frame/record-form.tsx";
import { useRecord } from "../frame/use-record.ts";
import {
  type ApprovalThresholdKind,
  CreateThresholdDocument,
  DeleteThresholdDocument,
  type ThresholdsQuery,
  UpdateThresholdDocument,
} from "../graphql/generated/documents.ts";
import { type Outcome, useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
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
  const record = useRecord<Draft>(`threshold.${threshold?._id ?? "new"}`, draftOf(threshold));
  const create = useCommand(CreateThresholdDocument);
  const update = useCommand(UpdateThresholdDocument);
  const remove = useCommand(DeleteThresholdDocument);
  const { change, errorOf, refuse } = record;
  const { kind, workflow, amountThreshold, discountPercentageThreshold, enabled } = record.fields;
  const carryOut = async (command: Promise<Outcome<unknown>>) => {
    if (!(await record.save(command, t("workflows.saved")))) return;
    onClose();
    onSaved();
  };
  const save = () => {
    if (workflow === undefined) return refuse("workflowId", t("thresholds.needsWorkflow"));
    if (!isNumber(amountThreshold)) return refuse("amountThreshold", t("company.noNumber"));
    if (!isNumber(discountPercentageThreshold)) {
      return refuse("discountPercentageThreshold", t("company.noNumber"));
    }
    const input = { kind, workflowId: workflow._id, amountThreshold, discountPercentageThreshold, enabled };
    return void carryOut(threshold ? update.send({ id: threshold._id, input }) : create.send({ input }));
  };
  return (
    <RecordForm
      record={record}
      label={t("thresholds.form")}
      fieldNames={FIELDS}
      save={t("company.save")}
      onSave={save}
      onCancel={onClose}
      removal={
        threshold && (
          <DeleteButton
            label={t("company.delete")}
            question={t("thresholds.deleteThis")}
            confirm={t("company.confirmDelete")}
            busy={record.isBusy}
            onConfirm={() => void carryOut(remove.send({ id: threshold._id }))}
          />
        )
      }
    >
      <Columns>
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
      </Columns>
      {amountThreshold === null && discountPercentageThreshold === null ? (
        <Muted tone="warn">{t("thresholds.neverAsks")}</Muted>
      ) : null}
      <Switch
        label={t("thresholds.enabled")}
        description={t("thresholds.enabled.about")}
        isSelected={enabled}
        onChange={(value) => change({ enabled: value })}
      />
    </RecordForm>
  );
}
