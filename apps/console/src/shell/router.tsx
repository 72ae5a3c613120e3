import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";

import { InboxPage } from "../inbox/inbox-page.tsx";
import { loadCompanyTexts } from "../messages/i18n.ts";
import { CompanyOnly } from "./company-only.tsx";
import { FaultPage } from "./fault.tsx";
import { Layout } from "./layout.tsx";
import { NotFound } from "./not-found.tsx";
import { part } from "./part.ts";

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/inbox" });
  },
});

const inbox = createRoute({ getParentRoute: () => root, path: "/inbox", component: InboxPage });

/** Shown by its parent: the list stays while the chosen document changes. */
const inboxItem = createRoute({ getParentRoute: () => inbox, path: "$refId" });

const document = createRoute({
  getParentRoute: () => root,
  path: "/documents/$refId",
  component: lazyRouteComponent(
    part(() => import("../document/document-page.tsx")),
    "DocumentPage",
  ),
});

const documents = createRoute({
  getParentRoute: () => root,
  path: "/documents",
  component: lazyRouteComponent(
    part(() => import("../documents/documents-page.tsx")),
    "DocumentsPage",
  ),
});

const decidedRoute = createRoute({
  getParentRoute: () => root,
  path: "/decided",
  component: lazyRouteComponent(
    part(() => import("../documents/decided-page.tsx")),
    "DecidedPage",
  ),
});

const requests = createRoute({
  getParentRoute: () => root,
  path: "/requests",
  component: lazyRouteComponent(
    part(() => import("../requests/requests-page.tsx")),
    "RequestsPage",
  ),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: "/notifications",
  component: lazyRouteComponent(
    part(() => import("../notifications/notifications-page.tsx")),
    "NotificationsPage",
  ),
});

const preferences = createRoute({
  getParentRoute: () => root,
  path: "/preferences",
  component: lazyRouteComponent(
    part(() => import("../preferences/preferences-page.tsx")),
    "PreferencesPage",
  ),
});

/** Where the agent's program sends the person; no menu leads there. */
const confirm = createRoute({
  getParentRoute: () => root,
  path: "/confirm/$id",
  component: lazyRouteComponent(
    part(() => import("../confirm/confirm-page.tsx")),
    "ConfirmPage",
  ),
});

const people = createRoute({
  getParentRoute: () => root,
  path: "/people",
  beforeLoad: loadCompanyTexts,
  component: lazyRouteComponent(
    part(() => import("../people/people-page.tsx")),
    "PeoplePage",
  ),
});

const calendars = createRoute({
  getParentRoute: () => root,
  path: "/calendars",
  beforeLoad: loadCompanyTexts,
  component: lazyRouteComponent(
    part(() => import("../calendars/calendars-page.tsx")),
    "CalendarsPage",
  ),
});

/** The pages of privileged users: what they are made of is loaded with the first of them. */
const company = createRoute({
  getParentRoute: () => root,
  id: "company",
  beforeLoad: loadCompanyTexts,
  component: CompanyOnly,
});

const rules = createRoute({
  getParentRoute: () => company,
  path: "/rules",
  component: lazyRouteComponent(
    part(() => import("../rules/rules-page.tsx")),
    "RulesPage",
  ),
});

const rulesOfKind = createRoute({
  getParentRoute: () => company,
  path: "/rules/$kind",
  component: lazyRouteComponent(
    part(() => import("../rules/kind-rules-page.tsx")),
    "KindRulesPage",
  ),
});

const rule = createRoute({
  getParentRoute: () => company,
  path: "/rules/$kind/$ruleId",
  component: lazyRouteComponent(
    part(() => import("../rules/rule-page.tsx")),
    "RulePage",
  ),
});

/** The workflows that documents name themselves. */
const workflows = createRoute({
  getParentRoute: () => company,
  path: "/rules/workflows",
  component: lazyRouteComponent(
    part(() => import("../rules/workflows-page.tsx")),
    "WorkflowsPage",
  ),
});

const workflow = createRoute({
  getParentRoute: () => company,
  path: "/rules/workflows/$workflowId",
  component: lazyRouteComponent(
    part(() => import("../rules/workflow-page.tsx")),
    "WorkflowPage",
  ),
});

const settings = createRoute({
  getParentRoute: () => company,
  path: "/settings",
  component: lazyRouteComponent(
    part(() => import("../settings/settings-page.tsx")),
    "SettingsPage",
  ),
});

const stuckRoute = createRoute({
  getParentRoute: () => company,
  path: "/stuck",
  component: lazyRouteComponent(
    part(() => import("../unassigned/unassigned-page.tsx")),
    "UnassignedPage",
  ),
});

const audit = createRoute({
  getParentRoute: () => company,
  path: "/audit",
  component: lazyRouteComponent(
    part(() => import("../audit/audit-page.tsx")),
    "AuditPage",
  ),
});

const webhooks = createRoute({
  getParentRoute: () => company,
  path: "/webhooks",
  component: lazyRouteComponent(
    part(() => import("../webhooks/webhooks-page.tsx")),
    "WebhooksPage",
  ),
});

const routes = root.addChildren([
  home,
  inbox.addChildren([inboxItem]),
  documents,
  document,
  decidedRoute,
  requests,
  notifications,
  preferences,
  confirm,
  people,
  calendars,
  company.addChildren([rules, workflows, workflow, rulesOfKind, rule, settings, stuckRoute, audit, webhooks]),
]);

/** The addresses of the console, below the base at which it is served. */
export function createConsoleRouter(base: string) {
  return createRouter({
    routeTree: routes,
    basepath: base,
    scrollRestoration: true,
    // Plain texts, as people read and write them; the router's own way quotes numbers.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const entries = Object.entries(search as Record<string, string | undefined>);
      const givenEntries = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
      const query = new URLSearchParams(givenEntries).toString();
      return query === "" ? "" : `?${query}`;
    },
    defaultPreload: "intent",
    defaultErrorComponent: FaultPage,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
