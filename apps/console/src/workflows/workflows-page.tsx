import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useDeferredValue, useState } from "react";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted, Row } from "../design/layout.tsx";
import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Written } from "../design/values.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { usePages } from "../frame/use-pages.ts";
import { CreateWorkflowDocument, WorkflowsDocument } from "../graphql/generated/documents.ts";
import { messageAt } from "../graphql/refusal.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useIsKept, useKeptText } from "../shell/kept.ts";
import styles from "./workflows.module.css";

const PAGE = 50;

/** The company's workflows. */
export function WorkflowsPage() {
  const t = useTranslate();
  const isKept = useIsKept();
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const workflowPages = usePages({
    query: WorkflowsDocument,
    variables: (page) => ({ ...page, keyword }),
    size: PAGE,
    pageOf: ({ workflowPage }) => workflowPage,
  });
  return (
    <Page
      title={t("workflows.title")}
      lead={t("workflows.lead")}
      above={
        <Link to="/rules" className={styles["back"]}>
          <Icon name="back" />
          {t("rules.title")}
        </Link>
      }
    >
      <Row isSpread>
        <NewWorkflow />
        <div className={styles["search"]}>
          <TextField label={t("workflows.search")} value={text} onChange={setText} maxLength={200} />
        </div>
      </Row>
      <PagedList
        of={workflowPages}
        lines={4}
        empty={<Empty icon="flow" title={t(keyword === "" ? "workflows.empty" : "workflows.nothingFound")} />}
      >
        {({ _id, name, ref, status, stages }) => (
          <li key={_id}>
            <Link
              to="/rules/workflows/$workflowId"
              params={{ workflowId: _id }}
              className={styles["workflow"]}
            >
              <strong className={styles["listName"]}>
                <Written>{name ?? "–"}</Written>
              </strong>
              <Muted as="span">
                {isKept(`workflow.${_id}`) ? (
                  <strong className={styles["warning"]}>{t("workflows.unsaved")} · </strong>
                ) : null}
                {t(`workflows.${status}`)} · {t("workflows.stageCount", { count: stages.length })}
                {ref == null ? null : ` · ${ref}`}
              </Muted>
            </Link>
          </li>
        )}
      </PagedList>
    </Page>
  );
}

function NewWorkflow() {
  const t = useTranslate();
  const navigate = useNavigate();
  const [name, setName] = useKeptText("workflow.new");
  const { isBusy, refusal, send } = useCommand(CreateWorkflowDocument);
  const save = async () => {
    const { data } = await send({ input: { name: name.trim() } });
    if (data === undefined) return;
    setName("");
    await navigate({ to: "/rules/workflows/$workflowId", params: { workflowId: data.createWorkflow._id } });
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
      <Button type="submit" look="primary" busy={isBusy} isDisabled={name.trim() === ""}>
        {t("workflows.create")}
      </Button>
    </form>
  );
}
