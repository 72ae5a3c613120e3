import { Fragment, type ReactNode } from "react";

import { Written } from "./values.tsx";

/** Facts in one line, with what stands between them also where the line is copied. */
export function Parts({ of: parts }: { of: readonly (ReactNode | undefined)[] }) {
  return parts
    .filter((part) => part !== undefined && part !== "" && part !== null)
    .map((part, index) => (
      <Fragment key={index}>
        {index === 0 ? null : " · "}
        <span>{typeof part === "string" ? <Written>{part}</Written> : part}</span>
      </Fragment>
    ));
}
