import { Card, Muted, Row, Stack } from "../design/layout.tsx";
import { Tag } from "../design/status.tsx";
import { Moment, Written } from "../design/values.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { useCursor } from "../frame/use-cursor.ts";
import { RuleHistoryDocument } from "../graphql/generated/documents.ts";
import { useLocale, useTranslate } from "../messages/i18n.ts";
import styles from "./rules.module.css";
import type { StoredRule } from "./stored-rule.ts";

/** Changes that are read at once. */
const PAGE = 10;

/** The versions, switches and moves of a rule, each with what it changed, in words (contract-4, HIST-3). */
export function RuleVersions({ rule: { id: ruleId, kind, state, version } }: { rule: StoredRule }) {
  const t = useTranslate();
  const locale = useLocale();
  const changes = useCursor({
    query: RuleHistoryDocument,
    variables: (before) => ({ kind, ruleId, before, take: PAGE, locale }),
    pageOf: ({ ruleHistory }) => ({
      data: ruleHistory,
      next: ruleHistory.length < PAGE ? null : ruleHistory.at(-1)?.at,
    }),
  });
  return (
    <Card aria-labelledby="rule-versions">
      <h2 id="rule-versions">{t("rules.versions")}</h2>
      <PagedList of={changes} lines={2} look="bare" className={styles["versions"]}>
        {({ at, version: publishedVersion, text, differences, changeNote }) => (
          <li key={at}>
            <Stack gap="tight">
              <Row>
                <strong>
                  <Written>{text}</Written>
                </strong>
                {publishedVersion === version && state === "IN_FORCE" ? (
                  <Tag tone="good">{t("rules.state.IN_FORCE")}</Tag>
                ) : null}
              </Row>
              <Muted>
                <Moment at={at} />
              </Muted>
              {differences.length === 0 ? null : (
                <ul>
                  {differences.map((difference) => (
                    <li key={difference.path}>
                      <Written>{difference.text}</Written>
                    </li>
                  ))}
                </ul>
              )}
              {changeNote == null || changeNote.documents === 0 ? null : (
                <Muted>{t("rules.versions.replayed", changeNote)}</Muted>
              )}
              {changeNote?.note == null ? null : (
                <Muted>
                  <Written>{changeNote.note}</Written>
                </Muted>
              )}
            </Stack>
          </li>
        )}
      </PagedList>
    </Card>
  );
}
