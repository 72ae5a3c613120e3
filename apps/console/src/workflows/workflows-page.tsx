import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useMutation, useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Empty, Failure, Loading, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Written } from "../design/values.tsx";
import { CreateWorkflowDocument, WorkflowsDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./workflows.module.css";

/** The engine's longest page. */
const PAGE = 100;

/** The company's workflows. */
export function WorkflowsPage() {
  const t = useTranslate();
  const failureText = useFailureText();
  const [page, setPage] = useState(0);
  const [{ data, error }, execute] = useQuery({
    query: WorkflowsDocument,
    variables: { skip: page * PAGE, take: PAGE },
    requestPolicy: "network-only",
  });
  const found = data?.workflowPage;
  return (
    <Page title={t("workflows.title")} lead={t("workflows.lead")}>
      <NewWorkflow />
      {error ? (
        <Failure onRetry={() => execute({ requestPolicy: "network-only" })}>{failureText(error)}</Failure>
      ) : null}
      {found === undefined ? error ? null : <Loading lines={4} /> : null}
      {found?.data.length === 0 ? <Empty icon="flow" title={t("workflows.empty")} /> : null}
      <ul className={styles["list"]}>
        {found?.data.map(({ _id, name, stages }) => (
          <li key={_id}>
            <Link to="/workflows/$workflowId" params={{ workflowId: _id }} className={styles["workflow"]}>
              <strong>
                <Written>{name ?? "–"}</Written>
              </strong>
              <span className={styles["about"]}>{t("workflows.stageCount", { count: stages.length })}</span>
            </Link>
          </li>
        ))}
      </ul>
      {found === undefined || found.total <= PAGE ? null : (
        <div className={styles["row"]}>
          <Button isDisabled={page === 0} onPress={() => setPage(page - 1)}>
            {t("action.newer")}
          </Button>
          <Button isDisabled={(page + 1) * PAGE >= found.total} onPress={() => setPage(page + 1)}>
            {t("action.older")}
          </Button>
        </div>
      )}
    </Page>
  );
}

function NewWorkflow() {
  const t = useTranslate();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const [name, setName] = useState("");
  const [{ fetching, error }, create] = useMutation(CreateWorkflowDocument);
  const save = async () => {
    const { data } = await create({ input: { name: name.trim() } });
    if (data === undefined) return;
    await navigate({ to: "/workflows/$workflowId", params: { workflowId: data.createWorkflow._id } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") void save();
  };
  return (
    <form onSubmit={submit} className={styles["new"]}>
      <TextField
        label={t("workflows.new")}
        value={name}
        onChange={setName}
        maxLength={200}
        error={error ? failureText(error) : undefined}
      />
      <Button type="submit" look="primary" busy={fetching} isDisabled={name.trim() === ""}>
        {t("workflows.create")}
      </Button>
    </form>
  );
}
