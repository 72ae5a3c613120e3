import { BUILT_IN_KINDS, type KindRegistry, documentKinds } from "@countersign/contracts";
import type { TakeOverPolicy } from "@countersign/domain/approval";
import { type ServiceConfig, onOff, serviceConfig, serviceEnvironment } from "@countersign/service-kit";
import { z } from "zod";

import { FEATURES, type FeatureConfigs, type FeatureVariables, together } from "./all-features.ts";
import { type SettingsDefaults, settingsDefaults } from "./approval-settings/index.ts";
import { type ServiceCompanies, serviceCompanies } from "./shared/company-fence.ts";
import type { DownloadLimits } from "./exports/index.ts";
import { type KindLabels, kindLabels } from "./shared/kind-labels.ts";
import type { EngineRules } from "./engine.ts";

/** With the configuration of each feature under the feature's name. */
export interface ApprovalEngineConfig extends ServiceConfig, FeatureConfigs {
  rules: EngineRules;
  /** The kinds of documents, each with its owner. */
  kinds: KindRegistry;
  kindLabels: KindLabels;
  /** For settings that a company has not set (contract-3, OPS-2). */
  settingsDefaults: SettingsDefaults;
  /** Whether GraphiQL is served. */
  graphiql: boolean;
  /** Most XLSX downloads that a replica writes at a time. */
  downloads: DownloadLimits;
  /** How long a relay that died keeps its documents' messages back, in milliseconds. */
  outboxLeaseMs: number;
  /** Which account of the broker may speak for which companies; by default every account may speak for all. */
  serviceCompanies: ServiceCompanies | undefined;
}

/** Unset, any user of the company may take a pending HR approval over, as the specification says. */
const hrTakeOver = z
  .enum(["participants", "privileged", "off"])
  .optional()
  .transform((policy): TakeOverPolicy => policy ?? "anyone");

const personRuns = z.coerce
  .number("expected a number of runs")
  .int("expected a whole number of runs")
  .min(0)
  .max(1_000_000);

const downloadCount = z.coerce
  .number("expected a number of downloads")
  .int("expected a whole number of downloads")
  .min(1)
  .max(1_000);

/** The environment of approval-engine; `contract.md`, Processes. */
export const approvalEngineEnvironment = serviceEnvironment(
  { port: 3003, internalPort: 9103 },
  {
    RETURN_REQUEUE: onOff(true),
    HR_TAKEOVER: hrTakeOver,
    DEFINITIONS_REQUIRE_PRIVILEGED: onOff(false),
    PERSON_RUNS_PER_MINUTE: personRuns.default(60),
    PERSON_RUNS_PER_DAY: personRuns.default(600),
    GRAPHIQL: onOff(false),
    MAX_DOWNLOADS: downloadCount.default(8),
    MAX_DOWNLOADS_PER_COMPANY: downloadCount.optional(),
    MAX_DOWNLOADS_PER_USER: downloadCount.default(2),
    DOCUMENT_KINDS: documentKinds.default(BUILT_IN_KINDS),
    DOCUMENT_KIND_LABELS: kindLabels.default(new Map()),
    APPROVAL_SETTINGS_DEFAULTS: settingsDefaults.default({}),
    SERVICE_COMPANIES: serviceCompanies.optional(),
    ...(together(FEATURES.map(({ environment }) => environment?.variables ?? {})) as FeatureVariables),
    CONSOLE_PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: "expected the console's http(s) URL" })
      .optional(),
    OUTBOX_LEASE_MS: z.coerce
      .number("expected milliseconds")
      .int("expected whole milliseconds")
      .min(1_000)
      .max(300_000)
      .default(10_000),
  },
).superRefine((env, context) => {
  for (const { environment } of FEATURES) {
    for (const fault of environment?.findFaults?.(env) ?? []) context.addIssue({ code: "custom", ...fault });
  }
  const { DOCUMENT_KINDS, DOCUMENT_KIND_LABELS } = env;
  const unknown = [...DOCUMENT_KIND_LABELS.keys()].filter((kind) => !DOCUMENT_KINDS.ownerOf(kind));
  if (unknown.length === 0) return;
  const message = `expected kinds of DOCUMENT_KINDS, found ${unknown.join(", ")}`;
  context.addIssue({ code: "custom", path: ["DOCUMENT_KIND_LABELS"], message });
});

/** The features' configurations of checked variables, by their names. */
function featureConfigs(env: object): FeatureConfigs {
  const entries = FEATURES.flatMap(({ name, environment }) =>
    environment === undefined ? [] : [[name, environment.configOf(env)]],
  );
  return Object.fromEntries(entries) as FeatureConfigs;
}

/** Maps checked variables to the configuration that the code uses. */
export function approvalEngineConfig(env: z.output<typeof approvalEngineEnvironment>): ApprovalEngineConfig {
  return {
    ...serviceConfig(env),
    rules: {
      returnRequeue: env.RETURN_REQUEUE,
      hrTakeOver: env.HR_TAKEOVER,
      definitionsRequirePrivileged: env.DEFINITIONS_REQUIRE_PRIVILEGED,
      personRuns: { perMinute: env.PERSON_RUNS_PER_MINUTE, perDay: env.PERSON_RUNS_PER_DAY },
    },
    kinds: env.DOCUMENT_KINDS,
    kindLabels: env.DOCUMENT_KIND_LABELS,
    settingsDefaults: env.APPROVAL_SETTINGS_DEFAULTS,
    graphiql: env.GRAPHIQL,
    downloads: {
      max: env.MAX_DOWNLOADS,
      maxPerCompany: env.MAX_DOWNLOADS_PER_COMPANY ?? Math.ceil(env.MAX_DOWNLOADS / 2),
      maxPerUser: env.MAX_DOWNLOADS_PER_USER,
    },
    outboxLeaseMs: env.OUTBOX_LEASE_MS,
    ...featureConfigs(env),
    serviceCompanies: env.SERVICE_COMPANIES,
  };
}
