import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from "react";
import {
  I18nProvider as AriaI18nProvider,
  RouterProvider as AriaRouterProvider,
} from "react-aria-components";
import { Provider as ClientProvider, useQuery } from "urql";

import { Failure, Loading } from "../design/notice.tsx";
import { nameKinds } from "../document/kind.ts";
import type { Engine } from "../graphql/client.ts";
import { ViewerDocument } from "../graphql/generated/documents.ts";
import { useRefusalOf } from "../graphql/refusal.ts";
import { useLocale } from "../messages/i18n.ts";
import type { Session } from "../session/session.ts";
import { Announcer } from "./announcer.tsx";
import { ConsoleContext } from "./console-context.ts";
import { part } from "./part.ts";
import { createConsoleRouter } from "./router.tsx";
import { StartFailure } from "./start-failure.tsx";

/** Comes only where it is needed: most people are logged in by their provider or proxy. */
const loadLogIn = part(() => import("./log-in.tsx"));
const LogIn = lazy(async () => ({ default: (await loadLogIn()).LogIn }));

interface AppProps {
  session: Session;
  engine: Engine;
  base: string;
}

/** The console: the log-in while nobody is in, and above what was being done where the log-in has expired or is another's. */
export function App({ session, engine, base }: AppProps) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const locale = useLocale();
  return (
    <AriaI18nProvider locale={locale}>
      <ClientProvider value={engine.client}>
        <Announcer>
          {state === "logged-out" ? null : (
            <div hidden={state !== "logged-in"}>
              <Inside key={session.person()} session={session} engine={engine} base={base} />
            </div>
          )}
          {state === "logged-in" ? null : (
            <CatchBoundary getResetKey={() => state} errorComponent={StartFailure}>
              <Suspense fallback={<Loading />}>
                <LogIn session={session} base={base} />
              </Suspense>
            </CatchBoundary>
          )}
        </Announcer>
      </ClientProvider>
    </AriaI18nProvider>
  );
}

function Inside({ session, engine, base }: AppProps) {
  const refusalOf = useRefusalOf();
  const [{ data, error }, retry] = useQuery({ query: ViewerDocument });
  useEffect(() => (error ? engine.onConnect(() => retry()) : undefined), [engine, error, retry]);
  const router = useMemo(() => createConsoleRouter(base), [base]);
  const context = useMemo(() => {
    if (data === undefined) return undefined;
    const { viewer, approvalSettings, documentKinds } = data;
    const companyName = approvalSettings.companyName ?? "Countersign";
    nameKinds(documentKinds);
    return { viewer, companyName, kinds: documentKinds.map(({ kind }) => kind), session, engine };
  }, [data, session, engine]);
  if (context === undefined) {
    return error ? <Failure onRetry={() => retry()}>{refusalOf(error).message}</Failure> : <Loading />;
  }
  return (
    <ConsoleContext value={context}>
      <AriaRouterProvider navigate={(to) => void router.navigate({ to })}>
        <RouterProvider router={router} />
      </AriaRouterProvider>
    </ConsoleContext>
  );
}
