/**
 * All commands for operators in one program, as the image `ops` carries them: `node main.mjs <command> [arguments]`.
 */

const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  "audit:verify": () => import("./audit/main.ts"),
  deadletters: () => import("./deadletters/main.ts"),
  directory: () => import("./directory/main.ts"),
  gate: () => import("./gate/main.ts"),
  outbox: () => import("./outbox/main.ts"),
  workflows: () => import("./workflows/main.ts"),
};

const [name = ""] = process.argv.splice(2, 1);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command === undefined) {
  console.error(`usage: ops <command> [arguments], the command one of ${Object.keys(COMMANDS).join(", ")}`);
  console.error("       ops <command> --help");
  process.exitCode = 2;
} else {
  await command();
}
