import { setTimeout } from "node:timers/promises";
import { StoreError, unsupported } from "./errors.ts";
import { toNumber } from "./numbers.ts";
import { type Doc, isDoc, show, type Value } from "./values.ts";

/** Ends the connection without an answer, as a fail point may ask for. */
export class HangUp extends Error {}

/** Failures on demand, for tests of retries: the server's `failCommand` fail point. */
export interface FailPoint {
  configure(command: Doc): void;
  /**
   * Fails, delays or lets pass a command that is about to run.
   *
   * @throws HangUp
   */
  before(name: string): Promise<void>;
}

const DATA_FIELDS: ReadonlySet<string> = new Set([
  "failCommands",
  "errorCode",
  "errorLabels",
  "closeConnection",
  "blockConnection",
  "blockTimeMS",
]);

export function createFailPoint(): FailPoint {
  let active: { data: Doc; commands: Value[]; skip: number; times: number } | undefined;
  return {
    configure({ configureFailPoint, mode, data }) {
      if (configureFailPoint !== "failCommand") unsupported(`the fail point ${show(configureFailPoint)}`);
      if (mode === "off") {
        active = undefined;
        return;
      }
      const { times = Infinity, skip = 0 } = isDoc(mode) ? mode : {};
      const details = isDoc(data) ? data : {};
      const unknown = Object.keys(details).find((field) => !DATA_FIELDS.has(field));
      if (unknown !== undefined) unsupported(`failCommand with ${unknown}`);
      const commands = Array.isArray(details.failCommands) ? details.failCommands : [];
      active = { data: details, commands, skip: toNumber(skip), times: toNumber(times) };
    },
    async before(name) {
      if (!active?.commands.includes(name)) return;
      if (active.skip > 0) {
        active.skip -= 1;
        return;
      }
      const { data } = active;
      active.times -= 1;
      if (active.times <= 0) active = undefined;
      if (data.blockConnection === true) await setTimeout(toNumber(data.blockTimeMS));
      if (data.closeConnection === true) throw new HangUp();
      if (data.errorCode !== undefined) throw failure(data);
    },
  };
}

function failure({ errorCode, errorLabels }: Doc): StoreError {
  const labels = Array.isArray(errorLabels) ? errorLabels.map(String) : [];
  return new StoreError("InternalError", "Failing command via 'failCommand' failpoint", {
    labels,
    extra: { code: toNumber(errorCode), codeName: `Code${toNumber(errorCode)}` },
  });
}
