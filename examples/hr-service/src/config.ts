import { ownerServiceEnvironment } from "@countersign/owner-kit";

export { ownerServiceConfig as hrServiceConfig } from "@countersign/owner-kit";

/** The environment of the HR service; `contract.md`, Processes. */
export const hrServiceEnvironment = ownerServiceEnvironment({ port: 3004, internalPort: 9104 }, {});
