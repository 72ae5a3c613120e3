import { Link } from "@tanstack/react-router";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Card, Muted, Row, Stack } from "../design/layout.tsx";
import { Empty, Failure } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Person } from "../design/person.tsx";
import { Moment, Money, Written } from "../design/values.tsx";
import { documentName, kindText, stageText } from "../document/kind.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { useOpenForm } from "../frame/use-open-form.ts";
import { usePages } from "../frame/use-pages.ts";
import {
  NameApproverDocument,
  InboxChangedDocument,
  UnassignedDocument,
  type UnassignedQuery,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { type MessageId, useTranslate } from "../messages/i18n.ts";
import { type ChosenPerson, PersonAdder } from "../people/person-combobox.tsx";
import { useAnnounce } from "../shell/announcer.tsx";
import { useLive } from "../shell/live.ts";
import { FailedSubmissions } from "./failed-submissions.tsx";
import { stuckChanges } from "./stuck-changes.ts";

type Task = UnassignedQuery["unassignedTaskPage"]["data"][number];

const PAGE = 20;

/** The approvals that are stuck: orders that could not be submitted, and stages that nobody can complete. */
export function UnassignedPage() {
  const t = useTranslate();
  const taskPages = usePages({
    query: UnassignedDocument,
    variables: (page) => page,
    size: PAGE,
    pageOf: ({ unassignedTaskPage }) => unassignedTaskPage,
  });
  useLive(InboxChangedDocument, {}, taskPages.refresh);
  return (
    <Page title={t("unassigned.title")} lead={t("unassigned.lead")}>
      <FailedSubmissions />
      <PagedList
        of={taskPages}
        lines={6}
        look="cards"
        empty={
          <Empty icon="check" title={t("unassigned.empty")}>
            {t("unassigned.emptyLead")}
          </Empty>
        }
      >
        {(task) => <Waiting key={task._id} task={task} onAdded={taskPages.refresh} />}
      </PagedList>
    </Page>
  );
}

function Waiting({ task, onAdded }: { task: Task; onAdded: () => void }) {
  const t = useTranslate();
  const { isOpen, open, close, place, isBack } = useOpenForm();
  const { refId, ref, kind, stageName, createdAt, submitter, document, approvals } = task;
  const name = documentName(t, task);
  const kindAndNumber = document?.title && ref ? `${kindText(t, kind)} ${ref}` : kindText(t, kind);
  return (
    <Card as="li">
      <Row isSpread>
        <Stack gap="tight">
          <h2>
            <Link to="/documents/$refId" params={{ refId }}>
              <Written>{name}</Written>
            </Link>
          </h2>
          <Muted>
            <Written>{kindAndNumber}</Written> · <Written>{stageText(t, stageName)}</Written> ·{" "}
            <Written>{submitter?.name}</Written> · <Moment at={createdAt} />
            {document?.amount == null ? null : (
              <>
                {" · "}
                <Money amount={document.amount} currency={document.currency} />
              </>
            )}
          </Muted>
        </Stack>
        {isOpen ? null : (
          <Button
            look="primary"
            aria-label={t("unassigned.addTo", { name })}
            onPress={open}
            autoFocus={isBack}
          >
            <Icon name="plus" size={16} />
            {t("workflows.addApprover")}
          </Button>
        )}
      </Row>
      <People label={t("unassigned.leftOut")} approvals={approvals.filter(isLeftOut)} />
      <People label={t("unassigned.asked")} approvals={approvals.filter((seat) => !isLeftOut(seat))} />
      {isOpen ? (
        <div ref={place}>
          <AddSeat task={task} onClose={close} onAdded={onAdded} />
        </div>
      ) : null}
    </Card>
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
    case "OWN_CHANGE":
      return "unassigned.ownChange";
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
    <Row as="p">
      <Muted as="span">{label}</Muted>
      {approvals.map(({ _id, approver, approverId, leftOut }) => (
        <Muted key={_id} as="span">
          <Person name={approver?.name ?? approverId} />
          {leftOut == null ? null : ` (${t(reasonOf(leftOut))})`}
        </Muted>
      ))}
    </Row>
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
  const { isBusy, refusal, send } = useCommand(NameApproverDocument);
  const { _id: taskId, revision: expectedRevision, submitterId, approvals } = task;
  const save = async ({ id, name }: ChosenPerson) => {
    const outcome = await send({ input: { taskId, approverId: id, expectedRevision } });
    if (outcome.refusal) return;
    announce(t("unassigned.added", { name }));
    stuckChanges.dispatchEvent(new Event("change"));
    onClose();
    onAdded();
  };
  return (
    <Stack role="group" aria-label={t("workflows.addApprover")}>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <PersonAdder
        label={t("unassigned.who")}
        onAdd={(person) => void save(person)}
        without={[submitterId, ...approvals.map(({ approverId }) => approverId)]}
      />
      <div>
        <Button look="quiet" busy={isBusy} onPress={onClose}>
          {t("action.cancel")}
        </Button>
      </div>
    </Stack>
  );
}
