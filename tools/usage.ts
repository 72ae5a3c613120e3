import { parseArgs, type ParseArgsConfig } from "node:util";

/** Why a command cannot be run; shown with its usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Reads the options of a command's arguments.
 *
 * @throws UsageError for arguments that the command does not take
 */
export function readOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const WRONG_ARGUMENTS = 2;

/**
 * Reads this process's arguments. Prints the usage for `--help`; prints it with what is wrong, and sets the exit code 2,
 * for a UsageError.
 *
 * @returns `undefined` when the usage was printed
 */
export async function readOrExplain<T>(
  usage: string,
  read: (args: string[]) => T | Promise<T>,
): Promise<T | undefined> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(usage);
    return undefined;
  }
  try {
    return await read(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = WRONG_ARGUMENTS;
    return undefined;
  }
}

/**
 * Reads this process's arguments like `readOrExplain`, for commands that read them first of all: ends the process once the
 * usage is printed.
 */
export async function readOrExit<T>(usage: string, read: (args: string[]) => T | Promise<T>): Promise<T> {
  return (await readOrExplain(usage, read)) ?? process.exit();
}

/** Reads this process's options, or ends it like `readOrExit`. */
export function optionsOrExit<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): Promise<ReturnType<typeof parseArgs<Config>>> {
  return readOrExit(usage, () => readOptions(config));
}
