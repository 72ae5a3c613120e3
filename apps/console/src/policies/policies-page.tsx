import { useState } from "react";
import { useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { Awaited } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { stageText } from "../document/kind.ts";
import { type HrApprovalKind, PoliciesDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import company from "../company/company.module.css";
import { useIsKept } from "../shell/kept.ts";
import { hrKindText } from "./hr-kind.ts";
import { type Policy, PolicyForm } from "./policy-form.tsx";
import styles from "./policies.module.css";

const KINDS: readonly HrApprovalKind[] = ["LEAVE", "CLAIM", "LOAN", "ADVANCE"];

/** The approvers of each kind of HR document, level by level. */
export function PoliciesPage() {
  const t = useTranslate();
  const [{ data, error }, execute] = useQuery({ query: PoliciesDocument, requestPolicy: "network-only" });
  const refresh = () => execute({ requestPolicy: "network-only" });
  const policies = data?.hrApprovalPolicyPage.data;
  return (
    <Page title={t("policies.title")} lead={t("policies.lead")}>
      <Awaited answer={policies} error={error} onRetry={refresh} lines={6} />
      {policies === undefined ? null : (
        <ul className={company["list"]}>
          {KINDS.map((kind) => (
            <OfKind
              key={kind}
              kind={kind}
              policy={policies.find((policy) => policy.kind === kind)}
              onSaved={refresh}
            />
          ))}
        </ul>
      )}
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
  const isKept = useIsKept();
  const [isOpen, setIsOpen] = useState(() => isKept(`policy.${kind}`));
  const name = hrKindText(t, kind);
  const levels = policy?.levels.toSorted((left, right) => left.order - right.order) ?? [];
  return (
    <li className={company["card"]}>
      <div className={company["head"]}>
        <h2>{name}</h2>
        {isOpen ? null : (
          <Button
            onPress={() => setIsOpen(true)}
            aria-label={t(policy ? "policies.editThis" : "policies.createThis", { name })}
          >
            {t(policy ? "company.edit" : "workflows.create")}
          </Button>
        )}
      </div>
      {policy === undefined ? <p className={company["warning"]}>{t("policies.none")}</p> : null}
      {isOpen ? (
        <PolicyForm
          kind={kind}
          policy={policy}
          onClose={() => setIsOpen(false)}
          onSaved={() => {
            setIsOpen(false);
            onSaved();
          }}
        />
      ) : (
        <ol className={styles["way"]}>
          {levels.map(({ role }) => (
            <li key={role}>{stageText(t, role)}</li>
          ))}
        </ol>
      )}
    </li>
  );
}
