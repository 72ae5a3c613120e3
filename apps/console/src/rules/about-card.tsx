import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { Awaited } from "../frame/awaited.tsx";
import { RecordForm } from "../frame/record-form.tsx";
import { useRecord } from "../frame/use-record.ts";
import {
  DescribeWorkflowDocument,
  FollowWorkflowDocument,
  WorkflowToEditDocument,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { Fold } from "./fold.tsx";
import { isOrderKind } from "./kinds.ts";
import type { DraftAction } from "./rule-draft.ts";
import type { StoredRule } from "./stored-rule.ts";
import { NameField, NotesFields, type WorkflowNotes } from "./workflow-fields.tsx";
import { type ChosenWorkflow, WorkflowPicker } from "./workflow-picker.tsx";

interface AboutCardProps {
  /** Absent: a new one. */
  rule: StoredRule | undefined;
  name: string;
  onAction: (action: DraftAction) => void;
  errorOf: (field: string) => string | undefined;
  reload: () => Promise<void>;
}

/** The name of a rule, what people write about it, and for rules of orders the choice of another rule's stages. */
export function AboutCard({ rule, name, onAction, errorOf, reload }: AboutCardProps) {
  const t = useTranslate();
  const canFollow = rule !== undefined && isOrderKind(rule.kind) && rule.origin !== "DEFAULT";
  return (
    <Fold summary={t("rules.about")} hasError={errorOf("name") !== undefined}>
      <Stack>
        <NameField
          notes={{ name }}
          onChange={(change) => onAction({ type: "name", name: change.name ?? "" })}
          errorOf={errorOf}
        />
        {rule?.workflowId == null ? null : <Notes workflowId={rule.workflowId} reload={reload} />}
        {canFollow && rule.workflowId != null ? <OtherWorkflow rule={rule} reload={reload} /> : null}
      </Stack>
    </Fold>
  );
}

interface NotesProps {
  workflowId: string;
  reload: () => Promise<void>;
}

/** The description and state of a rule, saved by themselves: nobody is asked by them. */
function Notes({ workflowId, reload }: NotesProps) {
  const t = useTranslate();
  const { data, refusal, refresh } = useRead(WorkflowToEditDocument, { id: workflowId });
  const workflow = data?.findWorkflow;
  const storedNotes: Omit<WorkflowNotes, "name"> = {
    description: workflow?.description ?? "",
    status: workflow?.status ?? "DRAFT",
  };
  const record = useRecord(`workflow.${workflowId}.notes`, storedNotes);
  const describe = useCommand(DescribeWorkflowDocument);
  const { description, status } = record.fields;
  const save = async () => {
    const input = { description: description.trim() || null, status };
    await record.save(describe.send({ id: workflowId, input }), t("workflows.saved"));
    refresh();
    await reload();
  };
  if (workflow == null) return <Awaited answer={data} refusal={refusal} onRetry={refresh} lines={3} />;
  return (
    <RecordForm
      record={record}
      label={t("workflows.about")}
      fieldNames={["description", "status"]}
      save={t("company.save")}
      isReady={record.isKept}
      onSave={() => void save()}
    >
      <NotesFields notes={record.fields} onChange={record.change} errorOf={record.errorOf} />
    </RecordForm>
  );
}

function OtherWorkflow({ rule, reload }: { rule: StoredRule; reload: () => Promise<void> }) {
  const t = useTranslate();
  const announce = useAnnounce();
  const [chosenWorkflow, setChosenWorkflow] = useState<ChosenWorkflow>();
  const { send, isBusy, refusal } = useCommand(FollowWorkflowDocument);
  const follow = async (workflowId: string) => {
    const outcome = await send({ id: rule.id, workflowId });
    if (outcome.refusal) return;
    await reload();
    setChosenWorkflow(undefined);
    announce(t("workflows.saved"));
  };
  return (
    <Stack gap="small">
      <WorkflowPicker value={chosenWorkflow} onChange={setChosenWorkflow} error={undefined} />
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <div>
        <Button
          isDisabled={chosenWorkflow === undefined}
          busy={isBusy}
          onPress={() => {
            if (chosenWorkflow) void follow(chosenWorkflow._id);
          }}
        >
          {t("rules.follow")}
        </Button>
      </div>
    </Stack>
  );
}
