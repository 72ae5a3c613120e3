import { useState } from "react";

import { Columns, Entry, Muted, Row, Stack } from "../design/layout.tsx";
import { Empty, Failure } from "../design/notice.tsx";
import { Person } from "../design/person.tsx";
import { Switch } from "../design/switch.tsx";
import { Written, formatDay } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import { DeleteButton } from "../frame/delete-button.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { usePages } from "../frame/use-pages.ts";
import {
  CompanySubstitutionsDocument,
  type CompanySubstitutionsQuery,
  EndSubstitutionDocument,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { type MessageId, useFormats, useTranslate } from "../messages/i18n.ts";
import { NewSubstitution } from "./new-substitution.tsx";
import { type ChosenPerson, PersonCombobox } from "./person-combobox.tsx";
import { useAnnounce } from "../shell/announcer.tsx";

type Substitution = CompanySubstitutionsQuery["substitutionPage"]["data"][number];

const PAGE = 50;

/** The substitutions of the whole company. */
export function AllAbsences() {
  const t = useTranslate();
  const [person, setPerson] = useState<ChosenPerson>();
  // The moment at which the reader asked, so that the question stays the same.
  const [activeAt, setActiveAt] = useState<number>();
  const absencePages = usePages({
    query: CompanySubstitutionsDocument,
    variables: (page) => ({
      ...page,
      ...(person && { userId: person.id }),
      ...(activeAt !== undefined && { activeAt }),
    }),
    size: PAGE,
    pageOf: ({ substitutionPage }) => substitutionPage,
  });
  const showNow = () => (activeAt === undefined ? absencePages.refresh() : setActiveAt(Date.now()));
  return (
    <Stack>
      <NewSubstitution isForOthers kinds={useKinds()} onCreated={showNow} />
      <Columns>
        <PersonCombobox
          label={t("substitutions.person")}
          value={person}
          onChange={setPerson}
          onClear={() => setPerson(undefined)}
        />
        <Switch
          label={t("substitutions.active")}
          isSelected={activeAt !== undefined}
          onChange={(isOn) => setActiveAt(isOn ? Date.now() : undefined)}
        />
      </Columns>
      <PagedList of={absencePages} lines={4} empty={<Empty icon="people" title={t("substitutions.empty")} />}>
        {(substitution) => <OneOf key={substitution._id} substitution={substitution} onEnded={showNow} />}
      </PagedList>
    </Stack>
  );
}

function stateOf({ revokedAt, from, until }: Substitution): MessageId {
  const now = Date.now();
  if (revokedAt != null) return "substitutions.ended";
  if (new Date(until).getTime() <= now) return "substitutions.over";
  return new Date(from).getTime() > now ? "substitutions.later" : "substitutions.now";
}

function OneOf({ substitution, onEnded }: { substitution: Substitution; onEnded: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const announce = useAnnounce();
  const end = useCommand(EndSubstitutionDocument);
  const { _id, fromDate, untilDate, timeZone, reason, kinds } = substitution;
  const principal = substitution.principal?.name ?? substitution.principalId;
  const substitute = substitution.substitute?.name ?? substitution.substituteId;
  const state = stateOf(substitution);
  const isRunning = state === "substitutions.now" || state === "substitutions.later";
  const confirm = async () => {
    const { refusal } = await end.send({ id: _id });
    if (refusal) return;
    announce(t("substitutions.ended"));
    onEnded();
  };
  const days = [...new Set([fromDate, untilDate])].map((day) => formatDay(locale, day)).join(" – ");
  const coveredKinds = kinds.map((kind) => kindText(t, kind)).join(", ");
  return (
    <Entry>
      <Stack gap="tight">
        <Row as="p">
          <Person name={substitute} /> {t("substitutions.for")} <Person name={principal} />
        </Row>
        <Muted>
          {t(state)} · {days} ({timeZone}) ·{" "}
          {coveredKinds === "" ? t("substitutions.everyKind") : coveredKinds}
        </Muted>
        {reason ? (
          <Muted>
            <Written>{reason}</Written>
          </Muted>
        ) : null}
        {end.refusal ? <Failure>{end.refusal.message}</Failure> : null}
      </Stack>
      {isRunning ? (
        <DeleteButton
          label={t("substitutions.end")}
          question={t("substitutions.endThis", { substitute, principal })}
          confirm={t("substitutions.confirmEnd")}
          busy={end.isBusy}
          onConfirm={() => void confirm()}
        />
      ) : null}
    </Entry>
  );
}
