/** Arguments that a shell takes as they are. */
const PLAIN = /^[\w./:=@%+,-]+$/u;

const quoteArgument = (argument: string): string =>
  PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;

/**
 * The whole line that runs this command again with its arguments, for somebody who lacked a variable.
 *
 * @param command - its name among the scripts of package.json, which is also its name in the image `ops`
 * @param variables - what they lacked, as a shell takes it
 */
export function lineToType(command: string, variables: Readonly<Record<string, string>>): string {
  const args = process.argv.slice(2).map(quoteArgument);
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  // The image has one program, whose arguments are the command's.
  const isImage = process.argv[1]?.endsWith(".mjs") === true;
  const dashes = args.length > 0 ? ["--"] : [];
  const start = isImage ? ["ops", command] : ["npm", "run", command, ...dashes];
  return [...set, ...start, ...args].join(" ");
}
