import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMutation, useQuery } from "urql";

import company from "../company/company.module.css";
import { Pager } from "../company/pager.tsx";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Awaited, Empty, Failure, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Person } from "../design/person.tsx";
import { Moment, Money, Written } from "../design/values.tsx";
import { kindText, stageText } from "../document/kind.ts";
import {
  NameApproverDocument,
  InboxChangedDocument,
  UnassignedDocument,
  type UnassignedQuery,
} from "../graphql/generated/documents.ts";
import { type MessageId, useTranslate } from "../messages/i18n.ts";
import { type Chosen, PersonPicker } from "../people/person-picker.tsx";
import { useAnnounce } from "../shell/announcer.tsx";
import { useLive } from "../shell/live.ts";
import { FailedSubmissions } from "./failed-submissions.tsx";

type Task = UnassignedQuery["unassignedTaskPage"]["data"][number];

const PAGE = 20;

/** The approvals that are stuck: orders that could not be submitted, and stages that nobody can complete. */
export function UnassignedPage() {
  const t = useTranslate();
  const [page, setPage] = useState(0);
  const [{ data, error }, execute] = useQuery({
    query: UnassignedDocument,
    variables: { skip: page * PAGE, take: PAGE },
    requestPolicy: "network-only",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  useLive(InboxChangedDocument, {}, refresh);
  const found = data?.unassignedTaskPage;
  return (
    <Page title={t("unassigned.title")} lead={t("unassigned.lead")}>
      <FailedSubmissions />
      <Awaited answer={found} error={error} onRetry={refresh} lines={6} />
      {found?.data.length === 0 ? (
        <Empty icon="check" title={t("unassigned.empty")}>
          {t("unassigned.emptyLead")}
        </Empty>
      ) : null}
      <ul className={company["list"]}>
        {found?.data.map((task) => (
          <Waiting key={task._id} task={task} onAdded={refresh} />
        ))}
      </ul>
      {found === undefined ? null : <Pager page={page} size={PAGE} total={found.total} onChange={setPage} />}
    </Page>
  );
}

function Waiting({ task, onAdded }: { task: Task; onAdded: () => void }) {
  const t = useTranslate();
  const [isAdding, setIsAdding] = useState(false);
  const { refId, ref, kind, stageName, createdAt, submitter, document, approvals } = task;
  const name = document?.title ?? ref ?? kindText(t, kind);
  return (
    <li className={company["card"]}>
      <div className={company["head"]}>
        <div className={company["titles"]}>
          <h2>
            <Link to="/documents/$refId" params={{ refId }}>
              <Written>{name}</Written>
            </Link>
          </h2>
          <p className={company["muted"]}>
            {kindText(t, kind)} · <Written>{stageText(t, stageName)}</Written> ·{" "}
            <Written>{submitter?.name}</Written> · <Moment at={createdAt} />
            {document?.amount == null ? null : (
              <>
                {" · "}
                <Money amount={document.amount} currency={document.currency} />
              </>
            )}
          </p>
        </div>
        {isAdding ? null : (
          <Button
            look="primary"
            aria-label={t("unassigned.addTo", { name })}
            onPress={() => setIsAdding(true)}
          >
            <Icon name="plus" size={16} />
            {t("workflows.addApprover")}
          </Button>
        )}
      </div>
      <People label={t("unassigned.leftOut")} approvals={approvals.filter(isLeftOut)} />
      <People label={t("unassigned.asked")} approvals={approvals.filter((one) => !isLeftOut(one))} />
      {isAdding ? <AddSeat task={task} onClose={() => setIsAdding(false)} onAdded={onAdded} /> : null}
    </li>
  );
}

const isLeftOut = ({ leftOut }: Task["approvals"][number]) => leftOut != null;

/** Why somebody cannot decide, in words of the reader's language. */
function reasonOf(leftOut: string): MessageId {
  switch (leftOut) {
    case "INACTIVE":
      return "unassigned.INACTIVE";
    case "SUBMITTER":
    case "submitterNeverDecides":
      return "unassigned.submitter";
    case "onePersonOneStage":
      return "unassigned.otherStage";
    case "editorIds":
      return "unassigned.editor";
    default:
      return "unassigned.duty";
  }
}

function People({ label, approvals }: { label: string; approvals: Task["approvals"] }) {
  const t = useTranslate();
  if (approvals.length === 0) return null;
  return (
    <p className={company["leftOut"]}>
      {label}
      {approvals.map(({ _id, approver, approverId, leftOut }) => (
        <span key={_id} className={company["person"]}>
          <Person name={approver?.name ?? approverId} />
          {leftOut == null ? null : `(${t(reasonOf(leftOut))})`}
        </span>
      ))}
    </p>
  );
}

interface AddSeatProps {
  task: Task;
  onClose: () => void;
  onAdded: () => void;
}

function AddSeat({ task, onClose, onAdded }: AddSeatProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const failureText = useFailureText();
  const [{ fetching, error }, name] = useMutation(NameApproverDocument);
  const { _id: taskId, revision: expectedRevision, submitterId, approvals } = task;
  const save = async (person: Chosen) => {
    const { error: failed } = await name({ input: { taskId, approverId: person._id, expectedRevision } });
    if (failed) return;
    announce(t("unassigned.added", { name: person.name ?? person._id }));
    onClose();
    onAdded();
  };
  return (
    <div className={company["fields"]} role="group" aria-label={t("workflows.addApprover")}>
      {error ? <Failure>{failureText(error)}</Failure> : null}
      <PersonPicker
        label={t("unassigned.who")}
        value={undefined}
        onChange={(person) => person && void save(person)}
        without={[submitterId, ...approvals.map(({ approverId }) => approverId)]}
      />
      <div>
        <Button look="quiet" busy={fetching} onPress={onClose}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}
