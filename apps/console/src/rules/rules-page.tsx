import { Link } from "@tanstack/react-router";

import { Card, Muted, Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import { useTranslate } from "../messages/i18n.ts";
import { AmountsSwitch } from "./amounts-switch.tsx";
import { KindSummary } from "./kind-summary.tsx";
import { kindGroups } from "./kinds.ts";
import styles from "./rules.module.css";
import { useAllRules } from "./use-rules.ts";

/** The kinds of documents, each with the way to its rules (contract-3, CON-17). */
export function RulesPage() {
  const t = useTranslate();
  const groups = kindGroups(useKinds());
  const { known, refusal } = useAllRules(groups.flatMap(({ kinds }) => kinds));
  return (
    <Page title={t("rules.title")} lead={t("rules.lead")}>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      {groups.map((group) => (
        <Stack key={group.id} as="section" gap="small" aria-labelledby={`kinds-${group.id}`}>
          <h2 id={`kinds-${group.id}`}>{t(`rules.kinds.${group.id}`)}</h2>
          {group.id === "orders" ? <AmountsSwitch /> : null}
          <Card className={styles["kinds"]}>
            <ul>
              {group.kinds.map((kind) => (
                <li key={kind} className={styles["kind"]}>
                  <Link to="/rules/$kind" params={{ kind }} className={styles["kindLink"]}>
                    {kindText(t, kind)}
                  </Link>
                  <KindSummary kind={kind} known={known.get(kind)} />
                </li>
              ))}
            </ul>
          </Card>
        </Stack>
      ))}
      <Row as="section" aria-label={t("workflows.title")}>
        <Muted>{t("workflows.without")}</Muted>
        <Link to="/rules/workflows" className="alone">
          {t("workflows.title")}
        </Link>
      </Row>
    </Page>
  );
}
