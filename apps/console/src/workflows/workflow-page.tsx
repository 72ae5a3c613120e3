import { Link, useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "urql";

import { Icon } from "../design/icon.tsx";
import { Empty, Failure, Loading } from "../design/notice.tsx";
import { useRefusalOf } from "../graphql/refusal.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type Loaded, loadWorkflow } from "./load-workflow.ts";
import { WorkflowEditor } from "./workflow-editor.tsx";
import styles from "./workflows.module.css";

/** One workflow, to edit. */
export function WorkflowPage() {
  const { workflowId = "" } = useParams({ strict: false });
  return <OneWorkflow key={workflowId} workflowId={workflowId} />;
}

function OneWorkflow({ workflowId }: { workflowId: string }) {
  const t = useTranslate();
  const client = useClient();
  const refusalOf = useRefusalOf();
  const [loadedPage, setLoadedPage] = useState<Loaded>();
  const load = useCallback(async () => {
    const next = await loadWorkflow(client, workflowId);
    setLoadedPage(next);
    return next;
  }, [client, workflowId]);
  useEffect(() => void load(), [load]);
  if (loadedPage === undefined) return <Loading lines={8} />;
  if ("error" in loadedPage) {
    return <Failure onRetry={() => void load()}>{refusalOf(loadedPage.error).message}</Failure>;
  }
  if (loadedPage.workflow === null) {
    return (
      <Empty icon="link" title={t("notFound.lead")}>
        <Link to="/rules/workflows">{t("workflows.title")}</Link>
      </Empty>
    );
  }
  return (
    <WorkflowEditor
      workflowId={workflowId}
      loaded={loadedPage.workflow}
      reload={load}
      back={
        <Link to="/rules/workflows" className={styles["back"]}>
          <Icon name="back" />
          {t("workflows.title")}
        </Link>
      }
    />
  );
}
