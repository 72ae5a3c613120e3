import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { List, Muted, Stack } from "../design/layout.tsx";
import { Tag } from "../design/status.tsx";
import { Written, formatDay } from "../design/values.tsx";
import { DueMoment } from "../document/due.tsx";
import { seatText } from "../document/seat-reason.ts";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import type { ChosenPerson } from "../people/person-combobox.tsx";
import type { Rule } from "./rule.ts";
import styles from "./rules.module.css";
import { stageText as nameOfStage } from "../document/kind.ts";
import { stageText } from "./sentence.ts";
import type { Route } from "./use-trial.ts";

type TriedStage = Route["stages"][number];
type TriedSeat = TriedStage["seats"][number];

interface TriedRouteProps {
  route: Route;
  rule: Rule;
  /** Tries the same with somebody else. */
  onSubmitter: (person: ChosenPerson) => void;
}

/** A document's way: who is asked, in whose place, and what is left out. */
export function TriedRoute({ route: { stages, warnings }, rule, onSubmitter }: TriedRouteProps) {
  const t = useTranslate();
  const locale = useFormats();
  const askedByStage = new Map(
    stages.flatMap(({ seats }) => seats.map(({ userId, user }) => [userId, user?.name ?? "–"] as const)),
  );
  const includedStages = stages.filter((stage) => stage.included);
  const empty = includedStages.filter(({ seats }) => seats.length === 0).map(({ key }) => key);
  // A stage without anybody says so itself.
  const toldWarnings = warnings.filter(
    ({ code, stageKey }) => code !== "NOBODY_CAN_DECIDE" || !empty.includes(stageKey),
  );
  return (
    <Stack gap="small">
      <List look="bare" isOrdered className={styles["route"]} aria-label={t("rules.try.way")}>
        {stages.map((stage, place) => (
          <li key={stage.key ?? stage.name} data-out={!stage.included || undefined}>
            <span className={styles["mark"]} aria-hidden="true">
              {stage.included ? includedStages.indexOf(stage) + 1 : <Icon name="minus" size={14} />}
            </span>
            <Stack gap="tight">
              <strong>
                <Written>{nameOfStage(t, stage.name)}</Written>
              </strong>
              {stage.included ? (
                <Seats
                  stage={stage}
                  needed={rule.stages[place] && stageText(t, locale, rule.stages[place])}
                />
              ) : (
                <Muted>{t("rules.try.out")}</Muted>
              )}
              <Reason stage={stage} when={rule.stages[place]?.when ?? ""} />
            </Stack>
          </li>
        ))}
        {empty.length > 0 ? null : (
          <li>
            <span className={styles["mark"]} aria-hidden="true">
              <Icon name="check" size={14} />
            </span>
            <strong>{t("workflows.completed")}</strong>
          </li>
        )}
      </List>
      {toldWarnings.map((warning) => (
        <Muted key={warning.message} tone="warn">
          <Icon name="warning" size={14} /> <Written>{warningText(t, warning, stages)}</Written>
        </Muted>
      ))}
      {askedByStage.size === 0 ? null : (
        <details className={styles["more"]}>
          <summary>{t("rules.try.whatIf")}</summary>
          <div className={styles["whatIf"]}>
            {[...askedByStage].map(([id, name]) => (
              <Button key={id} size="small" onPress={() => onSubmitter({ id, name })}>
                {t("rules.try.submits", { name })}
              </Button>
            ))}
          </div>
        </details>
      )}
    </Stack>
  );
}

const WARNINGS = ["CONDITION_ERROR", "FACT_MISSING", "FACT_TYPE", "NOBODY_CAN_DECIDE"] as const;

/** A warning about a way, in a sentence. */
function warningText(
  t: Translate,
  { code, stageKey, message }: Route["warnings"][number],
  stages: readonly TriedStage[],
): string {
  const knownCode = WARNINGS.find((candidate) => candidate === code);
  const stage = stages.find(({ key }) => key === stageKey)?.name ?? "–";
  return knownCode === undefined ? message : t(`rules.warning.${knownCode}`, { stage });
}

function Seats({ stage, needed }: { stage: TriedStage; needed: string | undefined }) {
  const t = useTranslate();
  if (stage.seats.length === 0) return <Muted tone="warn">{t("rules.try.nobody")}</Muted>;
  return (
    <>
      {needed === undefined || stage.seats.length === 1 ? null : (
        <Muted>
          <Written>{needed}</Written>
        </Muted>
      )}
      <ul className={styles["seats"]}>
        {stage.seats.map((seat) => (
          <Seat key={seat.userId} seat={seat} />
        ))}
      </ul>
      {stage.dueAt == null ? null : (
        <Muted>
          {t("rules.try.due")} <DueMoment at={stage.dueAt} />
        </Muted>
      )}
    </>
  );
}

function Seat({ seat }: { seat: TriedSeat }) {
  const t = useTranslate();
  const locale = useFormats();
  const { user, substitutes } = seat;
  // Members of a group stand below its name already.
  const why = seat.reason === "GROUP" ? undefined : seatText(t, seat);
  return (
    <li>
      <Written>{user?.name ?? "–"}</Written>
      {why === undefined ? null : <Muted as="span"> {why}</Muted>}
      {substitutes.length === 0 ? null : (
        <div>
          <Tag tone="waiting">
            {t("rules.try.away", {
              hasDay: user?.away == null ? "no" : "yes",
              day: user?.away == null ? "" : formatDay(locale, user.away.until),
              names: new Intl.ListFormat(locale, { type: "disjunction" }).format(
                substitutes.map(({ name }) => name ?? "–"),
              ),
            })}
          </Tag>
        </div>
      )}
    </li>
  );
}

/** Why a stage with a condition of its own is on the way, or is not. */
function Reason({ stage: { reason }, when }: { stage: TriedStage; when: string }) {
  const t = useTranslate();
  if (reason === "UNVERIFIED") return <Muted>{t("rules.reason.UNVERIFIED")}</Muted>;
  if (when === "" || reason === "ALWAYS") return null;
  return (
    <Muted>
      {t(`rules.reason.${reason}`)} <Written>{when}</Written>
    </Muted>
  );
}
