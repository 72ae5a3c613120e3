import { Button } from "../design/button.tsx";
import { Row } from "../design/layout.tsx";
import { OwnReasonsDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { oftenReasons } from "./often.ts";

/** The reasons that the reader has given often, in their own words; a press writes one. */
export function OftenReasons({ onChoose }: { onChoose: (reason: string) => void }) {
  const t = useTranslate();
  const { data } = useRead(OwnReasonsDocument, {});
  const reasons = oftenReasons((data?.decidedPage.data ?? []).map(({ remark }) => remark));
  if (reasons.length === 0) return null;
  return (
    <Row role="group" aria-label={t("decide.often")}>
      {reasons.map((reason) => (
        <Button key={reason} size="small" onPress={() => onChoose(reason)}>
          {reason}
        </Button>
      ))}
    </Row>
  );
}
