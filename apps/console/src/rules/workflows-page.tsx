import { Link, useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted } from "../design/layout.tsx";
import { Empty, Failure, Loading } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Tag } from "../design/status.tsx";
import { Written } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { usePages } from "../frame/use-pages.ts";
import { WorkflowsDocument, type WorkflowsQuery } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useIsKept } from "../shell/kept.ts";
import styles from "./rules.module.css";
import type { StoredRule } from "./stored-rule.ts";
import { useRulesOfWorkflows } from "./use-rules.ts";

const PAGE = 50;

/** The company's workflows: those that documents name themselves, and the way to the rules that ask the others. */
export function WorkflowsPage() {
  const t = useTranslate();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const { rules, refusal } = useRulesOfWorkflows();
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
      actions={
        <Button
          look="primary"
          onPress={() => void navigate({ to: "/rules/workflows/$workflowId", params: { workflowId: "new" } })}
        >
          <Icon name="plus" size={16} />
          {t("workflows.new")}
        </Button>
      }
    >
      <TextField label={t("workflows.search")} value={text} onChange={setText} maxLength={200} />
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      {rules === undefined && refusal === undefined ? <Loading lines={4} /> : null}
      {rules === undefined ? null : (
        <PagedList
          of={workflowPages}
          lines={4}
          empty={
            <Empty icon="flow" title={t(keyword === "" ? "workflows.empty" : "workflows.nothingFound")} />
          }
        >
          {(workflow) => <Workflow key={workflow._id} workflow={workflow} rule={rules.get(workflow._id)} />}
        </PagedList>
      )}
    </Page>
  );
}

interface WorkflowProps {
  workflow: WorkflowsQuery["workflowPage"]["data"][number];
  /** The first rule that asks by it. */
  rule: StoredRule | undefined;
}

function Workflow({ workflow: { _id, name, ref, status, stages }, rule }: WorkflowProps) {
  const t = useTranslate();
  const isKept = useIsKept();
  const place =
    rule === undefined
      ? ({ to: "/rules/workflows/$workflowId", params: { workflowId: _id } } as const)
      : ({ to: "/rules/$kind/$ruleId", params: { kind: rule.kind, ruleId: rule.id } } as const);
  return (
    <li>
      <Link {...place} className={styles["workflow"]}>
        <strong>
          <Written>{name ?? "–"}</Written>
        </strong>
        <Muted as="span">
          {isKept(`workflow.${_id}`) ? <Tag tone="accent">{t("workflows.unsaved")}</Tag> : null}{" "}
          {rule === undefined
            ? t(`workflows.${status}`)
            : t("workflows.ofRule", { kind: kindText(t, rule.kind) })}
          {" · "}
          {t("workflows.stageCount", { count: stages.length })}
          {ref == null ? null : ` · ${ref}`}
        </Muted>
      </Link>
    </li>
  );
}
