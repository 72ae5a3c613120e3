import { type FormEvent, useEffect, useState } from "react";
import { Button as AriaButton } from "react-aria-components";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Failure, Loading } from "../design/notice.tsx";
import { initialsOf } from "../design/person.tsx";
import { type MessageId, useTranslate } from "../messages/i18n.ts";
import { useSaid } from "../messages/texts.ts";
import { refusalOfToken } from "../session/refused-token.ts";
import type { DevelopmentPerson, Session, SessionState } from "../session/session.ts";
import styles from "./log-in.module.css";

const REMEMBERED = "countersign.person";
/** The characters that a header can carry. */
const TOKEN = /^[\u{21}-\u{7E}]+$/u;

/** The title and introduction of the page, by the state of the session. */
const TEXTS: Record<SessionState, readonly [title: MessageId, lead?: MessageId]> = {
  "logged-out": ["login.title"],
  "logged-in": ["login.title"],
  expired: ["login.expired", "login.expiredLead"],
  replaced: ["login.replaced", "login.replacedLead"],
};

/** The way in, as the deployment has it. */
export function LogIn({ session, base }: { session: Session; base: string }) {
  const t = useTranslate();
  const state = session.state();
  const [title, lead] = TEXTS[state];
  return (
    <main className={styles["main"]}>
      <div className={styles["card"]}>
        <p className={styles["product"]}>
          <img src={`${base}icon.svg`} alt="" width={28} height={28} />
          Countersign
        </p>
        <h1>{t(title)}</h1>
        {lead === undefined ? null : <p className={styles["lead"]}>{t(lead)}</p>}
        <Ways session={session} base={base} />
      </div>
    </main>
  );
}

function Ways({ session, base }: { session: Session; base: string }) {
  const t = useTranslate();
  if (session.auth.kind === "development") {
    return <People session={session} base={base} mailsUrl={session.auth.mailsUrl} />;
  }
  if (session.auth.kind === "token") return <Token session={session} />;
  const isProxy = session.auth.kind === "proxy";
  const isReplaced = session.state() === "replaced";
  // A reload leads back to where the reader was.
  const again = () => (isProxy || session.state() === "expired" ? location.reload() : location.assign(base));
  return (
    <>
      {isProxy && !isReplaced ? <p className={styles["lead"]}>{t("login.proxy")}</p> : null}
      <Button look="primary" onPress={again}>
        {t(isReplaced ? "login.replacedGo" : "login.again")}
      </Button>
    </>
  );
}

/** The people as whom a developer may log in. */
function People({
  session,
  base,
  mailsUrl,
}: {
  session: Session;
  base: string;
  mailsUrl: string | undefined;
}) {
  const t = useTranslate();
  const [people, setPeople] = useState<DevelopmentPerson[]>();
  const [failure, setFailure] = useState<string>();

  const logInAs = async (userId: string) => {
    const response = await fetch(`${base}development/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userId }),
    });
    const { token, message } = (await response.json()) as { token?: string; message?: string };
    if (token === undefined) throw new Error(message);
    session.logIn(token);
    sessionStorage.setItem(REMEMBERED, userId);
  };
  const attempt = (work: Promise<void>) =>
    void work.catch((error: unknown) => setFailure((error as Error).message));

  useEffect(() => {
    const load = async () => {
      // Reloading the page keeps the person: the token was in memory alone.
      const rememberedPerson = sessionStorage.getItem(REMEMBERED);
      if (rememberedPerson !== null && session.state() === "logged-out") return logInAs(rememberedPerson);
      const response = await fetch(`${base}development/people`);
      setPeople((await response.json()) as DevelopmentPerson[]);
    };
    attempt(load());
    // Once for each time the page is shown.
  }, [base]);

  if (failure !== undefined) return <Failure onRetry={() => location.reload()}>{failure}</Failure>;
  if (people === undefined) return <Loading lines={5} />;
  return (
    <>
      <p className={styles["lead"]}>{t("login.development")}</p>
      <ul className={styles["people"]}>
        {people.map(({ userId, name, role }) => (
          <li key={userId}>
            <AriaButton className={styles["someone"]!} onPress={() => attempt(logInAs(userId))}>
              <span className={styles["initials"]} aria-hidden="true">
                {initialsOf(name)}
              </span>
              <span className={styles["names"]}>
                <bdi className={styles["name"]}>{name}</bdi>
                <span className={styles["role"]}>{role}</span>
              </span>
            </AriaButton>
          </li>
        ))}
      </ul>
      {mailsUrl === undefined ? null : (
        <p className={styles["lead"]}>
          <a href={mailsUrl}>{t("login.mails")}</a>
        </p>
      )}
    </>
  );
}

/** For deployments without a log-in of their own: a token from elsewhere. */
function Token({ session }: { session: Session }) {
  const t = useTranslate();
  const textOf = useSaid();
  const [token, setToken] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const enter = async (typedToken: string): Promise<void> => {
    setIsBusy(true);
    try {
      const refusal = await refusalOfToken(typedToken);
      if (refusal === undefined) session.logIn(typedToken);
      else setFailure(t("login.tokenRefused", { reason: textOf(refusal) }));
    } catch {
      setFailure(t("failure.connection"));
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typedToken = token.trim();
    if (typedToken === "" || isBusy) return;
    if (TOKEN.test(typedToken)) void enter(typedToken);
    else setFailure(t("login.tokenCharacters"));
  };
  return (
    <form onSubmit={submit} className={styles["form"]}>
      <TextField
        label={t("login.token")}
        description={t("login.tokenHelp")}
        rows={4}
        value={token}
        onChange={(next) => {
          setToken(next);
          setFailure(undefined);
        }}
        error={failure}
      />
      <Button look="primary" type="submit" busy={isBusy}>
        {t("login.enter")}
      </Button>
    </form>
  );
}
