import { Tag } from "../design/status.tsx";
import { useTranslate } from "../messages/i18n.ts";
import type { StoredRule } from "./stored-rule.ts";

const STATES = { DRAFT: "waiting", IN_FORCE: "good", OFF: "idle" } as const;

/** Whether a rule is in force. */
export function StateTag({ rule: { state } }: { rule: Pick<StoredRule, "state"> }) {
  const t = useTranslate();
  return <Tag tone={STATES[state]}>{t(`rules.state.${state}`)}</Tag>;
}
