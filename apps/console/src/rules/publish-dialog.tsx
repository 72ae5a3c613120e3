import { type FormEvent, useState } from "react";

import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { TextField } from "../design/field.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { PublishRuleDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { Compared } from "./compared.tsx";
import { comparedLines, linesOf } from "./rule-lines.ts";
import { sentenceOf } from "./sentence.ts";
import { type StoredRule, ruleOf } from "./stored-rule.ts";
import { useAsShown } from "./use-as-shown.ts";
import type { KnownRules } from "./use-rules.ts";
import styles from "./rules.module.css";

/** The engine's code where another version is in force than the one that was read. */
const OUTDATED = "CONFLICT";

interface PublishDialogProps {
  /** A rule with a draft. */
  rule: StoredRule;
  known: KnownRules;
  onClose: () => void;
  onPublished: () => Promise<void>;
  /** Called when somebody else has changed the rule since it was read. */
  onOutdated: () => void;
}

/** Shows what the draft of a rule changes, and puts it in force. */
export function PublishDialog({ rule, known, onClose, onPublished, onOutdated }: PublishDialogProps) {
  const t = useTranslate();
  const locale = useFormats();
  const [note, setNote] = useState("");
  const [isReading, setIsReading] = useState(false);
  const command = useCommand(PublishRuleDocument);
  const isNew = rule.state === "DRAFT";
  const draft = ruleOf(rule, rule.draft ?? rule, known.groups);
  const before = isNew ? [] : linesOf(t, locale, ruleOf(rule, rule, known.groups));
  const lines = comparedLines(before, linesOf(t, locale, draft));
  const [isOutdated, setIsOutdated] = useState(false);
  const isAsShown = useAsShown();
  const showAnew = () => {
    setIsOutdated(true);
    onOutdated();
  };
  const publish = async () => {
    setIsOutdated(false);
    setIsReading(true);
    try {
      if (await isAsShown(rule)) await send();
      else showAnew();
    } finally {
      setIsReading(false);
    }
  };
  const send = async () => {
    const { data, refusal } = await command.send({
      id: rule.id,
      expectedVersion: rule.version,
      note: note.trim() || null,
    });
    if (refusal?.code === OUTDATED) return showAnew();
    return data && onPublished();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter in the only field of a form sends it, too, while its button is busy.
    if (!isBusy) void publish();
  };
  const isBusy = command.isBusy || isReading;
  return (
    <Dialog title={t("rules.publish.title")} isOpen onClose={onClose} busy={isBusy} wide>
      <form onSubmit={submit}>
        <Stack>
          <p className={styles["said"]}>{sentenceOf(t, locale, draft)}</p>
          <Muted>
            {t(isNew ? "rules.publish.first" : "rules.publish.next", {
              version: rule.version + 1,
              before: rule.version,
            })}
          </Muted>
          <Compared lines={lines} isNew={isNew} />
          {rule.sharedBy > 0 ? (
            <Muted tone="warn">{t("rules.shared", { count: rule.sharedBy })}</Muted>
          ) : null}
          <TextField label={t("rules.note")} value={note} onChange={setNote} maxLength={2_000} />
          {isOutdated ? <Failure>{t("rules.publish.outdated")}</Failure> : null}
          {isOutdated || command.refusal === undefined ? null : <Failure>{command.refusal.message}</Failure>}
          <Row>
            <Button type="submit" look="primary" busy={isBusy} autoFocus>
              {t("rules.publish.confirm")}
            </Button>
            <Button look="quiet" isDisabled={isBusy} onPress={onClose}>
              {t("action.cancel")}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
