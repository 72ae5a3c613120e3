import { join } from "node:path";
import { createOpenApi as createEngineApi } from "@countersign/approval-engine/openapi";
import { createOpenApi as createGateApi } from "@countersign/version-gate/openapi";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** The services whose REST API is described, each with what makes its description. */
const APIS = { "approval-engine": createEngineApi, "version-gate": createGateApi } as const;
type Service = keyof typeof APIS;

export const OPENAPI_SERVICES = Object.keys(APIS) as Service[];

/** Path of the published document. */
export const openApiFile = (service: Service): string => join(WORKSPACE_ROOT, `docs/${service}.openapi.json`);

/** Path of the document of the last release. */
export const releasedFile = (service: Service): string =>
  join(import.meta.dirname, `released/${service}.openapi.json`);

/** The text of the document in the repository. */
export const openApiText = async (service: Service): Promise<string> =>
  `${JSON.stringify(await APIS[service](), null, 2)}\n`;
