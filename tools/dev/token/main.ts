/** `npm run token`: prints one development token. Exit code 2 for invalid arguments. */
import { readAuthVariables } from "../identity/development-identity.ts";
import { parseTokenArguments, signToken, TOKEN_USAGE, TokenUsageError } from "./token-command.ts";

const args = process.argv.slice(2);
if (args.includes("--help")) {
  console.log(TOKEN_USAGE);
} else {
  try {
    const { request, dataDir } = parseTokenArguments(args);
    console.log(await signToken(request, readAuthVariables(process.env, dataDir)));
  } catch (error) {
    if (!(error instanceof TokenUsageError)) throw error;
    console.error(`${error.message}\n\n${TOKEN_USAGE}`);
    process.exitCode = 2;
  }
}
