import { FEATURES } from "@countersign/approval-engine/features";
import type { IForbiddenRuleType } from "dependency-cruiser";
import { featureRules } from "./engine-features.ts";

/** Files that only tests use: they may import more than the product. */
const TEST_CODE = String.raw`\.test\.ts$|/test/|^libs/testing/`;
/** The browser's tests, which start the whole platform. */
const CONSOLE_TESTS = "^apps/console/test/";

const error = "error" as const;

/** The allowed imports. Each rule has a planted violation in `fixture/`. */
export const BOUNDARY_RULES: IForbiddenRuleType[] = [
  {
    name: "domain-imports-only-domain",
    comment:
      "The domain is pure: no other package, no node:*, no library. Its texts have their words in libs/texts.",
    severity: error,
    from: { path: "^libs/domain/", pathNot: TEST_CODE },
    to: { pathNot: "^libs/(domain|texts)/" },
  },
  {
    name: "contracts-import-only-zod",
    comment:
      "Message schemas are published to owners, who need nothing else of the platform but what money and text are.",
    severity: error,
    from: { path: "^libs/contracts/", pathNot: TEST_CODE },
    to: { pathNot: "^libs/(contracts/|domain/src/(money|text)/)|node_modules/zod/" },
  },
  {
    name: "apps-never-import-apps",
    comment: "Services scale and fail apart; they meet in the store and on the bus.",
    severity: error,
    from: { path: "^apps/([^/]+)/" },
    to: { path: "^apps/", pathNot: "^apps/$1/" },
  },
  {
    name: "console-imports-no-service",
    comment:
      "It runs in browsers, and knows the engine's SDL, how amounts are shown (libs/domain/src/money), the table of public holidays and the texts alone.",
    severity: error,
    from: { path: "^apps/console/", pathNot: CONSOLE_TESTS },
    to: {
      path: "^(apps/(?!console/)|libs/(?!domain/src/(?:money/|calendar/national-holidays)|texts/)|examples|tools)",
    },
  },
  {
    name: "console-design-knows-no-transport",
    comment: "The console's parts show what they are given: no request, no page and no session.",
    severity: error,
    from: { path: "^apps/console/src/design/" },
    to: {
      path: [
        "^apps/console/src/(?!design/|messages/)",
        "node_modules/(urql|@urql|graphql|graphql-ws|oidc-client-ts)/",
      ],
    },
  },
  {
    name: "libs-never-import-apps",
    severity: error,
    from: { path: "^libs/" },
    to: { path: "^(apps|examples|tools)/" },
  },
  {
    name: "libs-below-the-bus-never-import-it",
    comment: "The store and what every HTTP service needs work without messages.",
    severity: error,
    from: { path: "^libs/", pathNot: `^libs/(bus|directory|outbox|owner-kit|runtime)/|${TEST_CODE}` },
    to: { path: "^libs/(bus|outbox|owner-kit|runtime)/" },
  },
  {
    name: "bus-never-imports-the-outbox",
    comment: "The bus carries messages and does not depend on their outbox.",
    severity: error,
    from: { path: "^libs/bus/", pathNot: TEST_CODE },
    to: { path: "^libs/(outbox|owner-kit|runtime)/" },
  },
  {
    name: "concurrency-imports-no-library",
    comment: "It knows no store; work by time is libs/mongo/src/due-work.",
    severity: error,
    from: { path: "^libs/concurrency/", pathNot: TEST_CODE },
    to: { path: "^libs/|node_modules/", pathNot: "^libs/concurrency/" },
  },
  {
    name: "texts-are-for-browsers-too",
    comment: "No other package and no node:*; of libraries only Lingui, which the console has anyway.",
    severity: error,
    from: { path: "^libs/texts/", pathNot: TEST_CODE },
    to: { pathNot: "^libs/texts/|node_modules/@lingui/" },
  },
  {
    name: "conditions-import-only-the-domain",
    comment:
      "They are pure: the port of the domain, the texts, and the library that parses and evaluates CEL.",
    severity: error,
    from: { path: "^libs/conditions/", pathNot: TEST_CODE },
    to: { pathNot: "^libs/(conditions|domain|texts)/|node_modules/@marcbachmann/cel-js/" },
  },
  {
    name: "cel-is-behind-its-port",
    comment: "Only libs/conditions refuses what the library would evaluate in exponential time.",
    severity: error,
    from: { path: "^(apps|libs|examples|tools)/", pathNot: "^libs/conditions/" },
    to: { path: "node_modules/(@marcbachmann/cel-js|@bufbuild/cel)/" },
  },
  {
    name: "outbox-never-imports-the-owner-kit",
    comment: "Every service that sends messages has an outbox; owners are only some of them.",
    severity: error,
    from: { path: "^libs/outbox/", pathNot: TEST_CODE },
    to: { path: "^libs/(owner-kit|runtime)/" },
  },
  {
    name: "apps-never-import-examples",
    severity: error,
    from: { path: "^apps/", pathNot: CONSOLE_TESTS },
    to: { path: "^(examples|tools)/" },
  },
  {
    name: "examples-import-only-what-owners-use",
    comment:
      "An owner has the message contracts, the owner kit and general libraries; never an app or its rules.",
    severity: error,
    from: { path: "^examples/([^/]+)/", pathNot: TEST_CODE },
    to: {
      path: "^(apps|libs|examples|tools)/",
      pathNot:
        "^examples/$1/|^libs/(auth|contracts|directory|finance|mongo|outbox|owner-kit|runtime|service-kit)/|^libs/domain/src/(errors|finance)/",
    },
  },
  {
    name: "one-graphql-host",
    comment: "Limits, lanes and sockets are the same for every schema: services register libs/graphql.",
    severity: error,
    from: { path: "^(apps|libs|examples)/", pathNot: `^(libs/graphql|apps/console)/|${TEST_CODE}` },
    to: { path: "node_modules/(mercurius|graphql-ws|graphql-query-complexity|@fastify/websocket)/" },
  },
  {
    name: "graphql-host-knows-no-service",
    comment: "Services hand their lists, limits and resolvers to it; of the domain it knows the errors.",
    severity: error,
    from: { path: "^libs/graphql/", pathNot: TEST_CODE },
    to: {
      path: "^libs/",
      pathNot: "^libs/(graphql|auth|concurrency|mongo|service-kit|tracing)/|^libs/domain/src/errors/",
    },
  },
  {
    name: "services-never-import-the-embedded-store",
    comment: "Services depend on MongoDB only; the development store runs beside them.",
    severity: error,
    from: { path: "^(apps|libs|examples)/", pathNot: `^libs/embedded-store/|${TEST_CODE}` },
    to: { path: "^libs/embedded-store/" },
  },
  {
    name: "product-never-imports-testing",
    severity: error,
    from: { path: "^(apps|libs|examples)/", pathNot: TEST_CODE },
    to: { path: "^libs/testing/" },
  },
  {
    name: "product-never-imports-development-packages",
    severity: error,
    from: { path: "^(apps|libs|examples)/", pathNot: TEST_CODE },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm", "type-only"] },
  },
  ...featureRules(FEATURES, TEST_CODE),
  {
    name: "packages-meet-at-their-exports",
    comment: "No file imports another package by a relative path, tests and tools included.",
    severity: error,
    from: { path: "^((?:apps|libs|examples)/[^/]+|tools|bench)/" },
    to: {
      path: "^(apps|libs|examples|tools|bench)/",
      pathNot: "^$1/",
      dependencyTypesNot: ["aliased-workspace"],
    },
  },
  {
    name: "packages-are-listed",
    comment: "Every package that is imported stands in a package.json.",
    severity: error,
    from: {},
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  {
    name: "imports-resolve",
    severity: error,
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: "no-cycles",
    comment: "Imports of types count too: a type that several files share has a file of its own.",
    severity: error,
    from: {},
    to: { circular: true },
  },
];
