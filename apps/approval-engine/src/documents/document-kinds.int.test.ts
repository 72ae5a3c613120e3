import { createKindRegistry } from "@countersign/contracts";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { kindLabels } from "../shared/kind-labels.ts";

const store = await useTestStore();
const kinds = createKindRegistry(new Map([["legal", ["Nda", "NDAReview"]]]));
const labels = kindLabels.parse("Nda=Non-disclosure agreement | de: Geheimhaltung");
const { as } = await useReplica(store, useBus(), { kinds, kindLabels: labels });

it("the kinds of the deployment have their owners, and names as they are configured [CON-19] [DOC-1]", async () => {
  const query = "{ documentKinds { kind owner labels { language text } } }";
  const { documentKinds } = await as(aCompany().user()).get<{ documentKinds: { kind: string }[] }>(query);
  expect(documentKinds.map(({ kind }) => kind)).toEqual(kinds.kinds);
  expect(documentKinds).toEqual(
    expect.arrayContaining([
      { kind: "Leave", owner: "hr", labels: [{ language: "en", text: "Leave" }] },
      { kind: "PurchaseOrder", owner: "inventory", labels: [{ language: "en", text: "Purchase order" }] },
      {
        kind: "Nda",
        owner: "legal",
        labels: [
          { language: "en", text: "Non-disclosure agreement" },
          { language: "de", text: "Geheimhaltung" },
        ],
      },
      { kind: "NDAReview", owner: "legal", labels: [{ language: "en", text: "NDA review" }] },
    ]),
  );
});
