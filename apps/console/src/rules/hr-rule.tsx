import type { ReactNode } from "react";

import { Card } from "../design/layout.tsx";
import { Page } from "../design/page.tsx";
import { kindText } from "../document/kind.ts";
import { Awaited } from "../frame/awaited.tsx";
import { PoliciesDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { PolicyForm } from "../policies/policy-form.tsx";
import { DirectoryContext } from "./directory.ts";
import { hrKindOf } from "./kinds.ts";
import { namesIn } from "./stored-rule.ts";
import { directoryOf, useRules } from "./use-rules.ts";

interface HrRuleProps {
  kind: string;
  back: ReactNode;
  /** Leaves the form. */
  onClose: () => void;
}

/** The rule of documents of human resources: the policy of their kind, level by level. */
export function HrRule({ kind, back, onClose }: HrRuleProps) {
  const t = useTranslate();
  const { data, refusal, refresh } = useRead(PoliciesDocument, {});
  const { known, refusal: rulesRefusal, reload } = useRules(kind);
  const policies = known && data?.hrApprovalPolicyPage.data;
  const retry = () => {
    refresh();
    void reload();
  };
  const hrKind = hrKindOf(kind);
  return (
    <Page
      title={t("rules.title.of", { kind: kindText(t, kind), when: t("rules.everyDocument") })}
      lead={t("policies.lead")}
      above={back}
    >
      <Awaited answer={policies} refusal={refusal ?? rulesRefusal} onRetry={retry} lines={6} />
      {policies === undefined || known === undefined ? null : (
        <DirectoryContext value={directoryOf(known)}>
          <Card aria-labelledby="policy-levels">
            <h2 id="policy-levels">{t("rules.ask")}</h2>
            <PolicyForm
              kind={hrKind}
              policy={policies.find((policy) => policy.kind === hrKind)}
              nameOf={namesIn(
                known.groups,
                known.rules.flatMap(({ people }) => people),
              )}
              onClose={onClose}
              onSaved={refresh}
            />
          </Card>
        </DirectoryContext>
      )}
    </Page>
  );
}
