import { Button, type ButtonProps } from "../design/button.tsx";
import { Entry, Muted, Row, Stack } from "../design/layout.tsx";
import { Empty, Failure } from "../design/notice.tsx";
import { Written, formatDay } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { useFocusReturn } from "../frame/use-focus-return.ts";
import {
  RevokeSubstitutionDocument,
  SubstitutionsDocument,
  type SubstitutionsQuery,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import { NewSubstitution } from "./new-substitution.tsx";

type Substitution = SubstitutionsQuery["mySubstitutions"][number];

/** The reader's substitutes, and the people for whom the reader is a substitute. */
export function OwnAbsences() {
  const t = useTranslate();
  const { data, ...read } = useRead(SubstitutionsDocument, {});
  return (
    <Stack>
      <p>{t("away.lead")}</p>
      <NewSubstitution kinds={useKinds()} onCreated={read.refresh} />
      <PagedList
        of={{ ...read, rows: data?.mySubstitutions }}
        lines={3}
        empty={<Empty icon="people" title={t("away.empty")} />}
      >
        {(substitution) => (
          <OneOf key={substitution._id} substitution={substitution} onRevoked={read.refresh} />
        )}
      </PagedList>
    </Stack>
  );
}

function OneOf({ substitution, onRevoked }: { substitution: Substitution; onRevoked: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const announce = useAnnounce();
  const { viewer } = useConsole();
  const { _id, principalId, principal, substitute, kinds, timeZone, reason, fromDate, untilDate } =
    substitution;
  const revoke = useCommand(RevokeSubstitutionDocument);
  const isOwn = principalId === viewer.userId;
  const state = stateOf(substitution, new Date());
  const names = { principal: principal?.name ?? "–", substitute: substitute?.name ?? "–" };
  const end = async () => {
    const { refusal } = await revoke.send({ id: _id });
    if (refusal) return;
    announce(t("away.ended", names));
    onRevoked();
  };
  const about = [
    `${formatDay(locale, fromDate)} – ${formatDay(locale, untilDate)}`,
    timeZone.replaceAll("_", " "),
    kinds.map((kind) => kindText(t, kind)).join(", "),
    reason,
  ];
  return (
    <Entry>
      <Stack as="span" gap="tight">
        <strong>{t(isOwn ? "away.forYou" : "away.byYou", names)}</strong>
        <Muted as="span">
          <Written>{about.filter(Boolean).join(" · ")}</Written>
        </Muted>
      </Stack>
      <Row as="span">
        <Muted as="span">{t(`away.${state}`)}</Muted>
        {isOwn && (state === "now" || state === "planned") ? (
          <RevokeButton busy={revoke.isBusy} onPress={() => void end()}>
            {t(state === "now" ? "away.revoke" : "away.cancel")}
            <span className="visuallyHidden">
              {" "}
              (<Written>{names.substitute}</Written>)
            </span>
          </RevokeButton>
        ) : null}
      </Row>
      {revoke.refusal ? <Failure>{revoke.refusal.message}</Failure> : null}
    </Entry>
  );
}

/** Goes away once the substitution is over. */
function RevokeButton(props: Pick<ButtonProps, "busy" | "onPress" | "children">) {
  return <Button {...props} id={useFocusReturn()} size="small" />;
}

/** Whether a substitution is still to come, holds, or is over. */
function stateOf({ from, until, revokedAt }: Substitution, now: Date) {
  if (revokedAt != null) return "revoked";
  if (new Date(until) <= now) return "over";
  return new Date(from) <= now ? "now" : "planned";
}
