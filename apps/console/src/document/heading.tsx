import { useEffect, useRef } from "react";

import { Button } from "../design/button.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Person } from "../design/person.tsx";
import { Status } from "../design/status.tsx";
import { Money, Moment, Written } from "../design/values.tsx";
import { isNarrow } from "../design/break-points.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./heading.module.css";
import { documentName, kindText } from "./kind.ts";
import { statusOf } from "./status-of.ts";
import { submitterName } from "./submitter-name.ts";
import type { Task } from "./task.ts";

interface HeadingProps {
  tasks: readonly Task[];
  /** Present where the reader may take the document back. */
  onRecall: (() => void) | undefined;
}

/** The document's name and status. */
export function Heading({ tasks, onRecall }: HeadingProps) {
  const t = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [task] = tasks as [Task];
  const { ref, kind, document, statedBy, createdAt } = task;
  useEffect(() => {
    // On a phone the document takes the place of the list, and the reader begins at its heading.
    if (isNarrow()) heading.current?.focus();
  }, []);
  return (
    <Stack as="header" gap="small">
      <p className={styles["kind"]}>
        {kindText(t, kind)}
        {ref && document?.title ? <Written>{ref}</Written> : null}
      </p>
      <Row>
        <h1 ref={heading} tabIndex={-1} id="document-title">
          <Written>{documentName(t, task)}</Written>
        </h1>
        <Status of={statusOf(tasks)} />
      </Row>
      {statedBy === "PERSON" ? (
        <Muted tone="warn">
          <strong>{t("document.statedByPerson")}</strong>
        </Muted>
      ) : null}
      {document?.amount ? (
        <p className={styles["amount"]}>
          <Money amount={document.amount} currency={document.currency} />
        </p>
      ) : null}
      <Row className={styles["submitter"]}>
        <Person name={submitterName(t, task)} />
        <span>
          {t("document.submitted")} <Moment at={createdAt} />
        </span>
        {onRecall === undefined ? null : (
          <Button size="small" onPress={onRecall}>
            {t("recall.open")}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
