import { randomBytes } from "node:crypto";
import { readAuthVariables } from "../identity/development-identity.ts";
import { createGraphqlClient } from "../demo/graphql-client.ts";
import { createRestClient } from "../demo/rest-client.ts";
import { until } from "../until.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { FREE_PORTS, type ServiceName } from "../start/platform-ports.ts";
import { startPlatform } from "../start/start-platform.ts";
import { signToken } from "../token/token-command.ts";
import { type Span, startOtlpReceiver } from "./otlp-receiver.ts";

const { employee, manager, head, hr } = DEMO_PEOPLE;
const LEAVE = { employeeId: employee.employeeId, from: "2027-03-01", to: "2027-03-05", reason: "Sailing" };

/** The spans that the services recorded. */
export interface TracedLeave {
  /** Trace id of the request for leave. */
  requestTrace: string;
  /** Trace id of the last approval, from its `POST /graphql` to the HR record. */
  approvalTrace: string;
  spans: readonly Span[];
}

/**
 * Starts a platform that exports its traces to a receiver in this process, has a request for leave approved, and stops
 * it. The request and its last approval come with a `traceparent` of their own, as from a client that traces.
 *
 * @param options.env variables of the platform, such as `NATS_URL`
 * @throws Error when a service refuses a step or the HR record does not hear the outcome
 */
export async function traceLeave(options: {
  env: Readonly<Record<string, string>>;
  dataDir: string;
}): Promise<TracedLeave> {
  const { dataDir } = options;
  await using receiver = await startOtlpReceiver();
  const env = { ...options.env, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  const [requestTrace, approvalTrace] = [newTraceId(), newTraceId()];
  const platform = await startPlatform({ env, dataDir, ports: FREE_PORTS, demoCompany: true });
  try {
    const urlOf = (name: ServiceName) =>
      platform.services.find((service) => service.name === name)!.publicUrl;
    const auth = readAuthVariables(env, dataDir);
    const tokenOf = ({ userId: sub, name }: DemoPerson) =>
      signToken({ sub, companyId: DEMO_COMPANY.id, name, privileged: false, expires: "1h" }, auth);

    const leaves = createRestClient("hr-service", urlOf("hr-service"), await tokenOf(employee));
    const { _id } = await leaves.expect("POST", "/api/leaves", LEAVE, headersOf(requestTrace));
    for (const person of [manager, head, hr]) {
      const client = createGraphqlClient(urlOf("approval-engine"), await tokenOf(person));
      const { myPendingApprovals } = await client.request<{ myPendingApprovals: { taskId: string }[] }>(
        "{ myPendingApprovals { taskId } }",
      );
      const input = { taskId: myPendingApprovals[0]!.taskId, status: "APPROVED" };
      await client.request(
        "mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }",
        { input },
        person === hr ? headersOf(approvalTrace) : {},
      );
    }
    await until("the HR record hears the outcome", async () => {
      const { status } = await leaves.expect("GET", `/api/leaves/${String(_id)}`);
      return status === "APPROVED" ? true : undefined;
    });
  } finally {
    // Stopping flushes the remaining spans.
    await platform.stop();
  }
  return { requestTrace, approvalTrace, spans: receiver.spans() };
}

const newTraceId = (): string => randomBytes(16).toString("hex");
const headersOf = (traceId: string) => ({
  traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01`,
});
