import { Card, List, Muted, Row, Stack } from "../design/layout.tsx";
import { Tag } from "../design/status.tsx";
import { Moment, Written } from "../design/values.tsx";
import { Awaited } from "../frame/awaited.tsx";
import { WorkflowVersionsDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { stagesText } from "./sentence.ts";
import { type Groups, stagesOf } from "./stored-rule.ts";
import styles from "./rules.module.css";

interface WorkflowVersionsProps {
  /** The newest, which is in force. */
  version: number;
  workflowId: string;
  groups: Groups;
}

/** Most versions that are shown. */
const SHOWN = 10;

/** The versions of a workflow without a rule, each with the person who published it, and the time. */
export function WorkflowVersions({ version: current, workflowId, groups }: WorkflowVersionsProps) {
  const t = useTranslate();
  const locale = useFormats();
  const { data, refusal, refresh } = useRead(WorkflowVersionsDocument, { workflowId });
  const versions = data?.workflowVersions;
  return (
    <Card aria-labelledby="workflow-versions">
      <h2 id="workflow-versions">{t("rules.versions")}</h2>
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
