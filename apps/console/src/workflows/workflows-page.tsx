import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useDeferredValue, useState } from "react";
import { useMutation, useQuery } from "urql";

import company from "../company/company.module.css";
import { Pager } from "../company/pager.tsx";
import { messageAt, useRefusalOf } from "../company/refusal.ts";
import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Awaited, Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Written } from "../design/values.tsx";
import { CreateWorkflowDocument, WorkflowsDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useIsKept, useKeptText } from "../shell/kept.ts";
import styles from "./workflows.module.css";

const PAGE = 50;

/** The company's workflows. */
export function WorkflowsPage() {
  const t = useTranslate();
  const isKept = useIsKept();
  const [page, setPage] = useState(0);
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const [{ data, error }, execute] = useQuery({
    query: WorkflowsDocument,
    variables: { skip: page * PAGE, take: PAGE, keyword },
    requestPolicy: "network-only",
  });
  const found = data?.workflowPage;
  return (
    <Page title={t("workflows.title")} lead={t("workflows.lead")}>
      <div className={company["head"]}>
        <NewWorkflow />
        <div className={styles["search"]}>
          <TextField
            label={t("workflows.search")}
            value={text}
            onChange={(next) => {
              setText(next);
              setPage(0);
            }}
            maxLength={200}
          />
        </div>
      </div>
      <Awaited
        answer={found}
        error={error}
        onRetry={() => execute({ requestPolicy: "network-only" })}
        lines={4}
      />
      {found?.data.length === 0 ? (
        <Empty icon="flow" title={t(keyword === "" ? "workflows.empty" : "workflows.nothingFound")} />
      ) : null}
      <ul className={styles["list"]}>
        {found?.data.map(({ _id, name, ref, status, stages }) => (
          <li key={_id}>
            <Link to="/workflows/$workflowId" params={{ workflowId: _id }} className={styles["workflow"]}>
              <strong className={styles["listName"]}>
                <Written>{name ?? "–"}</Written>
              </strong>
              <span className={styles["about"]}>
                {isKept(`workflow.${_id}`) ? (
                  <strong className={styles["warning"]}>{t("workflows.unsaved")} · </strong>
                ) : null}
                {t(`workflows.${status}`)} · {t("workflows.stageCount", { count: stages.length })}
                {ref == null ? null : ` · ${ref}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {found === undefined ? null : <Pager page={page} size={PAGE} total={found.total} onChange={setPage} />}
    </Page>
  );
}

function NewWorkflow() {
  const t = useTranslate();
  const navigate = useNavigate();
  const refusalOf = useRefusalOf();
  const [name, setName] = useKeptText("workflow.new");
  const [{ fetching, error }, create] = useMutation(CreateWorkflowDocument);
  const refusal = error && refusalOf(error);
  const save = async () => {
    const { data } = await create({ input: { name: name.trim() } });
    if (data === undefined) return;
    setName("");
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
        error={messageAt(refusal, "name") ?? refusal?.message}
      />
      <Button type="submit" look="primary" busy={fetching} isDisabled={name.trim() === ""}>
        {t("workflows.create")}
      </Button>
    </form>
  );
}
