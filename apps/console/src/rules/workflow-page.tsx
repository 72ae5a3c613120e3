import { Link, Navigate, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "urql";

import { Icon } from "../design/icon.tsx";
import { Empty, Failure, Loading } from "../design/notice.tsx";
import { WorkflowToEditDocument, type WorkflowToEditQuery } from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./rules.module.css";
import { type KnownRules, useRulesOfWorkflows } from "./use-rules.ts";
import { storedWorkflow } from "./workflow-draft.ts";
import { WorkflowEditor } from "./workflow-editor.tsx";

/** In the address of a workflow that is not published yet. */
const NEW = "new";

/** One workflow, to edit; one that a rule asks is edited with its rule. */
export function WorkflowPage() {
  const { workflowId = "" } = useParams({ strict: false });
  const { rules, known, refusal } = useRulesOfWorkflows();
  if (refusal) return <Failure>{refusal.message}</Failure>;
  if (rules === undefined || known === undefined) return <Loading lines={8} />;
  const rule = rules.get(workflowId);
  if (rule !== undefined) {
    return <Navigate to="/rules/$kind/$ruleId" params={{ kind: rule.kind, ruleId: rule.id }} replace />;
  }
  return <OneWorkflow key={workflowId} workflowId={workflowId} known={known} />;
}

function OneWorkflow({ workflowId, known }: { workflowId: string; known: KnownRules }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const isNew = workflowId === NEW;
  const client = useClient();
  const refusalOf = useRefusalOf();
  const [answer, setAnswer] = useState<{ data?: WorkflowToEditQuery; refusal?: Refusal }>({});
  const reload = useCallback(async () => {
    if (isNew) return;
    const { data, error } = await client.query(WorkflowToEditDocument, { id: workflowId });
    // A failure, such as of the connection, leaves what was shown.
    setAnswer((before) => ({
      ...before,
      ...(data && { data }),
      ...(error && { refusal: refusalOf(error) }),
    }));
  }, [client, isNew, refusalOf, workflowId]);
  useEffect(() => void reload(), [reload]);
  const { data, refusal } = answer;
  if (data === undefined && !isNew) {
    if (refusal) return <Failure onRetry={() => void reload()}>{refusal.message}</Failure>;
    return <Loading lines={8} />;
  }
  const back = (
    <Link to="/rules/workflows" className={styles["back"]}>
      <Icon name="back" />
      {t("workflows.title")}
    </Link>
  );
  const workflow = data && storedWorkflow(data, known.groups);
  if (workflow === undefined && !isNew) {
    return (
      <Empty icon="link" title={t("notFound.lead")}>
        {back}
      </Empty>
    );
  }
  return (
    <WorkflowEditor
      workflow={workflow}
      known={known}
      reload={reload}
      goTo={async (id) => {
        if (id === undefined) return navigate({ to: "/rules/workflows" });
        return navigate({ to: "/rules/workflows/$workflowId", params: { workflowId: id }, replace: true });
      }}
      back={back}
    />
  );
}
