import { Button } from "../design/button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { ChangeList } from "./changes.tsx";
import styles from "./outdated.module.css";
import type { Revision, Task } from "./task.ts";

interface OutdatedProps {
  /** The revision of the task that was looked at. */
  expected: string;
  /** The task as it is now. */
  task: Pick<Task, "revision" | "document">;
  revisions: readonly Revision[];
  onAccept: () => void;
}

const countsOf = (revision: string) => {
  const [document = 0, stage = 0] = revision.split(".").map(Number);
  return { document, stage };
};

/** The changes made while a command was being prepared, to be read before it is sent. */
export function Outdated({ expected, task, revisions, onAccept }: OutdatedProps) {
  const t = useTranslate();
  const [seenCounts, now] = [countsOf(expected), countsOf(task.revision)];
  const unseenRevisions = revisions.filter(
    (candidate) => candidate.revision > seenCounts.document && candidate.revision <= now.document,
  );
  return (
    <div role="alert" className={styles["outdated"]}>
      <p>
        <strong>{t("outdated.title")}</strong> {t("outdated.lead")}
      </p>
      {seenCounts.stage === now.stage ? null : <p>{t("outdated.stage")}</p>}
      {unseenRevisions.map((unseenRevision) => (
        <ChangeList key={unseenRevision.revision} revision={unseenRevision} document={task.document} />
      ))}
      <div>
        <Button onPress={onAccept}>{t("outdated.accept")}</Button>
      </div>
    </div>
  );
}
