import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { serverTranslator } from "@/components/i18n/catalogue";
import { PageFooter } from "@/components/pay/frame/page-footer";
import { PageHeader } from "@/components/pay/frame/page-header";
import { ThemeStyle } from "@/components/pay/theme/theme-style";
import type { Branding } from "@/server/branding/schema";

const t = await serverTranslator("en");
const HREF = "/pay?token=01JTOKEN";
const footer = (branding: Branding | null) =>
  renderToStaticMarkup(<PageFooter branding={branding} t={t} href={HREF} />);
const header = (branding: Branding | null) => renderToStaticMarkup(<PageHeader branding={branding} />);

describe("the footer", () => {
  test("names us unless that is switched off; for a partner's page only if switched on (OB-05)", () => {
    const line = "Payment page by Quittance";
    expect(footer(null)).toContain(line);
    expect(footer({ id: "1" })).toContain(line);
    expect(footer({ id: "1", displayRequestBranding: false })).not.toContain(line);
    expect(footer({ id: "1", orchestratorId: "o" })).not.toContain(line);
    expect(footer({ id: "1", orchestratorId: "o", displayRequestBranding: true })).toContain(line);
  });

  test("links the documents there are, and the page in every other language", () => {
    const html = footer({ id: "1", termsPath: "/branding/terms.html" });
    expect(html).toContain('href="/branding/terms.html"');
    expect(html).not.toContain("Privacy");
    expect(html).toContain('href="/pay?token=01JTOKEN&amp;lang=ar"');
    expect(html).not.toContain("lang=en");
  });
});

describe("the header", () => {
  test("shows the logo by its name, else the name, else ours", () => {
    expect(header({ id: "1", logoPath: "/branding/logo.png", displayName: "Shop" })).toMatch(
      /<img src="\/branding\/logo.png" alt="Shop"/,
    );
    expect(header({ id: "1", displayName: "Shop" })).toContain(">Shop</bdi>");
    expect(header({ id: "1" })).toContain("Quittance");
  });

  test("a name that looks like markup is text", () => {
    const name = `"><script>alert(1)</script>`;
    const html =
      header({ id: "1", displayName: name }) +
      header({ id: "1", displayName: name, logoPath: "/branding/l.png" });
    expect(html).not.toContain("<script");
  });
});

test("a theme is written once, under the nonce of the page, and not at all without colours", () => {
  const html = renderToStaticMarkup(
    <ThemeStyle branding={{ id: "1", primaryActionColor: "#123456" }} nonce="abc" />,
  );
  expect(html).toMatch(/^<style nonce="abc">:root:root:root\{--page:#[0-9a-f]{6};/);
  expect(html).not.toContain("&");
  expect(renderToStaticMarkup(<ThemeStyle branding={{ id: "1" }} nonce="abc" />)).toBe("");
});
