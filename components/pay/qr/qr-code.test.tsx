import { renderToStaticMarkup } from "react-dom/server";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { QrCode } from "@/components/pay/qr/qr-code";

const TEXT = "https://pay.example/pay?token=01JTOKEN";

test("a code is drawn module for module, with the light frame that scanners need", () => {
  const html = renderToStaticMarkup(<QrCode text={TEXT} label="QR code" />);
  const { data, size } = encode(TEXT, { ecc: "M", border: 4 });
  const drawn = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (const [, x, y, width] of html.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  expect(drawn).toEqual(data);
  for (const edge of [0, 1, 2, 3]) expect(drawn[edge]).not.toContain(true);
});

test("a label that looks like markup is text", () => {
  const html = renderToStaticMarkup(<QrCode text={TEXT} label={`"><script>alert(1)</script>`} />);
  expect(html).not.toContain("<script");
});
