import { escapeHidden, shownOnOneLine } from "@countersign/domain/text";
import type { DeadLetter, DeadLetters } from "./dead-letters.ts";
import type { DeadLettersCommand } from "./deadletters-command.ts";

/**
 * Does what the command says.
 *
 * @param print - prints a line; senders chose what is in it, so that hidden characters are escaped
 * @returns whether the exit code is 0
 */
export async function runDeadLetters(
  letters: DeadLetters,
  command: DeadLettersCommand,
  print: (line: string) => void,
): Promise<boolean> {
  if (command.do === "list") {
    const newest: DeadLetter[] = [];
    let count = 0;
    for await (const letter of letters.select(command.selection)) {
      count += 1;
      newest.push(letter);
      if (newest.length > command.take) newest.shift();
    }
    for (const letter of newest) print(lineOf(letter));
    print(`${count} ${count === 1 ? "dead letter" : "dead letters"}, ${newest.length} shown`);
    return true;
  }
  if (command.do === "show") {
    const letter = await letters.find(command.number);
    if (letter === undefined) {
      print(`${command.number}: there is no such letter`);
      return false;
    }
    print(`${letter.number}  ${letter.at.toISOString()}`);
    for (const [name, value] of letter.headers) print(showLine(`${name}: ${value}`));
    print("");
    for (const line of bodyOf(letter.body).split("\n")) print(escapeHidden(line.replaceAll(/\p{Cc}/gu, " ")));
    return true;
  }
  const numbers = "numbers" in command ? command.numbers : [];
  if ("selection" in command) {
    for await (const { number } of letters.select(command.selection)) numbers.push(number);
  }
  let replayedCount = 0;
  for (const number of numbers) {
    const fault = await letters.replay(number);
    if (fault === undefined) replayedCount += 1;
    else print(`${number}: not published again: ${showLine(fault)}`);
  }
  print(`${replayedCount} of ${numbers.length} published again`);
  return replayedCount === numbers.length;
}

/** Characters of a line, which the headers of a letter bound already. */
const MAX_LINE = 4_000;
const showLine = (text: string): string => shownOnOneLine(text, MAX_LINE);

function lineOf({ number, at, subject, headers }: DeadLetter): string {
  const of = (name: string) => headers.get(`Dead-Letter-${name}`) ?? "-";
  const parts = [subject, of("Consumer"), of("Reason")];
  return [number, at.toISOString(), ...parts.map(showLine)].join("  ");
}

/** The body as JSON, else as Base64. */
function bodyOf(body: Uint8Array): string {
  try {
    return JSON.stringify(JSON.parse(Buffer.from(body).toString("utf8")), undefined, 2);
  } catch {
    return `${body.length} bytes, in Base64: ${Buffer.from(body).toString("base64")}`;
  }
}
