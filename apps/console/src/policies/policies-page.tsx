import { List, Muted } from "../design/layout.tsx";
import { Page } from "../design/page.tsx";
import { stageText } from "../document/kind.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { RecordCard } from "../frame/record-card.tsx";
import { type HrApprovalKind, PoliciesDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { hrKindText } from "./hr-kind.ts";
import { type Policy, PolicyForm } from "./policy-form.tsx";
import styles from "./policies.module.css";

const KINDS: readonly HrApprovalKind[] = ["LEAVE", "CLAIM", "LOAN", "ADVANCE"];

/** The approvers of each kind of HR document, level by level. */
export function PoliciesPage() {
  const t = useTranslate();
  const { data, ...read } = useRead(PoliciesDocument, {});
  const policies = data?.hrApprovalPolicyPage.data;
  return (
    <Page title={t("policies.title")} lead={t("policies.lead")}>
      <PagedList of={{ ...read, rows: policies && KINDS }} lines={6} look="cards">
        {(kind) => (
          <OfKind
            key={kind}
            kind={kind}
            policy={policies?.find((policy) => policy.kind === kind)}
            onSaved={read.refresh}
          />
        )}
      </PagedList>
    </Page>
  );
}

interface OfKindProps {
  kind: HrApprovalKind;
  policy: Policy | undefined;
  onSaved: () => void;
}

function OfKind({ kind, policy, onSaved }: OfKindProps) {
  const t = useTranslate();
  const name = hrKindText(t, kind);
  const levels = policy?.levels.toSorted((left, right) => left.order - right.order) ?? [];
  return (
    <RecordCard
      kept={`policy.${kind}`}
      title={name}
      about={policy === undefined ? <Muted tone="warn">{t("policies.none")}</Muted> : null}
      edit={{
        text: t(policy ? "company.edit" : "workflows.create"),
        name: t(policy ? "policies.editThis" : "policies.createThis", { name }),
      }}
      summary={
        <List look="bare" isOrdered className={styles["way"]}>
          {levels.map(({ role }) => (
            <li key={role}>{stageText(t, role)}</li>
          ))}
        </List>
      }
      form={(close) => <PolicyForm kind={kind} policy={policy} onClose={close} onSaved={onSaved} />}
    />
  );
}
