import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";

import { Select, TextField } from "../design/field.tsx";
import { Card, Columns } from "../design/layout.tsx";
import { Empty, Failure } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { DeleteButton } from "../frame/delete-button.tsx";
import { DeleteWorkflowDocument, type WorkflowStatus } from "../graphql/generated/documents.ts";
import { messageAt } from "../graphql/refusal.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { ChangesBar } from "./changes-bar.tsx";
import { Findings } from "./findings.tsx";
import type { Loaded, LoadedWorkflow } from "./load-workflow.ts";
import { Preview } from "./preview.tsx";
import { StageForm } from "./stage-form.tsx";
import { StageList } from "./stage-list.tsx";
import { type Editor, useEditor } from "./use-editor.ts";
import { useFindings } from "./use-findings.ts";
import { freshKey } from "./workflow-draft.ts";
import styles from "./workflows.module.css";

const STATUSES: readonly WorkflowStatus[] = ["DRAFT", "IN_PROGRESS", "COMPLETED", "CANCELLED"];

interface WorkflowEditorProps {
  workflowId: string;
  loaded: LoadedWorkflow;
  reload: () => Promise<Loaded>;
  back: ReactNode;
}

/** A workflow: its stages as a list, the chosen one as a form, how a document would walk, and what saving would change. */
export function WorkflowEditor({ workflowId, loaded, reload, back }: WorkflowEditorProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const editor = useEditor(workflowId, loaded, reload);
  const { draft, refusal } = editor;
  const [chosenKey, setChosenKey] = useState<string>();
  const chosenStage = draft.stages.find(({ key }) => key === chosenKey) ?? draft.stages[0];
  const findings = useFindings(workflowId, loaded, draft);
  const findingsOf = (key: string | null) => findings.filter(({ stageKey }) => stageKey === key);
  const save = async () => {
    if (await editor.save()) announce(t("workflows.saved"));
  };
  return (
    <Page title={draft.name === "" ? "–" : draft.name} lead={t("workflows.lead")}>
      {back}
      {refusal && refusal.stageKey === undefined && messageAt(refusal, "name") === undefined ? (
        <Failure>{refusal.message}</Failure>
      ) : null}
      <Findings findings={findingsOf(null)} />
      <WorkflowFields editor={editor} />
      <div className={styles["editor"]}>
        <StageList
          draft={draft}
          chosenKey={chosenStage?.key}
          countOf={(key) => findingsOf(key).length}
          nextKey={() => freshKey(draft, loaded.stored)}
          onChoose={setChosenKey}
          onChange={(stages) => editor.change({ ...draft, stages })}
        />
        {chosenStage === undefined ? (
          <Empty icon="flow" title={t("workflows.noStages")} />
        ) : (
          <StageForm
            key={chosenStage.key}
            stage={chosenStage}
            number={draft.stages.indexOf(chosenStage) + 1}
            findings={findingsOf(chosenStage.key)}
            refusal={refusal?.stageKey === chosenStage.key ? refusal : undefined}
            onChange={(fields) => editor.changeStage(chosenStage.key, fields)}
          />
        )}
      </div>
      <Preview draft={draft} findingsOf={findingsOf} />
      {editor.changes.length === 0 ? null : <ChangesBar editor={editor} onSave={() => void save()} />}
      <DeleteWorkflow workflowId={workflowId} name={draft.name} onDeleted={editor.discard} />
    </Page>
  );
}

function WorkflowFields({ editor: { draft, refusal, change } }: { editor: Editor }) {
  const t = useTranslate();
  const isNameless = draft.name.trim() === "";
  const wholeRefusal = refusal?.stageKey === undefined ? refusal : undefined;
  return (
    <Card aria-label={t("workflows.about")}>
      <Columns>
        <TextField
          label={t("workflows.name")}
          value={draft.name}
          onChange={(name) => change({ ...draft, name })}
          maxLength={200}
          error={isNameless ? t("workflows.nameMissing") : messageAt(wholeRefusal, "name")}
        />
        <Select
          label={t("workflows.status")}
          options={STATUSES.map((value) => ({ value, label: t(`workflows.${value}`) }))}
          value={draft.status}
          onChange={(status) => change({ ...draft, status })}
          description={t("workflows.status.about")}
        />
        <div className={styles["wide"]}>
          <TextField
            label={t("workflows.description")}
            value={draft.description}
            onChange={(description) => change({ ...draft, description })}
            maxLength={2000}
            rows={2}
            error={messageAt(wholeRefusal, "description")}
          />
        </div>
      </Columns>
    </Card>
  );
}

interface DeleteWorkflowProps {
  workflowId: string;
  name: string;
  onDeleted: () => void;
}

function DeleteWorkflow({ workflowId, name, onDeleted }: DeleteWorkflowProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { isBusy, refusal, send } = useCommand(DeleteWorkflowDocument);
  const confirm = async () => {
    const outcome = await send({ id: workflowId });
    if (outcome.refusal) return;
    onDeleted();
    await navigate({ to: "/rules/workflows" });
  };
  return (
    <div>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <DeleteButton
        label={t("company.delete")}
        question={t("workflows.deleteThis", { name })}
        confirm={t("company.confirmDelete")}
        busy={isBusy}
        onConfirm={() => void confirm()}
      />
    </div>
  );
}
