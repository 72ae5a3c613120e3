import { useState } from "react";

import { TextField } from "../design/field.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Empty } from "../design/notice.tsx";
import { Tag } from "../design/status.tsx";
import { Written } from "../design/values.tsx";
import { NewRecord } from "../frame/new-record.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { RecordCard } from "../frame/record-card.tsx";
import { usePages } from "../frame/use-pages.ts";
import { useSettled } from "../frame/use-settled.ts";
import { GroupsDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { type Group, GroupForm } from "./group-form.tsx";
import { TYPING_MS } from "./people-list.tsx";

const PAGE = 20;
/** Members whose names a group shows. */
const NAMES = 8;

/** The groups of the company, which privileged users change where the directory does not keep them (contract-3, SRC-2). */
export function CompanyGroups() {
  const t = useTranslate();
  const [text, setText] = useState("");
  const keyword = useSettled(text.trim(), TYPING_MS);
  const groupPages = usePages({
    query: GroupsDocument,
    variables: (page) => ({ ...page, keyword }),
    size: PAGE,
    pageOf: ({ userGroupPage }) => userGroupPage,
  });
  return (
    <Stack>
      <p>{t("groups.lead")}</p>
      <NewRecord
        kept="group.new"
        title={t("groups.new")}
        form={(close) => <GroupForm group={undefined} onClose={close} onSaved={groupPages.refresh} />}
      />
      <TextField label={t("groups.search")} type="search" value={text} onChange={setText} maxLength={200} />
      <PagedList
        of={groupPages}
        lines={4}
        look="cards"
        aria-label={t("people.groups")}
        empty={<Empty icon="people" title={t(keyword === "" ? "groups.empty" : "groups.none")} />}
      >
        {(group) => <OneOf key={group._id} group={group} onSaved={groupPages.refresh} />}
      </PagedList>
    </Stack>
  );
}

function OneOf({ group, onSaved }: { group: Group; onSaved: () => void }) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const { _id, name, active, source, members } = group;
  const names = members.slice(0, NAMES).map((member) => member.name ?? member._id);
  const otherCount = members.length - names.length;
  const isOwn = source === "HAND";
  return (
    <RecordCard
      kept={`group.${_id}`}
      title={name}
      about={
        <Row as="p">
          <Muted as="span">{t("groups.count", { count: members.length })}</Muted>
          {isOwn ? null : <Tag>{t("groups.ofDirectory")}</Tag>}
          {active ? null : <Tag tone="waiting">{t("groups.closed")}</Tag>}
        </Row>
      }
      summary={
        names.length === 0 ? null : (
          <Muted>
            <Written>{names.join(", ")}</Written>
            {otherCount > 0 ? ` ${t("groups.others", { count: otherCount })}` : ""}
          </Muted>
        )
      }
      {...(isOwn &&
        viewer.privileged && {
          edit: { text: t("company.edit"), name: t("groups.editThis", { name }) },
        })}
      form={(close) => <GroupForm group={group} onClose={close} onSaved={onSaved} />}
    />
  );
}
