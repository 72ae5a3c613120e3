import { type ReactNode, useMemo } from "react";

import { Page } from "../design/page.tsx";
import { kindText } from "../document/kind.ts";
import { DeleteButton } from "../frame/delete-button.tsx";
import { RecordForm } from "../frame/record-form.tsx";
import { useRecord } from "../frame/use-record.ts";
import {
  CreatePolicyDocument,
  DeletePolicyDocument,
  UpdatePolicyDocument,
} from "../graphql/generated/documents.ts";
import { type Outcome, useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type Directory, DirectoryContext } from "./directory.ts";
import { hrKindOf } from "./kinds.ts";
import { freeRoles, levelField, levelsToSend } from "./policy-levels.ts";
import { type DraftAction, type DraftStage, changeDraft, faultsOf } from "./rule-draft.ts";
import { useRuledRecord } from "./ruled-record.tsx";
import { RuleVersions } from "./rule-versions.tsx";
import { SentenceCard } from "./sentence-card.tsx";
import { StagesCard } from "./stages-card.tsx";
import { type StoredRule, draftOf, ruleOf } from "./stored-rule.ts";
import { type KnownRules, directoryOf } from "./use-rules.ts";

interface PolicyEditorProps {
  kind: string;
  /** Absent where the company has no policy of the kind. */
  policy: StoredRule | undefined;
  known: KnownRules;
  reload: () => Promise<void>;
  back: ReactNode;
  /** Leaves the form. */
  onClose: () => void;
}

/** The rule of documents of human resources: the policy of their kind, whose stages are saved together. */
export function PolicyEditor({ kind, policy, known, reload, back, onClose }: PolicyEditorProps) {
  const t = useTranslate();
  const storedStages = useMemo<readonly DraftStage[]>(
    () => (policy ? draftOf(ruleOf(policy, policy, known.groups)).stages : []),
    [policy, known],
  );
  const record = useRecord(`rule.${kind}.${policy?.id ?? "new"}`, { stages: storedStages });
  const create = useCommand(CreatePolicyDocument);
  const update = useCommand(UpdatePolicyDocument);
  const remove = useCommand(DeletePolicyDocument);
  const { stages } = record.fields;
  const draft = { fields: [], stages };
  const directory = useMemo<Directory>(
    () => ({ ...directoryOf(known, kind), roles: freeRoles(stages) }),
    [known, kind, stages],
  );
  const change = (action: DraftAction) => record.change({ stages: changeDraft(draft, action).stages });
  const carryOut = async (command: Promise<Outcome<unknown> | undefined>) => {
    const saveOutcome = await record.save(command, t("workflows.saved"));
    if (saveOutcome === "done") return onClose();
    return reload();
  };
  const ruledRecord = useRuledRecord(() => void reload());
  const save = () => {
    const [fault] = faultsOf(draft);
    if (fault !== undefined) return record.refuse(levelField(fault.field), t(`rules.fault.${fault.fault}`));
    const levels = levelsToSend(stages);
    if (policy === undefined) return void carryOut(create.send({ input: { kind: hrKindOf(kind), levels } }));
    const { id, version: expectedVersion } = policy;
    const saving = ruledRecord.carryOut({
      id,
      word: t("company.save"),
      send: (changeNote) => update.send({ id, input: { levels }, expectedVersion, changeNote }),
    });
    return void carryOut(saving);
  };
  const deletePolicy = (id: string) => {
    const deleting = ruledRecord.carryOut({
      id,
      word: t("company.confirmDelete"),
      send: (changeNote) => remove.send({ id, changeNote }),
    });
    void carryOut(deleting);
  };
  const name = kindText(t, kind);
  return (
    <DirectoryContext value={directory}>
      <Page
        title={t("rules.title.of", { kind: name, when: t("rules.everyDocument") })}
        lead={t("policies.lead")}
        above={back}
      >
        <RecordForm
          record={record}
          label={name}
          fieldNames={stages.map((_, index) => `levels.${index}`)}
          save={t("company.save")}
          isReady={stages.length > 0}
          onSave={save}
          onCancel={onClose}
          removal={
            policy && (
              <DeleteButton
                label={t("company.delete")}
                question={t("policies.deleteThis", { name })}
                confirm={t("company.confirmDelete")}
                busy={record.isBusy}
                onConfirm={() => deletePolicy(policy.id)}
              />
            )
          }
        >
          <SentenceCard rule={{ kind, origin: "HR", stages }} />
          <StagesCard
            stages={stages}
            onAction={change}
            errorOf={(field) => record.errorOf(levelField(field))}
          />
        </RecordForm>
        {policy ? <RuleVersions key={policy.version} rule={policy} /> : null}
        {ruledRecord.sheet}
      </Page>
    </DirectoryContext>
  );
}
