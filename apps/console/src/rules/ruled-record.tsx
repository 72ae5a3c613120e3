import { useState } from "react";
import { type Client, useClient } from "urql";

import { Written } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { CommandForm } from "../frame/command-form.tsx";
import { RuleUsesDocument, type RuleUsesQuery, RulesDocument } from "../graphql/generated/documents.ts";
import type { Refusal } from "../graphql/refusal.ts";
import type { Outcome } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { SheetFields } from "./change-sheet.tsx";
import { isHrKind } from "./kinds.ts";
import { type ChangeSheet, type RuleChange, useChangeSheet } from "./use-change-sheet.ts";

type RuleUse = Omit<RuleUsesQuery["ruleUses"][number], "ruleId">;

/** A command on a group, limit, calendar or HR policy. */
export interface RuledCommand<Data> {
  /** Absent of a new one. */
  id?: string | undefined;
  /** Of a limit: its kind, whose rules may ask by it from then on. */
  limitKind?: string | undefined;
  /** The words of the button that sends it, which name the sheet too. */
  word: string;
  /** The change as a replay of a kind is asked about it; left out: nobody else is asked. */
  changeOf?: (kind: string) => Omit<RuleChange, "kind">;
  /** Whether nothing changes by which anybody is asked, such as a name. */
  asksSame?: boolean;
  send: (changeNote: ChangeSheet["changeNote"] | null) => Promise<Outcome<Data>>;
}

/** A command whose sheet is open. */
interface OpenSheet {
  command: RuledCommand<unknown>;
  uses: readonly RuleUse[];
  /** Takes what became of it; nothing where the reader has left the sheet. */
  close: (outcome: Outcome<unknown> | undefined) => void;
}

/** The field that is refused where somebody else has changed a record since it was read. */
const SEEN = "expectedVersion";

/**
 * Sends commands on records by which rules may ask: after the sheet of that where rules do, else at once (contract-4, HIST-2).
 *
 * @param onOutdated - shows the record as it is now, where somebody else has changed it
 */
export function useRuledRecord(onOutdated: () => void) {
  const t = useTranslate();
  const client = useClient();
  const [openSheet, setOpenSheet] = useState<OpenSheet>();
  /** @returns what became of the command; nothing where the reader has left its sheet */
  const carryOut = async <Data,>(command: RuledCommand<Data>): Promise<Outcome<Data> | undefined> => {
    const send = async (changeNote: ChangeSheet["changeNote"] | null): Promise<Outcome<Data>> => {
      const outcome = await command.send(changeNote);
      if (outcome.refusal?.field !== SEEN) return outcome;
      onOutdated();
      return { refusal: { message: t("company.outdated") } };
    };
    const uses = command.asksSame === true ? [] : await usesOf(client, command);
    if (uses.length === 0) return send(null);
    const { promise, resolve } = Promise.withResolvers<Outcome<Data> | undefined>();
    const close = (outcome: Outcome<unknown> | undefined) => {
      setOpenSheet(undefined);
      resolve(outcome as Outcome<Data> | undefined);
    };
    setOpenSheet({ command: { ...command, send }, uses, close });
    return promise;
  };
  return { carryOut, sheet: openSheet ? <RecordSheet {...openSheet} /> : null };
}

/** The rules in force that ask by a record, or will. Of a connection that failed the command itself says so. */
async function usesOf(
  client: Client,
  { id, limitKind }: Pick<RuledCommand<never>, "id" | "limitKind">,
): Promise<RuleUse[]> {
  const options = { requestPolicy: "network-only" } as const;
  const present = id === undefined ? undefined : await client.query(RuleUsesDocument, { id }, options);
  const uses: RuleUse[] = present?.data?.ruleUses ?? [];
  if (limitKind === undefined || uses.some(({ kind }) => kind === limitKind)) return uses;
  const { data } = await client.query(RulesDocument, { kind: limitKind }, options);
  const rules = (data?.approvalRules ?? []).filter(({ state }) => state === "IN_FORCE");
  const limitRules = rules.filter(({ stages }) => stages.some(({ approvers }) => asksByLimit(approvers)));
  return [...uses, ...limitRules.map(({ kind, name }) => ({ kind, name: name ?? "–" }))];
}

const asksByLimit = (approvers: unknown): boolean =>
  (approvers as { source?: { submitterManager?: { untilLimit?: boolean } } }[]).some(
    ({ source }) => source?.submitterManager?.untilLimit === true,
  );

/** Names the rules that ask by a record, and shows what the change of it would have done. */
function RecordSheet({ command: { word, changeOf, send }, uses, close }: OpenSheet) {
  const t = useTranslate();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const kinds = [...new Set(uses.map(({ kind }) => kind))];
  const sheet = useChangeSheet(changeOf ? kinds.map((kind) => Object.assign({ kind }, changeOf(kind))) : []);
  const confirm = async () => {
    setIsBusy(true);
    const outcome = await send(sheet.changeNote);
    setIsBusy(false);
    if (outcome.refusal?.field === "changeNote.seen") {
      setRefusal(outcome.refusal);
      return sheet.refresh();
    }
    return close(outcome);
  };
  return (
    <CommandForm
      title={word}
      lead={t(changeOf ? "rules.uses" : "rules.uses.alone")}
      confirm={word}
      command={{ isBusy, refusal }}
      isReady={sheet.isShown}
      isWide
      onClose={() => close(undefined)}
      onConfirm={confirm}
    >
      <ul aria-label={t("rules.uses.list")}>
        {uses.map(({ kind, name }, place) => (
          // Two rules may have one name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            {kindText(t, kind)}
            {isHrKind(kind) ? null : (
              <>
                {" · "}
                <Written>{name}</Written>
              </>
            )}
          </li>
        ))}
      </ul>
      <SheetFields sheet={sheet} />
    </CommandForm>
  );
}
