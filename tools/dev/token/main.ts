/** `npm run token`: prints one development token. Exit code 2 for invalid arguments. */
import { readOrExplain } from "../../usage.ts";
import { readAuthVariables } from "../identity/development-identity.ts";
import { parseTokenArguments, signToken, TOKEN_USAGE } from "./token-command.ts";

const token = await readOrExplain(TOKEN_USAGE, (args) => {
  const { request, dataDir } = parseTokenArguments(args);
  return signToken(request, readAuthVariables(process.env, dataDir));
});
if (token !== undefined) console.log(token);
