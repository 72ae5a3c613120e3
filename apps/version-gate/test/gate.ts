import { join } from "node:path";
import type { RunningService } from "@countersign/service-kit";
import { type ServiceReplica, startServiceReplica, testEnvironment, testTokens } from "@countersign/testing";

export const COMPANY = "65f0a1b2c3d4e5f6a7b8c901";
export const OTHER_COMPANY = "65f0a1b2c3d4e5f6a7b8c902";
export const ADA = "65f0a1b2c3d4e5f6a7b8c911";

const tokens = testTokens();

/** The program of the gate. */
export const GATE_MAIN = join(import.meta.dirname, "../src/main.ts");

/** Starts a gate as a process of its own. */
export function startReplica(
  store: { uri: string; dbName: string },
  { env = {}, main = GATE_MAIN }: { env?: Readonly<Record<string, string>>; main?: string } = {},
): Promise<ServiceReplica> {
  return startServiceReplica(main, { ...testEnvironment(store), ...env });
}

/** The value of an Authorization header of a privileged user. */
export function adminOf(companyId: string): Promise<string> {
  return tokens.bearer({ sub: ADA, companyId, privileged: true });
}

/** A GraphQL answer. */
export interface GraphqlAnswer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: Record<string, unknown> }[];
}

/** Asks the settings' write side. */
export async function ask(
  service: Pick<RunningService, "internalUrl">,
  authorization: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphqlAnswer> {
  const response = await fetch(`${service.internalUrl}/graphql`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as GraphqlAnswer;
}

const UPDATE = `mutation ($input: UpdateConfigInput!) {
  updateConfig(input: $input) {
    _id companyId iosVersion iosForceUpdate androidVersion androidForceUpdate
    approvalThresholdsEnabled defaultWorkflows { transactionType workflowId } updatedAt warnings { field message }
  }
}`;

/**
 * Writes settings through the service.
 *
 * @throws Error when the write is refused
 */
export async function updateConfig(
  service: Pick<RunningService, "internalUrl">,
  authorization: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { data, errors } = await ask(service, authorization, UPDATE, { input });
  if (!data) throw new Error(JSON.stringify(errors));
  return data["updateConfig"] as Record<string, unknown>;
}

/** The body of `GET /api/version`. */
export async function versions(service: Pick<RunningService, "publicUrl">): Promise<Record<string, unknown>> {
  const response = await fetch(`${service.publicUrl}/api/version`);
  return (await response.json()) as Record<string, unknown>;
}
