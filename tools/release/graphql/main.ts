/** `npm run graphql:types`: makes what is made of the GraphQL schemas and not kept in git. */
import { optionsOrExit } from "../../usage.ts";
import { makeGeneratedFiles } from "./generated-files.ts";

const USAGE = `Makes the types of resolvers and the documents of the console, where they are missing or out of date. The commands that
need them do so by themselves.

usage: npm run graphql:types`;

await optionsOrExit(USAGE, { options: {} });
await makeGeneratedFiles();
