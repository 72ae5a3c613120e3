import { Muted, Stack } from "../design/layout.tsx";
import { Failure, Loading } from "../design/notice.tsx";
import { Written, formatMoney } from "../design/values.tsx";
import { kindText, stageText } from "../document/kind.ts";
import type { ReplayRulesQuery } from "../graphql/generated/documents.ts";
import { ownersWords, useFormats, useTranslate } from "../messages/i18n.ts";
import { Sides } from "./compared.tsx";
import { sentenceOf } from "./sentence.ts";
import { ruleOf } from "./stored-rule.ts";
import type { ChangeReplay, ChangeSheet } from "./use-change-sheet.ts";
import type { KnownRules } from "./use-rules.ts";
import styles from "./rules.module.css";

type Replay = ReplayRulesQuery["replayRules"];
type Example = Replay["examples"][number];

/** How many of the documents that would go another way are named. */
const NAMED_MAX = 5;

interface ReplayedProps {
  sheet: ChangeSheet;
  /** The rules of the kind, whose sentences name what never applies; left out: nothing is said of that. */
  known?: KnownRules;
}

interface OutcomeProps extends ChangeReplay {
  known: KnownRules;
}

/** The replay of a change of rules over the documents of the last quarter (contract-4, HIST-1, HIST-2). */
export function Replayed({ sheet: { replays, isShown, refusal, refresh }, known }: ReplayedProps) {
  const t = useTranslate();
  return (
    <section aria-label={t("rules.replay")} aria-live="polite">
      <Stack gap="small">
        <h3>{t("rules.replay")}</h3>
        {refusal ? <Failure onRetry={refresh}>{refusal.message}</Failure> : null}
        {isShown ? null : <Loading lines={2} />}
        {replays.map(({ change, replay }) => (
          <Stack key={change.kind} gap="small">
            {replays.length > 1 ? <h4>{kindText(t, change.kind)}</h4> : null}
            {known === undefined ? null : <Findings replay={replay} change={change} known={known} />}
            <Outcome replay={replay} />
          </Stack>
        ))}
      </Stack>
    </section>
  );
}

function Outcome({ replay }: { replay: Replay }) {
  const t = useTranslate();
  const { documents, changed, unknown, more, onlySubmitted, examples, people } = replay;
  const unnamedCount = changed - Math.min(changed, NAMED_MAX, examples.length);
  return (
    <>
      <p>{documents === 0 ? t("rules.replay.none") : t("rules.replay.changed", { documents, changed })}</p>
      {examples.length === 0 ? null : (
        <div>
          <Sides />
          <dl className={styles["compared"]} aria-label={t("rules.replay.examples")}>
            {examples.slice(0, NAMED_MAX).map((example, place) => (
              // The same document may have been submitted twice.
              // oxlint-disable-next-line react/no-array-index-key
              <ExampleLine key={place} example={example} people={people} />
            ))}
          </dl>
        </div>
      )}
      {unnamedCount === 0 ? null : <Muted>{t("rules.replay.others", { count: unnamedCount })}</Muted>}
      {unknown === 0 ? null : <Muted>{t("rules.replay.unknown", { count: unknown })}</Muted>}
      {more ? <Muted>{t("rules.replay.newest")}</Muted> : null}
      {onlySubmitted ? <Muted>{t("rules.replay.onlySubmitted")}</Muted> : null}
    </>
  );
}

/** The rules that would never be asked, and the earlier ones that are the reason. */
function Findings({ replay: { neverApplies, shadowedBy }, change, known }: OutcomeProps) {
  const t = useTranslate();
  const locale = useFormats();
  const name = (id: string | null | undefined) => {
    const rule = known.rules.find((candidate) => candidate.id === (id ?? change.draft?.id));
    if (rule === undefined) return "–";
    const isDrafted = rule.id === change.draft?.id;
    return sentenceOf(t, locale, ruleOf(rule, (isDrafted ? rule.draft : undefined) ?? rule, known.groups));
  };
  const shadowedIds = new Set(shadowedBy.map(({ ruleId }) => ruleId ?? change.draft?.id));
  const findings = [
    ...shadowedBy.map(({ ruleId, byRuleId }) =>
      t("rules.replay.shadowed", { rule: name(ruleId), by: name(byRuleId) }),
    ),
    ...neverApplies
      .filter((id) => !shadowedIds.has(id))
      .map((id) => t("rules.replay.never", { rule: name(id) })),
  ];
  return findings.map((finding) => (
    <Muted key={finding} tone="warn">
      {finding}
    </Muted>
  ));
}

function ExampleLine({ example, people }: { example: Example; people: Replay["people"] }) {
  const t = useTranslate();
  const locale = useFormats();
  const { refId, ref, title, amount, currency, before, after } = example;
  const wayText = (stages: Example["before"]) =>
    stages
      .filter(({ included }) => included)
      .map(({ name, userIds }) => {
        const names = userIds.map((id) => people.find(({ _id }) => _id === id)?.name ?? "–");
        return `${stageText(t, name)}: ${names.join(", ") || t("rules.replay.nobody")}`;
      })
      .join(" → ") || t("rules.replay.nobody");
  return (
    <div data-changed>
      <dt>
        <Written>{title == null ? (ref ?? refId) : ownersWords(title)}</Written>
        {amount == null ? null : ` · ${formatMoney(locale, amount, currency)}`}
      </dt>
      <dd>
        <del>
          <span className="visuallyHidden">{t("rules.before")} </span>
          <Written>{wayText(before)}</Written>
        </del>
        <ins>
          <span className="visuallyHidden">{t("rules.after")} </span>
          <Written>{wayText(after)}</Written>
        </ins>
      </dd>
    </div>
  );
}
