import { useState } from "react";

import { TextField } from "../design/field.tsx";
import { Entry, Muted, Row, Stack } from "../design/layout.tsx";
import { Empty } from "../design/notice.tsx";
import { Person } from "../design/person.tsx";
import { Tag } from "../design/status.tsx";
import { Written } from "../design/values.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { useSettled } from "../frame/use-settled.ts";
import { PeopleDocument, type PeopleQuery } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { Away } from "./away.tsx";

/** How long somebody types before it is searched. */
export const TYPING_MS = 200;

/**
 * The people of the company by a part of their name, with a sign on those who are away, and for administrators on those
 * whose address refuses mails.
 */
export function PeopleList() {
  const t = useTranslate();
  const [text, setText] = useState("");
  const keyword = useSettled(text.trim(), TYPING_MS);
  const { data, ...read } = useRead(PeopleDocument, { keyword });
  return (
    <Stack>
      <TextField label={t("people.search")} type="search" value={text} onChange={setText} maxLength={200} />
      <PagedList
        of={{ ...read, rows: data?.userSearch }}
        lines={6}
        aria-label={t("people.list")}
        empty={<Empty icon="people" title={t("people.none")} />}
      >
        {(person) => <OneOf key={person._id} person={person} />}
      </PagedList>
    </Stack>
  );
}

function OneOf({
  person: { name, email, away, mailFailing },
}: {
  person: PeopleQuery["userSearch"][number];
}) {
  const t = useTranslate();
  const substitutes = away?.substitutes.map((substitute) => substitute.name ?? "–").join(", ") ?? "";
  return (
    <Entry>
      <Stack as="span" gap="tight">
        <Row as="span">
          <Person name={name} />
          <Away away={away} />
          {mailFailing ? <Tag tone="bad">{t("people.mailFailing")}</Tag> : null}
        </Row>
        <Muted as="span">
          <Written>{email}</Written>
          {substitutes === "" ? null : (
            <>
              {" · "}
              {t("people.substitutes", { names: substitutes })}
            </>
          )}
        </Muted>
      </Stack>
    </Entry>
  );
}
