import { ladderFields } from "@countersign/contracts";
import { z } from "zod";

// GraphQL's types have null for every field that may be left out; the schemas of the contract read it as absent.
const asSent = <S extends z.ZodType>(schema: S) => z.unknown().pipe(schema);

/** The fields of a ladder (contract-3, TIME-3). */
export const ladderInput = {
  ...ladderFields,
  dueIn: asSent(ladderFields.dueIn),
  remind: asSent(ladderFields.remind),
  escalate: asSent(ladderFields.escalate),
  endAfter: asSent(ladderFields.endAfter),
};
