import { type ReactNode, useMemo, useState } from "react";

import { useIsWide } from "../design/break-points.ts";
import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Card, Columns, Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Tag } from "../design/status.tsx";
import { CommandForm } from "../frame/command-form.tsx";
import { DeleteButton } from "../frame/delete-button.tsx";
import { DeleteWorkflowDocument, PublishWorkflowDocument } from "../graphql/generated/documents.ts";
import { messageAt } from "../graphql/refusal.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKept, useSending } from "../shell/kept.ts";
import { Compared } from "./compared.tsx";
import { DirectoryContext } from "./directory.ts";
import { FieldsCard } from "./fields-card.tsx";
import { FindingsCard } from "./findings-card.tsx";
import { fieldsOf } from "./rule.ts";
import { type DraftAction, changeDraft, hasExpressions } from "./rule-draft.ts";
import { comparedLines, linesOf } from "./rule-lines.ts";
import styles from "./rules.module.css";
import { SentenceCard } from "./sentence-card.tsx";
import { StagesCard } from "./stages-card.tsx";
import { stagesToSend } from "./stored-rule.ts";
import { TryPart } from "./try-part.tsx";
import { type KnownRules, directoryOf } from "./use-rules.ts";
import {
  NEW_WORKFLOW,
  type StoredWorkflow,
  type WorkflowDraft,
  ruleOfWorkflow,
  workflowFaults,
} from "./workflow-draft.ts";
import { NameField, NotesFields } from "./workflow-fields.tsx";
import { WorkflowVersions } from "./workflow-versions.tsx";

interface WorkflowEditorProps {
  /** Absent: a new one. */
  workflow: StoredWorkflow | undefined;
  known: KnownRules;
  reload: () => Promise<void>;
  /** Goes to a workflow, or to all of them. */
  goTo: (id: string | undefined) => Promise<void>;
  back: ReactNode;
}

/** The name of what is kept of a workflow. */
const nameOf = (id = "new") => `workflow.${id}`;

/** The workflow of documents that name it themselves: what it says, its stages, what would happen, and its versions. */
export function WorkflowEditor({ workflow, known, reload, goTo, back }: WorkflowEditorProps) {
  const t = useTranslate();
  const isWide = useIsWide();
  const announce = useAnnounce();
  const [keptDraft, keep] = useKept<WorkflowDraft>(nameOf(workflow?.id));
  const sendState = useSending();
  const [areFaultsShown, showFaults] = useState(false);
  const [isPublishing, setIsPublishing] = useState(false);
  const [isOutdated, setIsOutdated] = useState(false);
  const publishing = useCommand(PublishWorkflowDocument);
  const storedDraft = workflow?.draft ?? NEW_WORKFLOW;
  const draft = keptDraft ?? storedDraft;
  const faults = workflowFaults(draft);
  const [refusal, setRefusal] = useState(publishing.refusal);
  const directory = useMemo(() => directoryOf(known, ""), [known]);
  const change = (next: Partial<WorkflowDraft>) => {
    setRefusal(undefined);
    keep({ ...draft, ...next });
  };
  const onAction = (action: DraftAction) => {
    const takenKeys = storedDraft.stages.flatMap(({ key = [] }) => key);
    change(changeDraft(draft, action.type === "addStage" ? { ...action, takenKeys } : action));
  };
  const errorOf = (field: string) => {
    const fault = areFaultsShown ? faults.find((candidate) => candidate.field === field)?.fault : undefined;
    return fault === undefined ? messageAt(refusal, field) : t(`rules.fault.${fault}`);
  };
  const review = () => {
    showFaults(true);
    if (faults.length === 0) setIsPublishing(true);
  };
  const publish = async (note: string) => {
    const { carry, finish } = sendState(nameOf(workflow?.id));
    const { name, description, status, stages } = draft;
    const { data, refusal: publishRefusal } = await publishing.send({
      input: {
        ...(workflow && { workflowId: workflow.id }),
        name: name.trim(),
        description: description.trim() || null,
        status,
        facts: fieldsOf(draft),
        stages: stagesToSend(stages),
      },
      expectedVersion: workflow?.version ?? 0,
      changeNote: { note: note.trim() || null },
    });
    setIsOutdated(publishRefusal?.field === "expectedVersion");
    // The dialog stays and compares with what somebody else has published.
    if (publishRefusal?.field === "expectedVersion") return reload();
    setIsPublishing(false);
    setRefusal(publishRefusal);
    if (data === undefined) return undefined;
    const { workflowId } = data.publishWorkflow;
    await reload();
    carry(nameOf(workflowId));
    await goTo(workflowId);
    finish(nameOf(workflowId));
    showFaults(false);
    announce(t("rules.published"));
    return undefined;
  };
  const forget = () => {
    setRefusal(undefined);
    showFaults(false);
    keep(undefined);
  };
  const isAtField = ["name", "description", "stages"].some((field) => messageAt(refusal, field));
  const sentenceRule = ruleOfWorkflow(draft);
  const tryIt = <TryPart rule={sentenceRule} known={known} isComplete={faults.length === 0} />;
  return (
    <DirectoryContext value={directory}>
      <Page
        title={draft.name.trim() || t("workflows.new")}
        above={back}
        isWide
        actions={
          keptDraft === undefined && workflow !== undefined ? null : (
            <Button look="primary" onPress={review} busy={publishing.isBusy}>
              {t("rules.publish")}
            </Button>
          )
        }
      >
        {keptDraft === undefined && refusal === undefined ? null : (
          <Stack gap="small">
            <Row>
              <Tag tone="accent">{t("workflows.unsaved")}</Tag>
            </Row>
            {refusal === undefined || isAtField ? null : <Failure>{refusal.message}</Failure>}
          </Stack>
        )}
        <div className={styles["page"]}>
          <Stack>
            <SentenceCard rule={sentenceRule} />
            <Card aria-label={t("workflows.about")}>
              <Columns>
                <NameField notes={draft} onChange={change} errorOf={errorOf} />
                <NotesFields notes={draft} onChange={change} errorOf={errorOf} />
              </Columns>
            </Card>
            <FieldsCard fields={draft.fields} isNeeded={hasExpressions(draft)} onAction={onAction} />
            <StagesCard stages={draft.stages} onAction={onAction} errorOf={errorOf} />
            <FindingsCard workflowId={workflow?.id} draft={draft} faults={faults} />
            {workflow === undefined ? null : (
              <WorkflowVersions
                key={workflow.version}
                version={workflow.version}
                workflowId={workflow.id}
                groups={known.groups}
              />
            )}
            <Removal
              workflow={workflow}
              isChanged={keptDraft !== undefined}
              onForget={forget}
              onGone={() => void goTo(undefined)}
            />
            {/* Last: its answer comes late, and must move nothing that is being pressed. */}
            {isWide ? null : tryIt}
          </Stack>
          {isWide ? tryIt : null}
        </div>
      </Page>
      {isPublishing ? (
        <PublishWorkflow
          workflow={workflow}
          draft={draft}
          isBusy={publishing.isBusy}
          isOutdated={isOutdated}
          onClose={() => setIsPublishing(false)}
          onConfirm={publish}
        />
      ) : null}
    </DirectoryContext>
  );
}

interface PublishWorkflowProps {
  workflow: StoredWorkflow | undefined;
  draft: WorkflowDraft;
  isBusy: boolean;
  /** Whether somebody else has published another version than the one that was shown. */
  isOutdated: boolean;
  onClose: () => void;
  onConfirm: (note: string) => Promise<void>;
}

/** Shows what publishing a workflow changes. */
function PublishWorkflow({ workflow, draft, isBusy, isOutdated, onClose, onConfirm }: PublishWorkflowProps) {
  const t = useTranslate();
  const locale = useFormats();
  const [note, setNote] = useState("");
  const linesIn = (of: WorkflowDraft) => [
    ...linesOf(t, locale, ruleOfWorkflow(of)),
    { key: "description", about: t("workflows.description"), text: of.description.trim() || "–" },
    { key: "status", about: t("workflows.status"), text: t(`workflows.${of.status}`) },
  ];
  const before = workflow?.version ?? 0;
  return (
    <CommandForm
      title={t("rules.publish.title")}
      lead={t(workflow ? "rules.publish.next" : "rules.publish.first", { version: before + 1, before })}
      confirm={t("rules.publish.confirm")}
      command={{ isBusy, refusal: isOutdated ? { message: t("rules.publish.outdated") } : undefined }}
      isReady
      isWide
      onClose={onClose}
      onConfirm={() => onConfirm(note)}
    >
      <Compared
        lines={comparedLines(workflow ? linesIn(workflow.draft) : [], linesIn(draft))}
        isNew={workflow === undefined}
      />
      <TextField label={t("rules.note")} value={note} onChange={setNote} maxLength={2_000} />
    </CommandForm>
  );
}

interface RemovalProps {
  workflow: StoredWorkflow | undefined;
  isChanged: boolean;
  onForget: () => void;
  onGone: () => void;
}

/** Discards what was typed, or deletes the workflow. */
function Removal({ workflow, isChanged, onForget, onGone }: RemovalProps) {
  const t = useTranslate();
  const { isBusy, refusal, send } = useCommand(DeleteWorkflowDocument);
  const remove = async ({ id }: StoredWorkflow) => {
    const outcome = await send({ id });
    if (outcome.refusal === undefined) onGone();
  };
  if (isChanged) {
    return (
      <div>
        <DeleteButton
          key="typed"
          label={t("rules.discard")}
          question={t("rules.discardTyped")}
          confirm={t("company.discard")}
          busy={false}
          onConfirm={onForget}
        />
      </div>
    );
  }
  if (workflow === undefined) return null;
  return (
    <div>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <DeleteButton
        key="saved"
        label={t("company.delete")}
        question={t("workflows.deleteThis", { name: workflow.draft.name })}
        confirm={t("company.confirmDelete")}
        busy={isBusy}
        onConfirm={() => void remove(workflow)}
      />
    </div>
  );
}
