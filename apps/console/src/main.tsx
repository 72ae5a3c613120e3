import "./design/tokens.css";
import "./design/base.css";

import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createRoot } from "react-dom/client";

import { createEngineClient } from "./graphql/client.ts";
import { activateLocale, preferredLocale } from "./messages/i18n.ts";
import { openSession } from "./session/session.ts";
import { App } from "./shell/app.tsx";
import { allowEmptyHtml } from "./shell/empty-html.ts";
import { applyRows, preferredRows } from "./shell/rows.ts";
import { StartFailure } from "./shell/start-failure.tsx";
import { applyTheme, preferredTheme } from "./shell/theme.ts";

const BASE = import.meta.env.BASE_URL;

/** Shows the console, or what keeps it from starting. */
async function start(): Promise<void> {
  allowEmptyHtml();
  applyTheme(preferredTheme());
  applyRows(preferredRows());
  await activateLocale(preferredLocale());
  const root = createRoot(document.getElementById("console")!);
  try {
    const session = await openSession(BASE);
    const engine = createEngineClient(session);
    root.render(
      <I18nProvider i18n={i18n}>
        <App session={session} engine={engine} base={BASE} />
      </I18nProvider>,
    );
  } catch (error) {
    root.render(
      <I18nProvider i18n={i18n}>
        <StartFailure error={error} />
      </I18nProvider>,
    );
  }
}

void start();
