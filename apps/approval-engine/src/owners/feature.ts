import { defineFeature } from "../shared/feature.ts";
import { createOwnerCommands } from "./owner-commands.ts";
import { createOwnerReadModel } from "./read-document.ts";

/** Business services that submit their documents over HTTP (contract-3, WEB-1). */
export const ownersFeature = defineFeature({
  name: "owners",
  uses: ["live", "runs"],
  useCases: createOwnerCommands,
  readModels: (parts) => ({ owners: createOwnerReadModel(parts) }),
});
