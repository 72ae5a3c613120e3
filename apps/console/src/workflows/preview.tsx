import { useState } from "react";

import company from "../company/company.module.css";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Person } from "../design/person.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { type Step, type WalkRules, stepOf } from "./walk.ts";
import { type DraftStage, type WorkflowDraft, quorumOf } from "./workflow-draft.ts";
import styles from "./workflows.module.css";

const SOMEBODY_ELSE = "";
/** The others are counted. */
const SEATS_SHOWN = 12;

/** How a document would walk through the stages as they are edited now. */
export function Preview({ draft: { stages }, rules }: { draft: WorkflowDraft; rules: WalkRules }) {
  const t = useTranslate();
  const [chosenId, setChosenId] = useState(SOMEBODY_ELSE);
  const people = new Map(
    stages.flatMap(({ approvers }) => approvers.map(({ approverId, name }) => [approverId, name] as const)),
  );
  const submitterId = people.has(chosenId) ? chosenId : SOMEBODY_ELSE;
  const steps = stages.map((stage) => stepOf(stage, rules, submitterId || undefined));
  const options = [
    { value: SOMEBODY_ELSE, label: t("workflows.somebodyElse") },
    ...[...people].map(([value, label]) => ({ value, label })),
  ];
  const least = steps.reduce((sum, { needed }) => sum + needed, 0);
  return (
    <section className={company["card"]} aria-labelledby="workflow-preview">
      <div className={company["head"]}>
        <h2 id="workflow-preview">{t("workflows.preview")}</h2>
        <div className={styles["submitter"]}>
          <Select
            label={t("workflows.submitter")}
            options={options}
            value={submitterId}
            onChange={setChosenId}
          />
        </div>
      </div>
      <ol className={styles["walk"]}>
        <li className={styles["step"]}>
          <span className={styles["mark"]} aria-hidden="true">
            <Icon name="sent" size={16} />
          </span>
          <strong>{t("workflows.submitted")}</strong>
        </li>
        {steps.map((step, index) => (
          <StepOfWay
            key={stages[index]!.key}
            stage={stages[index]!}
            number={index + 1}
            step={step}
            onEmptyStage={rules.onEmptyStage}
          />
        ))}
        <li className={styles["step"]}>
          <span className={styles["mark"]} aria-hidden="true">
            <Icon name="check" size={16} />
          </span>
          <span>
            <strong>{t("workflows.completed")}</strong>{" "}
            <span className={styles["about"]}>{t("workflows.least", { count: least })}</span>
          </span>
        </li>
      </ol>
    </section>
  );
}

interface StepOfWayProps {
  stage: DraftStage;
  number: number;
  step: Step;
  onEmptyStage: WalkRules["onEmptyStage"];
}

function StepOfWay({ stage, number, step, onEmptyStage }: StepOfWayProps) {
  const t = useTranslate();
  const { seats, problem } = step;
  return (
    <li className={styles["step"]}>
      <span className={styles["mark"]} aria-hidden="true">
        {number}
      </span>
      <div className={styles["stepBody"]}>
        <strong>
          <Written>{stage.name || "–"}</Written>
        </strong>
        <ul className={styles["seats"]}>
          {seats.slice(0, SEATS_SHOWN).map(({ approver, place }) => (
            <li key={approver.approverId} data-place={place}>
              <Person name={approver.name} />
              {place === "ASKED" ? null : (
                <span className={styles["about"]}>{t(`workflows.place.${place}`)}</span>
              )}
            </li>
          ))}
          {seats.length > SEATS_SHOWN ? (
            <li className={styles["about"]}>
              {t("workflows.moreApprovers", { count: seats.length - SEATS_SHOWN })}
            </li>
          ) : null}
        </ul>
        {problem === undefined ? (
          <p className={styles["about"]}>
            <Approvals stage={stage} step={step} /> <Rejections step={step} number={number} />
          </p>
        ) : (
          <p className={styles["warning"]}>
            {t(`workflows.problem.${problem}`)}{" "}
            {problem === "NOBODY_NAMED" ? null : t(`workflows.then.${onEmptyStage}`)}
          </p>
        )}
      </div>
    </li>
  );
}

function Approvals({ stage, step: { seats, needed, groups } }: { stage: DraftStage; step: Step }) {
  const t = useTranslate();
  if (stage.approveBy === "PER_GROUP") {
    const named = new Intl.ListFormat(document.documentElement.lang).format(groups);
    return t("workflows.needsOfGroups", { count: quorumOf(stage, 1), groups: named });
  }
  const asked = seats.filter(({ place }) => place !== "LEFT_OUT").length;
  return t("workflows.needs", { count: needed, asked });
}

function Rejections({ step: { rejections }, number }: { step: Step; number: number }) {
  const t = useTranslate();
  const text =
    rejections === undefined ? t("workflows.rejectsByGroups") : t("workflows.rejects", { count: rejections });
  return (
    <>
      {text} {t(number === 1 ? "workflows.ends" : "workflows.endsOrReturns")}
    </>
  );
}
