import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { FollowWorkflowDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { type ChosenWorkflow, WorkflowPicker } from "./workflow-picker.tsx";
import { isOrderKind } from "./kinds.ts";
import styles from "./rules.module.css";
import type { StoredRule } from "./stored-rule.ts";

interface ExpertCardProps {
  rule: StoredRule;
  workflowId: string;
  reload: () => Promise<void>;
}

/** The workflow behind a rule: the way to its details, and the choice of another one for rules of orders. */
export function ExpertCard({ rule, workflowId, reload }: ExpertCardProps) {
  const t = useTranslate();
  const canFollow = isOrderKind(rule.kind) && rule.origin !== "DEFAULT";
  return (
    <details className={styles["more"]}>
      <summary>{t("rules.expert")}</summary>
      <Stack>
        <Muted>{t("rules.expert.workflow")}</Muted>
        <Link to="/rules/workflows/$workflowId" params={{ workflowId }}>
          {rule.name ?? t("rules.workflow")}
        </Link>
        {canFollow ? <OtherWorkflow rule={rule} reload={reload} /> : null}
      </Stack>
    </details>
  );
}

function OtherWorkflow({ rule, reload }: Pick<ExpertCardProps, "rule" | "reload">) {
  const t = useTranslate();
  const announce = useAnnounce();
  const [chosenWorkflow, setChosenWorkflow] = useState<ChosenWorkflow>();
  const { send, isBusy, refusal } = useCommand(FollowWorkflowDocument);
  const follow = async (workflowId: string) => {
    const outcome = await send({ id: rule.id, workflowId });
    if (outcome.refusal) return;
    await reload();
    setChosenWorkflow(undefined);
    announce(t("workflows.saved"));
  };
  return (
    <Stack gap="small">
      <WorkflowPicker value={chosenWorkflow} onChange={setChosenWorkflow} error={undefined} />
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <Row>
        <Button
          isDisabled={chosenWorkflow === undefined}
          busy={isBusy}
          onPress={() => {
            if (chosenWorkflow) void follow(chosenWorkflow._id);
          }}
        >
          {t("rules.expert.follow")}
        </Button>
      </Row>
    </Stack>
  );
}
