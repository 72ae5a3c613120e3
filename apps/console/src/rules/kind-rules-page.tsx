import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";

import { MoveButtons } from "../company/move-buttons.tsx";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { List, Muted, Row, Stack } from "../design/layout.tsx";
import { Empty, Failure, Loading } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Tag } from "../design/status.tsx";
import { Moment, Written } from "../design/values.tsx";
import { FOCUS_PLACES, returnFocus } from "../frame/use-focus-return.ts";
import { kindText } from "../document/kind.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useIsKept } from "../shell/kept.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import type { ChangeSheet } from "./use-change-sheet.ts";
import { AmountsSwitch } from "./amounts-switch.tsx";
import { isHrKind, isOrderKind } from "./kinds.ts";
import styles from "./rules.module.css";
import { partsOf, sentenceOf } from "./sentence.ts";
import { StateTag } from "./state-tag.tsx";
import { type StoredRule, ruleOf } from "./stored-rule.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { type RuleMove, moveOf, useMoveRule } from "./use-move-rule.ts";
import { type KnownRules, useRules } from "./use-rules.ts";

/** The rules of a kind, in the order in which they are asked (contract-3, CON-17). */
export function KindRulesPage() {
  const { kind = "" } = useParams({ strict: false });
  return <OfKind key={kind} kind={kind} />;
}

function OfKind({ kind }: { kind: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { known, refusal, reload } = useRules(kind);
  const name = kindText(t, kind);
  const hasOnlyPolicy = isHrKind(kind);
  const canAdd = !hasOnlyPolicy || known?.rules.length === 0;
  return (
    <Page
      title={name}
      lead={t(hasOnlyPolicy ? "rules.leadOfPolicy" : "rules.leadOfKind")}
      above={
        <Link to="/rules" className={styles["back"]}>
          <Icon name="back" />
          {t("rules.title")}
        </Link>
      }
      actions={
        canAdd ? (
          <Button
            look="primary"
            onPress={() => void navigate({ to: "/rules/$kind/$ruleId", params: { kind, ruleId: "new" } })}
          >
            <Icon name="plus" size={16} />
            {t("rules.new")}
          </Button>
        ) : null
      }
    >
      {isOrderKind(kind) ? <AmountsSwitch /> : null}
      {refusal ? <Failure onRetry={() => void reload()}>{refusal.message}</Failure> : null}
      {known === undefined && refusal === undefined ? <Loading lines={4} /> : null}
      {known === undefined ? null : <RuleList kind={kind} known={known} reload={reload} />}
    </Page>
  );
}

interface RuleListProps {
  kind: string;
  known: KnownRules;
  reload: () => Promise<void>;
}

function RuleList({ kind, known, reload }: RuleListProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  // A rule that was never published has no place yet: it comes last.
  const movable = known.rules.filter(
    ({ origin, state }) => origin !== "DEFAULT" && origin !== "HR" && state !== "DRAFT",
  );
  const { putOrder, refusal, isBusy, clear } = useMoveRule(reload);
  const [shownMove, setShownMove] = useState<RuleMove>();
  const [lastMove, setLastMove] = useState<RuleMove>();
  const confirm = async (move: RuleMove, changeNote: ChangeSheet["changeNote"]) => {
    if (!(await putOrder(move, changeNote))) return;
    setShownMove(undefined);
    setLastMove(move);
    announce(t("rules.moved", { place: move.to + 1 }));
  };
  const undo = async ({ kind, before, after }: RuleMove) => {
    if (await putOrder({ kind, before: after, after: before })) announce(t("rules.move.undone"));
    setLastMove(undefined);
    // The button is gone with the move.
    returnFocus([FOCUS_PLACES.title]);
  };
  const hasDefault = known.rules.some(({ origin }) => origin === "DEFAULT");
  if (known.rules.length === 0) {
    return (
      <Empty icon="flow" title={t("rules.empty")}>
        {t(isHrKind(kind) ? "policies.none" : "rules.none")}
      </Empty>
    );
  }
  return (
    <Stack gap="small">
      {refusal && shownMove === undefined ? <Failure>{refusal.message}</Failure> : null}
      {lastMove === undefined ? null : (
        <Row>
          <span>{t("rules.moved", { place: lastMove.to + 1 })}</span>
          <Button autoFocus busy={isBusy} onPress={() => void undo(lastMove)}>
            {t("rules.move.undo")}
          </Button>
        </Row>
      )}
      <List isOrdered className={styles["rules"]} aria-label={t("rules.list")}>
        {known.rules.map((rule, index) => {
          const place = movable.indexOf(rule);
          return (
            <RuleRow
              key={rule.id}
              rule={rule}
              number={index + 1}
              known={known}
              place={place === -1 || movable.length < 2 ? undefined : { index: place, count: movable.length }}
              onMove={(to) => {
                clear();
                setLastMove(undefined);
                setShownMove(moveOf(movable, place, to));
              }}
            />
          );
        })}
      </List>
      {shownMove === undefined ? null : (
        <MoveDialog
          move={shownMove}
          known={known}
          command={{ refusal, isBusy }}
          onClose={() => setShownMove(undefined)}
          onConfirm={(changeNote) => confirm(shownMove, changeNote)}
        />
      )}
      {hasDefault || isHrKind(kind) ? null : (
        <Muted>{t(isOrderKind(kind) ? "rules.otherwise" : "rules.otherwiseNamed")}</Muted>
      )}
    </Stack>
  );
}

interface RuleRowProps {
  rule: StoredRule;
  /** Its place among all. */
  number: number;
  known: KnownRules;
  /** Absent where it cannot be moved. */
  place: { index: number; count: number } | undefined;
  onMove: (to: number) => void;
}

function RuleRow({ rule, number, known, place, onMove }: RuleRowProps) {
  const t = useTranslate();
  const locale = useFormats();
  const isKept = useIsKept();
  const { id, kind, state, draft, version, publishedBy, publishedAt } = rule;
  const sentenceRule = ruleOf(rule, rule, known.groups);
  return (
    <li className={styles["rule"]}>
      <span className={styles["number"]} aria-hidden="true">
        {number}
      </span>
      <Stack gap="tight">
        <Link to="/rules/$kind/$ruleId" params={{ kind, ruleId: id }} className={styles["ruleLink"]}>
          {partsOf(t, locale, sentenceRule).map(({ text, isStrong }, part) =>
            // oxlint-disable-next-line react/no-array-index-key
            isStrong ? (
              <strong key={part}>
                <Written>{text}</Written>
              </strong>
            ) : (
              <span key={part}>{text}</span>
            ),
          )}
        </Link>
        <Row>
          {state === "IN_FORCE" ? null : <StateTag rule={rule} />}
          {draft != null && state !== "DRAFT" ? <Tag tone="waiting">{t("rules.hasDraft")}</Tag> : null}
          {isKept(`rule.${kind}.${id}`) ? <Tag tone="accent">{t("workflows.unsaved")}</Tag> : null}
          <Muted as="span">
            {version === 0 ? null : t("rules.versionNumber", { version })}
            {publishedBy?.name == null ? null : (
              <>
                {version === 0 ? null : " · "}
                <Written>{publishedBy.name}</Written>
              </>
            )}
            {publishedAt == null ? null : (
              <>
                {" · "}
                <Moment at={publishedAt} />
              </>
            )}
          </Muted>
        </Row>
      </Stack>
      {place === undefined ? null : (
        <MoveButtons
          name={sentenceOf(t, locale, sentenceRule)}
          index={place.index}
          count={place.count}
          onMove={onMove}
        />
      )}
    </li>
  );
}
