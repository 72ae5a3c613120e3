import { expect, it } from "vitest";

import { signatureHeaders } from "./signature.ts";

/** The example of Standard Webhooks' own libraries. */
const EXAMPLE = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  sentAt: new Date(1_614_265_330_999),
  body: '{"test": 2432232314}',
};
const secret = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

it("signs as Standard Webhooks does, by each secret while one replaces the other [WEB-2]", () => {
  expect(signatureHeaders(EXAMPLE, [secret])).toEqual({
    "webhook-id": EXAMPLE.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": SIGNATURE,
  });
  const rotating = signatureHeaders(EXAMPLE, [Buffer.alloc(24, 7), secret])["webhook-signature"]!;
  const [other, same, ...rest] = rotating.split(" ");
  expect([same, rest]).toEqual([SIGNATURE, []]);
  expect(other).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/u);
  expect(other).not.toBe(SIGNATURE);
});
