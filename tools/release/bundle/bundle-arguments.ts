import { readOptions, readOrExit } from "../../usage.ts";
import { selectServices } from "./bundle-service.ts";

/**
 * The services that this process is given, or all of them, and the folder that gets a folder of each. Ends the process like
 * `readOrExit`.
 */
export const bundleArguments = (usage: string) =>
  readOrExit(usage, (args) => {
    const { values, positionals } = readOptions({
      args,
      options: { out: { type: "string", default: "dist" } },
      allowPositionals: true,
    });
    return { out: values.out, services: selectServices(positionals) };
  });
