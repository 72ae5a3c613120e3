import { useDeferredValue, useState } from "react";

import { Select, TextField } from "../design/field.tsx";
import { Stack } from "../design/layout.tsx";
import { WorkflowChoicesDocument, type WorkflowChoicesQuery } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";

export type ChosenWorkflow = WorkflowChoicesQuery["workflowPage"]["data"][number];

interface WorkflowPickerProps {
  value: ChosenWorkflow | undefined;
  onChange: (workflow: ChosenWorkflow) => void;
  error: string | undefined;
}

/** Chooses a workflow from a list, which can be searched where it does not hold all of them. */
export function WorkflowPicker({ value, onChange, error }: WorkflowPickerProps) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const { data } = useRead(WorkflowChoicesDocument, { keyword });
  const found = data?.workflowPage.data ?? [];
  const isChosenMissing = value !== undefined && !found.some(({ _id }) => _id === value._id);
  const choices = isChosenMissing ? [value, ...found] : found;
  const isLong = data !== undefined && data.workflowPage.total > data.workflowPage.data.length;
  return (
    <Stack>
      <Select
        label={t("thresholds.workflow")}
        options={choices.map(({ _id, name }) => ({ value: _id, label: name ?? _id }))}
        value={value?._id ?? null}
        onChange={(id) => {
          const chosen = choices.find(({ _id }) => _id === id);
          if (chosen) onChange(chosen);
        }}
        placeholder={t("thresholds.chooseWorkflow")}
        // A list without choices does not open.
        isDisabled={choices.length === 0}
        error={error}
      />
      {isLong || text !== "" ? (
        <TextField label={t("workflows.search")} value={text} onChange={setText} maxLength={200} />
      ) : null}
    </Stack>
  );
}
