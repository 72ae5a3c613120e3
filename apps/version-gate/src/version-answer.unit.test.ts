import { describe, expect, it } from "vitest";
import { publicationOf } from "./version-answer.ts";

const storeUrls = { ios: "https://apps.example.com/ios", android: "https://apps.example.com/android" };

describe("the answer", () => {
  // Rules: [VG-READ-01] [VG-READ-04] [VG-READ-05] [VG-READ-06] [VG-READ-07] [VG-READ-08] [VG-READ-09]
  // [VG-READ-10] [VG-READ-11] [VG-READ-12]
  it("has exactly the published fields", () => {
    const values = {
      iosVersion: "2.4.1",
      iosForceUpdate: true,
      androidVersion: "2.4",
      androidForceUpdate: false,
    };
    const { body } = publicationOf(values, storeUrls);
    expect(body).toBe(
      '{"ios":{"version":"2.4.1","forceUpdate":true,"downloadUrl":"https://apps.example.com/ios"},' +
        '"android":{"version":"2.4","forceUpdate":false,"downloadUrl":"https://apps.example.com/android"},' +
        '"web":{"v":"1.2","forceUpdate":true}}',
    );
  });

  it("has null for an unset version and false for an unset flag [VG-READ-13] [VG-ERROR-02]", () => {
    const { body } = publicationOf({}, storeUrls);
    expect(JSON.parse(body)).toMatchObject({
      ios: { version: null, forceUpdate: false },
      android: { version: null, forceUpdate: false },
    });
  });

  it.each(["", "nightly", "1.0-β.1", "٣", '"quoted"', "x".repeat(100)])(
    "carries the version %j as it is [VG-READ-03] [VG-READ-17]",
    (iosVersion) => {
      const { body } = publicationOf({ iosVersion }, storeUrls);
      expect(JSON.parse(body)).toMatchObject({ ios: { version: iosVersion } });
    },
  );
});

describe("the entity tag", () => {
  it("is strong, and the same for the same values on every replica [VG-HTTP-01]", () => {
    const [one, other] = [1, 2].map(() => publicationOf({ iosVersion: "1" }, { ...storeUrls }));
    expect(one!.etag).toMatch(/^"[\w-]{22}"$/);
    expect(one!.etag).toBe(other!.etag);
  });

  it.each([
    { iosVersion: "2" },
    { iosVersion: "1", iosForceUpdate: true },
    { androidVersion: "1" },
    { iosVersion: "1", androidForceUpdate: true },
    {},
  ])("changes with %j [VG-HTTP-01]", (values) => {
    const { etag } = publicationOf({ iosVersion: "1" }, storeUrls);
    expect(publicationOf(values, storeUrls).etag).not.toBe(etag);
  });
});
