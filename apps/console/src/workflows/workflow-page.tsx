import { Link, useParams } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type CombinedError, useClient, useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Empty, Failure, Loading, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { CreateStageDocument, WorkflowDetailDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { StageEditor } from "./stage-editor.tsx";
import styles from "./workflows.module.css";

/** What became of a change. */
export type Outcome = { error?: CombinedError | undefined };

/** One workflow, to edit stage by stage. Each change is saved at once. */
export function WorkflowPage() {
  const t = useTranslate();
  const announce = useAnnounce();
  const failureText = useFailureText();
  const { workflowId = "" } = useParams({ strict: false });
  const [refusal, setRefusal] = useState<CombinedError>();
  const [{ data, error }, execute] = useQuery({
    query: WorkflowDetailDocument,
    variables: { id: workflowId },
    requestPolicy: "network-only",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  const change = async (work: PromiseLike<Outcome>): Promise<void> => {
    const { error: failed } = await work;
    setRefusal(failed);
    if (!failed) announce(t("workflows.saved"));
    refresh();
  };
  if (error) return <Failure onRetry={refresh}>{failureText(error)}</Failure>;
  if (data === undefined) return <Loading lines={8} />;
  const workflow = data.findWorkflow;
  if (workflow === null) return <Empty icon="link" title={t("notFound.lead")} />;
  const stages = workflow.stages.toSorted((left, right) => left.order - right.order);
  return (
    <Page title={workflow.name ?? "–"} lead={workflow.description ?? t("workflows.lead")}>
      <Link to="/workflows" className={styles["back"]}>
        <Icon name="back" />
        {t("workflows.title")}
      </Link>
      {refusal ? <Failure>{failureText(refusal)}</Failure> : null}
      {stages.length === 0 ? <p className={styles["about"]}>{t("workflows.noStages")}</p> : null}
      <ol className={styles["stages"]}>
        {stages.map((stage, index) => (
          <StageEditor
            key={stage._id}
            index={index}
            stages={stages}
            workflowId={workflowId}
            approvers={data.workflowApproverPage.data.filter(({ stageId }) => stageId === stage._id)}
            onChange={change}
          />
        ))}
      </ol>
      <NewStage workflowId={workflowId} order={(stages.at(-1)?.order ?? 0) + 1} onChange={change} />
    </Page>
  );
}

interface NewStageProps {
  workflowId: string;
  order: number;
  onChange: (work: PromiseLike<Outcome>) => Promise<void>;
}

function NewStage({ workflowId, order, onChange }: NewStageProps) {
  const t = useTranslate();
  const client = useClient();
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { workflowId, name: name.trim(), order };
    if (input.name === "") return;
    void onChange(client.mutation(CreateStageDocument, { input })).then(() => setName(""));
  };
  return (
    <form onSubmit={submit} className={styles["new"]}>
      <TextField label={t("workflows.addStage")} value={name} onChange={setName} maxLength={200} />
      <Button type="submit" look="primary" isDisabled={name.trim() === ""}>
        {t("workflows.create")}
      </Button>
    </form>
  );
}
