import { ownerServiceEnvironment } from "@countersign/owner-kit";

export { ownerServiceConfig as inventoryServiceConfig } from "@countersign/owner-kit";

/** The environment of the inventory service; `contract.md`, Processes. */
export const inventoryServiceEnvironment = ownerServiceEnvironment({ port: 3005, internalPort: 9105 }, {});
