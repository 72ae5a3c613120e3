import { Card, List, Muted, Row, Stack } from "../design/layout.tsx";
import { Tag } from "../design/status.tsx";
import { Moment, Written } from "../design/values.tsx";
import { Awaited } from "../frame/awaited.tsx";
import { RuleVersionsDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { stagesText } from "./sentence.ts";
import { type Groups, stagesOf } from "./stored-rule.ts";
import styles from "./rules.module.css";

interface RuleVersionsProps {
  /** The newest, if it is in force. */
  version: number | undefined;
  workflowId: string;
  groups: Groups;
}

/** Most versions that are shown. */
const SHOWN = 10;

/** The versions of a rule, each with the person who published it, and the time. */
export function RuleVersions({ version: current, workflowId, groups }: RuleVersionsProps) {
  const t = useTranslate();
  const locale = useFormats();
  const { data, refusal, refresh } = useRead(RuleVersionsDocument, { workflowId });
  const versions = data?.workflowVersions;
  return (
    <Card aria-labelledby="rule-versions">
      <h2 id="rule-versions">{t("rules.versions")}</h2>
      <Awaited answer={versions} refusal={refusal} onRetry={refresh} lines={2} />
      <List look="bare" className={styles["versions"]}>
        {versions
          ?.slice(0, SHOWN)
          .map(({ version, creator, createdAt, note, changeNote, stages, people }) => (
            <li key={version}>
              <Stack gap="tight">
                <Row>
                  <strong>{t("rules.version", { version })}</strong>
                  {version === current ? <Tag tone="good">{t("rules.state.IN_FORCE")}</Tag> : null}
                </Row>
                <Muted>
                  {creator?.name == null ? null : (
                    <>
                      <Written>{creator.name}</Written>
                      {" · "}
                    </>
                  )}
                  <Moment at={createdAt} />
                </Muted>
                <p>
                  <Written>{stagesText(t, locale, stagesOf(stages, groups, people))}</Written>
                </p>
                {changeNote == null || changeNote.documents === 0 ? null : (
                  <Muted>{t("rules.versions.replayed", changeNote)}</Muted>
                )}
                {(note ?? changeNote?.note) == null ? null : (
                  <Muted>
                    <Written>{note ?? changeNote?.note}</Written>
                  </Muted>
                )}
              </Stack>
            </li>
          ))}
      </List>
    </Card>
  );
}
