import { expect, test } from "vitest";
import { parseUrl } from "@/server/lib/parse-url";

test("a text that is no URL is null", () => {
  for (const text of ["", "shop.example", "https://", "https://shop example"])
    expect(parseUrl(text)).toBeNull();
});

test("a name with letters beyond ASCII is still read after twenty thousand calls", () => {
  let refused = 0;
  for (let call = 0; call < 20_000; call++) {
    if (parseUrl("https://bücher.example")?.hostname !== "xn--bcher-kva.example") refused++;
  }
  expect(refused).toBe(0);
});
