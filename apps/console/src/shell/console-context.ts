import { createContext, use } from "react";

import type { Engine } from "../graphql/client.ts";
import type { ViewerQuery } from "../graphql/generated/documents.ts";
import type { Session } from "../session/session.ts";

/** The values that every page may use. */
interface Console {
  viewer: ViewerQuery["viewer"];
  /** Name of the company; the product's own where nobody has said. */
  companyName: string;
  /** Every kind of document. */
  kinds: readonly string[];
  session: Session;
  engine: Engine;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** @throws Error outside of the console */
export function useConsole(): Console {
  const context = use(ConsoleContext);
  if (context === undefined) throw new Error("there is no console around this component");
  return context;
}
