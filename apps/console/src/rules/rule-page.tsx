import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";

import { Icon } from "../design/icon.tsx";
import { Empty, Failure, Loading } from "../design/notice.tsx";
import { kindText } from "../document/kind.ts";
import { useTranslate } from "../messages/i18n.ts";
import { isHrKind } from "./kinds.ts";
import { PolicyEditor } from "./policy-editor.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import styles from "./rules.module.css";
import { useRules } from "./use-rules.ts";

interface Form {
  ruleId: string;
  number: number;
  /** The new rule that was just saved. */
  savedId?: string;
}

/** One rule, to read, write, try and publish (contract-3, CON-17). */
export function RulePage() {
  const { kind = "", ruleId = "" } = useParams({ strict: false });
  // Each address has a form of its own; that of a new rule stays while the address gets the rule's id.
  const [form, setForm] = useState<Form>({ ruleId, number: 0 });
  if (form.ruleId !== ruleId) {
    setForm({ ruleId, number: form.savedId === ruleId ? form.number : form.number + 1 });
  }
  return (
    <OneRule
      key={`${kind} ${form.number}`}
      kind={kind}
      ruleId={ruleId}
      onSaved={(savedId) => setForm({ ...form, savedId })}
    />
  );
}

/** The way to the rules of a kind. */
function ToKind({ kind }: { kind: string }) {
  const t = useTranslate();
  return (
    <Link to="/rules/$kind" params={{ kind }} className={styles["back"]}>
      <Icon name="back" />
      {kindText(t, kind)}
    </Link>
  );
}

/** In the address of a rule that is not saved yet. */
const NEW = "new";

interface OneRuleProps {
  kind: string;
  ruleId: string;
  onSaved: (id: string) => void;
}

function OneRule({ kind, ruleId, onSaved }: OneRuleProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { known, refusal, reload } = useRules(kind);
  const goTo = async (id: string | undefined) => {
    if (id === undefined) return navigate({ to: "/rules/$kind", params: { kind } });
    onSaved(id);
    return navigate({ to: "/rules/$kind/$ruleId", params: { kind, ruleId: id }, replace: true });
  };
  if (known === undefined) {
    if (refusal) return <Failure onRetry={() => void reload()}>{refusal.message}</Failure>;
    return <Loading lines={8} />;
  }
  const back = <ToKind kind={kind} />;
  if (isHrKind(kind)) {
    return (
      <PolicyEditor
        kind={kind}
        policy={known.rules[0]}
        known={known}
        reload={reload}
        back={back}
        onClose={() => void goTo(undefined)}
      />
    );
  }
  const rule = known.rules.find(({ id }) => id === ruleId);
  if (rule === undefined && ruleId !== NEW) {
    return (
      <Empty icon="link" title={t("notFound.lead")}>
        {back}
      </Empty>
    );
  }
  return <RuleEditor kind={kind} rule={rule} known={known} reload={reload} goTo={goTo} back={back} />;
}
