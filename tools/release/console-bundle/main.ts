/** Bundles the console: `node main.ts <sources> <folder to write>`. A process of its own, because Vite sets NODE_ENV. */
import { makeGeneratedFiles } from "../graphql/generated-files.ts";
import { bundleConsole } from "./bundle-console.ts";

const [root, outDir] = process.argv.slice(2);
if (root === undefined || outDir === undefined) throw new Error("usage: main.ts <sources> <folder to write>");
await makeGeneratedFiles();
await bundleConsole({ root, outDir });
