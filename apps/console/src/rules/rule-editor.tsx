import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";

import { useIsWide } from "../design/break-points.ts";
import { Button } from "../design/button.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Tag } from "../design/status.tsx";
import { kindText } from "../document/kind.ts";
import { DeleteButton } from "../frame/delete-button.tsx";
import { DiscardRuleDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { AboutCard } from "./about-card.tsx";
import { ConditionsCard } from "./conditions-card.tsx";
import { DirectoryContext } from "./directory.ts";
import { DeleteRule } from "./delete-rule.tsx";
import { conditionsPossible, currencyOf, originOfNew } from "./kinds.ts";
import { FieldsCard } from "./fields-card.tsx";
import { FindingsCard } from "./findings-card.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { hasExpressions } from "./rule-draft.ts";
import type { Rule } from "./rule.ts";
import { RuleVersions } from "./rule-versions.tsx";
import styles from "./rules.module.css";
import { SentenceCard } from "./sentence-card.tsx";
import { conditionsText } from "./sentence.ts";
import { StagesCard } from "./stages-card.tsx";
import { SwitchCard } from "./switch-card.tsx";
import { StateTag } from "./state-tag.tsx";
import { type StoredRule, draftOf, inputOf, ruleIn, ruleOf } from "./stored-rule.ts";
import { TryPart } from "./try-part.tsx";
import { type RuleEditor as Editor, useRuleEditor } from "./use-rule-editor.ts";
import { type KnownRules, directoryOf } from "./use-rules.ts";
import { FOCUS_PLACES, returnFocus } from "../frame/use-focus-return.ts";

interface RuleEditorProps {
  kind: string;
  /** Absent: a new one. */
  rule: StoredRule | undefined;
  known: KnownRules;
  reload: () => Promise<void>;
  /** Goes to a rule of the kind, or to all of them. */
  goTo: (id: string | undefined) => Promise<void>;
  back: ReactNode;
}

/** A rule: its sentence, its conditions and stages, what would happen, and its versions. */
export function RuleEditor({ kind, rule, known, reload, goTo, back }: RuleEditorProps) {
  const t = useTranslate();
  const locale = useFormats();
  const isWide = useIsWide();
  const announce = useAnnounce();
  const [isPublishing, setIsPublishing] = useState(false);
  const version = rule?.version ?? 0;
  const publishedVersion = useRef(version);
  const hasDraft = rule?.draft != null;
  useEffect(() => {
    if (version === publishedVersion.current) return;
    publishedVersion.current = version;
    // Somebody else published another draft: this one is compared with that.
    if (hasDraft) return;
    setIsPublishing(false);
    // The button that published is gone with the draft.
    returnFocus([FOCUS_PLACES.title]);
  }, [version, hasDraft]);
  const origin = rule?.origin ?? originOfNew(kind);
  const storedRule = useMemo<Rule>(
    () => (rule ? ruleOf(rule, rule.draft ?? rule, known.groups) : { kind, origin, stages: [] }),
    [rule, known, kind, origin],
  );
  const base = useMemo(() => draftOf(storedRule), [storedRule]);
  const editor = useRuleEditor(kind, rule, base, reload);
  const { draft, errorOf, onAction } = editor;
  const sentenceRule = ruleIn(kind, origin, draft);
  const directory = useMemo(() => directoryOf(known, kind), [known, kind]);
  const save = async () => {
    if (editor.isChanged || rule === undefined || editor.faults.length > 0) {
      return editor.save(goTo);
    }
    return true;
  };
  const review = async () => {
    if (await save()) setIsPublishing(true);
  };
  const keepDraft = async () => {
    if (await save()) announce(t("rules.draftSaved"));
  };
  const canPublish = editor.isChanged || rule === undefined || rule.draft != null;
  const tryIt = (
    <TryPart
      rule={sentenceRule}
      written={inputOf(kind, rule, draft)}
      known={known}
      isComplete={editor.faults.length === 0}
    />
  );
  return (
    <DirectoryContext value={directory}>
      <Page
        title={titleOf(t, locale, sentenceRule, rule === undefined && draft.stages.length === 0)}
        above={back}
        isWide
        actions={
          <>
            {editor.isChanged ? (
              <Button onPress={() => void keepDraft()} busy={editor.isSaving && !isPublishing}>
                {t("rules.saveDraft")}
              </Button>
            ) : null}
            {canPublish ? (
              <Button look="primary" onPress={() => void review()} busy={editor.isSaving}>
                {t("rules.publish")}
              </Button>
            ) : null}
          </>
        }
      >
        <RuleState rule={rule} editor={editor} />
        <div className={styles["page"]}>
          <Stack>
            <SentenceCard rule={sentenceRule} />
            <ConditionsCard
              conditions={draft}
              possible={conditionsPossible(sentenceRule)}
              currency={currencyOf(known.rules)}
              onAction={onAction}
              errorOf={errorOf}
              always={t(origin === "DEFAULT" ? "rules.always.DEFAULT" : "rules.always")}
            />
            <FieldsCard fields={draft.fields} isNeeded={hasExpressions(draft)} onAction={onAction} />
            <StagesCard stages={draft.stages} onAction={onAction} errorOf={errorOf} />
            <FindingsCard workflowId={rule?.workflowId ?? undefined} draft={draft} faults={editor.faults} />
            {rule === undefined || rule.state === "DRAFT" || origin === "DEFAULT" ? null : (
              <SwitchCard rule={rule} known={known} reload={reload} />
            )}
            {isWide ? null : tryIt}
            <AboutCard
              rule={rule}
              name={draft.name ?? ""}
              onAction={onAction}
              errorOf={errorOf}
              reload={reload}
            />
            {rule === undefined || rule.state === "DRAFT" ? null : (
              <RuleVersions key={`${rule.version} ${rule.state} ${rule.order}`} rule={rule} />
            )}
            <RuleRemoval
              rule={rule}
              known={known}
              editor={editor}
              reload={reload}
              onGone={() => void goTo(undefined)}
            />
          </Stack>
          {isWide ? tryIt : null}
        </div>
      </Page>
      {isPublishing && hasDraft ? (
        <PublishDialog
          rule={rule}
          known={known}
          onClose={() => setIsPublishing(false)}
          onPublished={async () => {
            await reload();
            setIsPublishing(false);
            announce(t("rules.published"));
          }}
          onOutdated={() => {
            announce(t("rules.publish.outdated"));
            void reload();
          }}
        />
      ) : null}
    </DirectoryContext>
  );
}

/** The title of a rule's page: its kind, and when it applies. */
function titleOf(t: Translate, locale: string, rule: Rule, isEmpty: boolean): string {
  const kind = kindText(t, rule.kind);
  if (isEmpty) return t("rules.newOf", { kind });
  return t("rules.title.of", { kind, when: conditionsText(t, locale, rule) });
}

/** Whether the rule is in force, what is not, and what keeps it from being saved. */
function RuleState({ rule, editor }: { rule: StoredRule | undefined; editor: Editor }) {
  const t = useTranslate();
  const { refusal, isChanged } = editor;
  if (rule === undefined && !isChanged && refusal === undefined) return null;
  return (
    <Stack gap="small">
      <Row>
        {rule === undefined ? null : <StateTag rule={rule} />}
        {rule?.draft != null && rule.state !== "DRAFT" ? (
          <Tag tone="waiting">{t("rules.hasDraft")}</Tag>
        ) : null}
        {isChanged ? <Tag tone="accent">{t("workflows.unsaved")}</Tag> : null}
      </Row>
      {rule !== undefined && rule.sharedBy > 0 ? (
        <Muted tone="warn">{t("rules.shared", { count: rule.sharedBy })}</Muted>
      ) : null}
      {refusal ? <Failure>{refusal.message}</Failure> : null}
    </Stack>
  );
}

interface RuleRemovalProps {
  /** Absent: a new one. */
  rule: StoredRule | undefined;
  known: KnownRules;
  editor: Editor;
  reload: () => Promise<void>;
  onGone: () => void;
}

/** Takes back what is not in force: what was typed, a draft, or a rule that is switched off. */
function RuleRemoval({ rule, known, editor, reload, onGone }: RuleRemovalProps) {
  const t = useTranslate();
  const { send, isBusy, refusal } = useCommand(DiscardRuleDocument);
  const isGone = rule?.state === "DRAFT" || (rule?.draft == null && rule?.state === "OFF");
  const discard = async () => {
    if (editor.isChanged || rule === undefined) return editor.forget();
    const outcome = await send({ id: rule.id, expectedVersion: rule.draft?.version ?? 0 });
    if (outcome.refusal) return undefined;
    editor.forget();
    return isGone ? onGone() : reload();
  };
  if (!editor.isChanged && !isGone && rule?.draft == null) return null;
  if (!editor.isChanged && rule?.draft == null && rule?.state === "OFF") {
    return <DeleteRule rule={rule} known={known} onDeleted={onGone} />;
  }
  return (
    <div>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <DeleteButton
        key={editor.isChanged ? "typed" : "saved"}
        label={t(editor.isChanged || !isGone ? "rules.discard" : "company.delete")}
        question={t(
          editor.isChanged ? "rules.discardTyped" : isGone ? "rules.deleteThis" : "rules.discardDraft",
        )}
        confirm={t(editor.isChanged || !isGone ? "company.discard" : "company.confirmDelete")}
        busy={isBusy}
        onConfirm={() => void discard()}
      />
    </div>
  );
}
