import { Select, TextField } from "../design/field.tsx";
import type { WorkflowStatus } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";

const STATUSES: readonly WorkflowStatus[] = ["DRAFT", "IN_PROGRESS", "COMPLETED", "CANCELLED"];

/** The name of a workflow, and what people write about it; nobody is asked by it. */
export interface WorkflowNotes {
  name: string;
  description: string;
  status: WorkflowStatus;
}

interface FieldProps<Fields> {
  notes: Fields;
  onChange: (change: Partial<Fields>) => void;
  errorOf: (field: string) => string | undefined;
}

/** The name of a workflow, or of the rule that asks by it. */
export function NameField({ notes, onChange, errorOf }: FieldProps<Pick<WorkflowNotes, "name">>) {
  const t = useTranslate();
  return (
    <TextField
      label={t("workflows.name")}
      value={notes.name}
      onChange={(name) => onChange({ name })}
      maxLength={200}
      error={errorOf("name")}
    />
  );
}

/** The description and the state of a workflow. */
export function NotesFields({ notes, onChange, errorOf }: FieldProps<Omit<WorkflowNotes, "name">>) {
  const t = useTranslate();
  return (
    <>
      <TextField
        label={t("workflows.description")}
        value={notes.description}
        onChange={(description) => onChange({ description })}
        maxLength={2_000}
        rows={2}
        error={errorOf("description")}
      />
      <Select
        label={t("workflows.status")}
        options={STATUSES.map((value) => ({ value, label: t(`workflows.${value}`) }))}
        value={notes.status}
        onChange={(status) => onChange({ status })}
        description={t("workflows.status.about")}
        error={errorOf("status")}
      />
    </>
  );
}
