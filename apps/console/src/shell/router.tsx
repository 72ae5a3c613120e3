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
import { Layout } from "./layout.tsx";
import { NotFound } from "./not-found.tsx";

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
  component: lazyRouteComponent(() => import("../document/document-page.tsx"), "DocumentPage"),
});

const documents = createRoute({
  getParentRoute: () => root,
  path: "/documents",
  component: lazyRouteComponent(() => import("../documents/documents-page.tsx"), "DocumentsPage"),
});

const decided = createRoute({
  getParentRoute: () => root,
  path: "/decided",
  component: lazyRouteComponent(() => import("../documents/decided-page.tsx"), "DecidedPage"),
});

const requests = createRoute({
  getParentRoute: () => root,
  path: "/requests",
  component: lazyRouteComponent(() => import("../requests/requests-page.tsx"), "RequestsPage"),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: "/notifications",
  component: lazyRouteComponent(() => import("../notifications/notifications-page.tsx"), "NotificationsPage"),
});

const preferences = createRoute({
  getParentRoute: () => root,
  path: "/preferences",
  component: lazyRouteComponent(() => import("../preferences/preferences-page.tsx"), "PreferencesPage"),
});

/** Where the agent's program sends the person; no menu leads there. */
const confirm = createRoute({
  getParentRoute: () => root,
  path: "/confirm/$id",
  component: lazyRouteComponent(() => import("../confirm/confirm-page.tsx"), "ConfirmPage"),
});

const people = createRoute({
  getParentRoute: () => root,
  path: "/people",
  beforeLoad: loadCompanyTexts,
  component: lazyRouteComponent(() => import("../people/people-page.tsx"), "PeoplePage"),
});

const calendars = createRoute({
  getParentRoute: () => root,
  path: "/calendars",
  beforeLoad: loadCompanyTexts,
  component: lazyRouteComponent(() => import("../calendars/calendars-page.tsx"), "CalendarsPage"),
});

/** Addresses of earlier releases, and where they lead. */
const MOVED = {
  "/submissions": { to: "/requests" },
  "/away": { to: "/people" },
  "/substitutions": { to: "/people", search: { tab: "absences" } },
  "/unassigned": { to: "/stuck" },
  "/workflows": { to: "/rules" },
  "/thresholds": { to: "/rules" },
  "/policies": { to: "/rules" },
} as const;

const moved = Object.entries(MOVED).map(([path, target]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect(target);
    },
  }),
);

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
  component: lazyRouteComponent(() => import("../rules/rules-page.tsx"), "RulesPage"),
});

const rulesOfKind = createRoute({
  getParentRoute: () => company,
  path: "/rules/$kind",
  component: lazyRouteComponent(() => import("../rules/kind-rules-page.tsx"), "KindRulesPage"),
});

const rule = createRoute({
  getParentRoute: () => company,
  path: "/rules/$kind/$ruleId",
  component: lazyRouteComponent(() => import("../rules/rule-page.tsx"), "RulePage"),
});

/** The workflows behind the rules, with all their details. */
const workflows = createRoute({
  getParentRoute: () => company,
  path: "/rules/workflows",
  component: lazyRouteComponent(() => import("../workflows/workflows-page.tsx"), "WorkflowsPage"),
});

const workflow = createRoute({
  getParentRoute: () => company,
  path: "/rules/workflows/$workflowId",
  component: lazyRouteComponent(() => import("../workflows/workflow-page.tsx"), "WorkflowPage"),
});

const movedWorkflow = createRoute({
  getParentRoute: () => root,
  path: "/workflows/$workflowId",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/rules/workflows/$workflowId", params });
  },
});

const settings = createRoute({
  getParentRoute: () => company,
  path: "/settings",
  component: lazyRouteComponent(() => import("../settings/settings-page.tsx"), "SettingsPage"),
});

const stuck = createRoute({
  getParentRoute: () => company,
  path: "/stuck",
  component: lazyRouteComponent(() => import("../unassigned/unassigned-page.tsx"), "UnassignedPage"),
});

const audit = createRoute({
  getParentRoute: () => company,
  path: "/audit",
  component: lazyRouteComponent(() => import("../audit/audit-page.tsx"), "AuditPage"),
});

const routes = root.addChildren([
  home,
  inbox.addChildren([inboxItem]),
  documents,
  document,
  decided,
  requests,
  notifications,
  preferences,
  confirm,
  people,
  calendars,
  ...moved,
  movedWorkflow,
  company.addChildren([rules, workflows, workflow, rulesOfKind, rule, settings, stuck, audit]),
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
      const given = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
      const query = new URLSearchParams(given).toString();
      return query === "" ? "" : `?${query}`;
    },
    defaultPreload: "intent",
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
