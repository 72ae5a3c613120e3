import { useDeferredValue, useState } from "react";

import { SearchedSelect } from "../frame/searched-select.tsx";
import { WorkflowChoicesDocument, type WorkflowChoicesQuery } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";

export type ChosenWorkflow = WorkflowChoicesQuery["workflowPage"]["data"][number];

interface WorkflowPickerProps {
  value: ChosenWorkflow | undefined;
  onChange: (workflow: ChosenWorkflow) => void;
  error: string | undefined;
}

/** Chooses a workflow of the company. */
export function WorkflowPicker(props: WorkflowPickerProps) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const { data } = useRead(WorkflowChoicesDocument, { keyword: useDeferredValue(text.trim()) });
  return (
    <SearchedSelect
      {...props}
      label={t("rules.workflow")}
      placeholder={t("rules.chooseWorkflow")}
      search={t("workflows.search")}
      text={text}
      onType={setText}
      found={data?.workflowPage}
    />
  );
}
